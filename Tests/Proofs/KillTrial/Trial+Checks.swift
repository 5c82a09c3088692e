import BoardModel
import BoardWire
import CheckedClients
import LocalNodes
import Simulation

// The checks after each start, before new commands.

extension Trial {
  /// Waits until the program listens and sends its greeting. The first time, creates the boards.
  func begin() throws -> Bool {
    auditor.forget()
    guard try greetAuditor() else { return false }
    hasGreeted = true
    statistics.recoveries[lastEnd, default: []].append(target.outage)
    noteEpoch()
    for board in auditor.boards { auditor.ask(.create, .board(.create(.init(BoardName(board)!)))) }
    if !latecomer.hasBoard { createLateBoard() }
    guard try pump(until: { auditor.isSettled }) else { return false }
    latecomer.hasBoard = true
    return true
  }

  private func createLateBoard() {
    for board in latecomer.boards.map({ BoardName($0)! }) {
      auditor.ask(.create, .board(.create(.init(board))))
      let section = EditRequest.insertSection(.init(.end, text: Text(board.string), on: board))
      auditor.ask(.create, .edit(section))
    }
  }

  /// Lets authors forget what they did in a former epoch.
  func noteEpoch() {
    guard evidence.epochCount > statistics.epochs else { return }
    statistics.epochs = evidence.epochCount
    historyRead = [:]
    for author in authors { author.forgetCommands() }
  }

  /// Connects the auditor. It comes back if it is sent away by an owner that is about to be replaced.
  private func greetAuditor() throws -> Bool {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .seconds(60) {
      guard try pump(until: { port != nil }), let port else { return false }
      auditor.connect(port: port)
      guard try pump(until: { auditor.isGreeted || hasLostAuditor }) else { return false }
      if auditor.isGreeted { return true }
      auditor.cut()
      try step(for: Self.returnDelay)
    }
    throw LocalServerError.silence("nobody is greeted\n\(target.log)")
  }

  private var hasLostAuditor: Bool { target.movesClients && auditor.hasLostConnection }

  /// Every client resumes from its last revision, and must end with the same content as a new
  /// client.
  func inspect() throws -> Bool {
    for author in authors {
      guard let port else { return false }
      author.appear(port: port)
    }
    for (index, watcher) in watchers.enumerated() {
      guard let port else { return false }
      watcher.connect(port: port, receiveBuffer: index > 4 ? 4_096 : nil)
      for board in watcher.boards { watcher.open(board) }
    }
    auditor.boards = Set(everybody.flatMap(\.boards)).sorted()
    for board in auditor.boards { auditor.open(board) }
    guard try settle(), try pump(until: { latecomer.isServed(at: port) }) else { return false }
    isServed = true
    statistics.servings[lastEnd, default: []].append(target.outage)
    noteEpoch()
    // Behind the snapshot of a large board a batch may lead to the present (rule 7.1), and a `pong` comes behind both.
    for client in everybody { client.ask(.ping, .connection(.ping(.init()))) }
    guard try settle() else { return false }
    for client in everybody { compare(client) }
    for (name, board) in auditor.mirror.boards { evidence.search(board, of: name) }
    return try readHistory()
  }

  /// All replicas equal those of a new client.
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

  /// Authors retry unanswered commands three times, on three connections.
  func insist() throws -> Bool {
    for author in authors { author.insist() }
    for round in 0..<3 {
      for author in authors where round > 0 {
        guard let port else { return false }
        author.appear(port: port)
      }
      for author in authors { author.askAgain() }
      guard try settle() else { return false }
    }
    return true
  }

  /// Each revision that history attributes to an author was reported by a reply.
  func audit() throws -> Bool {
    guard let port else { return false }
    // A new client again: on a subscribed connection batches may arrive before the snapshots.
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
      if author.claims[moment] == nil, !evidence.isNewEpoch {
        evidence.object(.doubled, "\(moment) is by \(author.name), whom no answer told of it")
      }
    }
    for author in authors { author.lookForChanges() }
    for (name, board) in auditor.mirror.boards { evidence.search(board, of: name) }
    evidence.endNewEpoch()
    return true
  }

  /// Requests the history of the latest revisions, including known ones, until it is had.
  private func readHistory() throws -> Bool {
    repeat {
      auditor.mustAskAgain = false
      askForHistory()
      guard try settle() else { return false }
      if auditor.mustAskAgain { try step(for: Self.returnDelay) }
    } while auditor.mustAskAgain
    for (name, board) in auditor.mirror.boards { historyRead[name] = board.revision }
    return true
  }

  private func askForHistory() {
    for (name, board) in auditor.mirror.boards {
      var first = max(1, historyRead[name, default: 0] - 40)
      while first <= board.revision {
        let last = min(board.revision, first + 899)
        auditor.ask(
          .history(name), .undo(.history(.init(BoardName(name)!, from: first, to: last))))
        first = last + 1
      }
    }
  }

  private func settle() throws -> Bool {
    try pump { everybody.allSatisfy(\.isSettled) }
  }
}
