import BoardAuthority
import BoardHub
import BoardJournal
import BoardModel

/// What was dragged when a turn began, to find changes that took it away from its owner.
struct LeaseWatch {
  /// Whether no client says `force=yes`, so that nothing may be taken away.
  var isOn = false
  private var leases: [BoardName: [ItemID: SessionID]] = [:]
  private(set) var fault: RunFault?

  /// Checks the revisions of a turn against what was dragged before it, and notes what is dragged now.
  mutating func check(_ revisions: [JournalRevision], on hub: Hub) {
    guard isOn else { return }
    for revision in revisions { check(revision, on: hub) }
    note(hub)
  }

  private mutating func note(_ hub: Hub) {
    for name in SimulatedClient.lastingBoards.compactMap(BoardName.init) {
      leases[name] = hub.leases(on: name)
    }
  }

  private mutating func check(_ revision: JournalRevision, on hub: Hub) {
    guard let leased = leases[revision.board], !leased.isEmpty else { return }
    for item in revision.removedItems {
      guard let id = leased[item], hub.owner(of: id) != revision.client,
        isTaken(item, from: id, hub)
      else { continue }
      fault = RunFault(.lease, "\(revision.client) took \(item) away from \(id)")
    }
    for item in revision.newItems { leases[revision.board]?[item] = nil }
  }

  /// Whether a session has lost an item to others.
  private func isTaken(_ item: ItemID, from id: SessionID, _ hub: Hub) -> Bool {
    if let session = hub.session(id) { return session.missing.contains(item) }
    return hub.outcome(of: id) == .gone
  }
}

extension JournalRevision {
  /// The items that its rows move or delete.
  fileprivate var removedItems: [ItemID] {
    rows.compactMap { words in
      switch words.first {
      case "delete" where words.count == 3: return ItemID(words[2])
      case "move" where words.count == 4: return ItemID(words[3])
      default: return nil
      }
    }
  }

  /// The items that its rows insert.
  fileprivate var newItems: [ItemID] {
    rows.compactMap { words in
      switch words.first {
      case "insert" where words.count > 2: return ItemID(words[2])
      case "item" where words.count > 1: return ItemID(words[1])
      default: return nil
      }
    }
  }

  private var rows: [[String]] {
    String(decoding: body, as: UTF8.self).split(separator: "\n")
      .map { $0.split(separator: " ").map(String.init) }
  }
}
