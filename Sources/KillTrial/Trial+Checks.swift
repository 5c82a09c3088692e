import BoardModel
import BoardWire
import Simulation

// What is looked at after each start, before anything new is begun.

extension Trial {
  /// Waits for the program to listen, and for its greeting. Boards are made the first time.
  func begin() throws -> Bool {
    guard try pump(until: { server.port != nil }), let port = server.port else { return false }
    auditor.forget()
    auditor.connect(port: port)
    for board in auditor.boards { auditor.ask(.create, .board(.create(.init(BoardName(board)!)))) }
    guard try pump(until: { auditor.isGreeted }) else { return false }
    statistics.recoveries.append(server.age)
    return try pump { auditor.isSettled }
  }

  /// Everybody goes on from the revision that he had been told of, and has then what somebody new
  /// has.
  func inspect() throws -> Bool {
    guard let port = server.port else { return false }
    for author in authors { author.appear(port: port) }
    for (index, watcher) in watchers.enumerated() {
      watcher.connect(port: port, receiveBuffer: index > 4 ? 4_096 : nil)
      for board in watcher.boards { watcher.open(board) }
    }
    auditor.boards = Set(everybody.flatMap(\.boards)).sorted()
    for board in auditor.boards { auditor.open(board) }
    guard try settle() else { return false }
    for client in everybody { compare(client) }
    for (name, board) in auditor.mirror.boards { evidence.search(board, of: name) }
    return try readHistory()
  }

  /// Everybody has the boards of the newcomer.
  private func compare(_ client: TrialClient) {
    for name in client.boards {
      let (copy, fresh) = (client.mirror.boards[name], auditor.mirror.boards[name])
      if copy != fresh {
        evidence.object(
          .vanished,
          "\(client.name) has \(name) at \(copy?.revision ?? -1), which is not what a newcomer has "
            + "at \(fresh?.revision ?? -1)")
      }
    }
  }

  /// Authors ask again three times, on three connections, for what had no answer.
  func insist() throws -> Bool {
    guard let port = server.port else { return false }
    for author in authors { author.insist() }
    for round in 0..<3 {
      if round > 0 {
        for author in authors { author.appear(port: port) }
      }
      for author in authors { author.askAgain() }
      guard try settle() else { return false }
    }
    return true
  }

  /// Each revision that history ascribes to an author is one that an answer told him of.
  func audit() throws -> Bool {
    guard let port = server.port else { return false }
    // A newcomer once more: on a connection that watches, batches may come before the snapshots.
    auditor.forget()
    auditor.connect(port: port)
    for board in auditor.boards { auditor.open(board) }
    guard try settle(), try readHistory() else { return false }
    for moment in evidence.removeNewNotes() {
      let client = evidence.notes[moment]?.client
      guard let author = authors.first(where: { $0.name == client }) else {
        evidence.object(.misfit, "\(moment) is by \(client ?? "nobody")")
        continue
      }
      if author.claims[moment] == nil {
        evidence.object(.doubled, "\(moment) is by \(author.name), whom no answer told of it")
      }
    }
    for author in authors { author.lookForChanges() }
    for (name, board) in auditor.mirror.boards { evidence.search(board, of: name) }
    return true
  }

  /// Reads what history says of the latest revisions, those included that it has spoken of before.
  private func readHistory() throws -> Bool {
    for (name, board) in auditor.mirror.boards {
      var first = max(1, historyRead[name, default: 0] - 40)
      while first <= board.revision {
        let last = min(board.revision, first + 899)
        auditor.ask(
          .history(name), .query(.history(.init(BoardName(name)!, from: first, to: last))))
        first = last + 1
      }
    }
    guard try settle() else { return false }
    for (name, board) in auditor.mirror.boards { historyRead[name] = board.revision }
    return true
  }

  private func settle() throws -> Bool {
    try pump { everybody.allSatisfy(\.isSettled) }
  }
}
