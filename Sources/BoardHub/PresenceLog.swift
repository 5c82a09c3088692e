import BoardCore
import BoardWire

/// The drag events of one board that not every watcher has seen yet, in order.
///
/// Each event has a number. A watcher is at a number as it is at a revision; what it is owed is
/// everything behind it. Of the `over` events of one session only the last is kept, of its
/// `items` likewise, and of a session that ended only that it began and that it ended.
struct PresenceLog {
  struct Entry {
    let number: Int
    let event: Event
    /// The connection whose own command made the event and which its reply already told.
    let origin: ConnectionID?
    /// The event's line, written once for everybody.
    let line: [UInt8]
    /// Whether a later event has made this one meaningless.
    fileprivate(set) var isVoid = false
  }

  private var entries: [Entry] = []
  private var voidCount = 0
  /// The numbers of the events of a session that later ones make meaningless.
  private var replaceable: [SessionID: [Int]] = [:]
  /// The boards on which drags of this board ended, by events that somebody has not seen.
  private(set) var foreignBoards: Set<BoardName> = []
  /// The number of the last event; 0 before the first.
  private(set) var head = 0
  /// The number from which on everything is still here.
  private(set) var tail = 0

  /// Puts an event behind the others and returns its number.
  ///
  /// - Complexity: O(log entries), amortised.
  mutating func append(_ event: Event, origin: ConnectionID?) -> Int {
    head += 1
    switch event {
    case .over(let session, _):
      void(session) { if case .over = $0 { true } else { false } }
      replaceable[session, default: []].append(head)
    case .items(let session, _):
      void(session) { if case .items = $0 { true } else { false } }
      replaceable[session, default: []].append(head)
    case .suspended(let session), .resumed(let session):
      replaceable[session, default: []].append(head)
    case .ended(let session, let outcome):
      void(session) { _ in true }
      if case .copied(_, let board?, _) = outcome { foreignBoards.insert(board) }
    case .began, .bye:
      break
    }
    entries.append(Entry(number: head, event: event, origin: origin, line: event.line))
    trim()
    return head
  }

  /// The events behind a number, in order.
  func entries(since number: Int) -> some Sequence<Entry> {
    entries[index(behind: number)...].lazy.filter { !$0.isVoid }
  }

  /// Forgets everything: all watchers are at `head`.
  mutating func clear() {
    guard !entries.isEmpty else { return }
    entries.removeAll(keepingCapacity: true)
    replaceable.removeAll(keepingCapacity: true)
    foreignBoards.removeAll(keepingCapacity: true)
    voidCount = 0
    tail = head
  }

  /// Makes the replaceable events of a session meaningless of which the condition holds.
  private mutating func void(_ session: SessionID, where condition: (Event) -> Bool) {
    var kept: [Int] = []
    for number in replaceable[session] ?? [] {
      let index = index(behind: number - 1)
      guard index < entries.count, entries[index].number == number else { continue }
      if condition(entries[index].event) {
        entries[index].isVoid = true
        voidCount += 1
      } else {
        kept.append(number)
      }
    }
    replaceable[session] = kept.isEmpty ? nil : kept
  }

  /// Keeps the log in bounds: meaningless events go first, then the oldest.
  private mutating func trim() {
    guard entries.count > Limits.presenceEvents else { return }
    if voidCount > 0 {
      entries.removeAll(where: \.isVoid)
      voidCount = 0
    }
    guard entries.count > Limits.presenceEvents / 2 else { return }
    entries.removeFirst(entries.count - Limits.presenceEvents / 2)
    tail = entries[0].number - 1
  }

  /// The index of the first entry with a higher number.
  private func index(behind number: Int) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number > number { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Event {
  /// The event's line, with its line feed.
  var line: [UInt8] {
    var buffer = WireBuffer()
    buffer.append(self)
    return buffer.bytes
  }
}
