import Testing
import Transcripts

/// What can be said of the transcripts without any server: what they make clients see must fit.
@Suite("What a transcript makes clients see")
struct ConsistencyTests {
  @Test("fits together in a mirror that each client keeps", arguments: Played.all)
  func mirrors(_ played: Played) throws {
    var mirrors: [String: Mirror] = [:]
    var states: [String: Mirror.Board] = [:]
    for step in played.scenario.steps {
      if case .connect = step.action { mirrors[step.client] = Mirror() }
      guard case .expect(.line(let pattern)) = step.action else { continue }
      do {
        try mirrors[step.client, default: Mirror()].read(pattern.description)
      } catch {
        Issue.record("\(played.place(step)): \(error)")
        return
      }
      for (name, board) in mirrors[step.client]?.boards ?? [:] {
        let key = "\(name)@\(board.revision)"
        #expect(states[key, default: board] == board, "\(played.place(step)): \(key) differs")
        states[key] = board
      }
    }
    #expect(mirrors.values.allSatisfy { !$0.isWithinBlock })
  }

  @Test("answers each command once, in order, with its own verb", arguments: Played.all)
  func replies(_ played: Played) {
    var ledgers: [String: Ledger] = [:]
    for step in played.scenario.steps {
      let fault = ledgers[step.client, default: Ledger()].take(step.action)
      if let fault { Issue.record("\(played.place(step)): \(fault)") }
    }
    for (client, ledger) in ledgers where !ledger.isSettled {
      Issue.record("\(played.file): \(played.scenario.title): \(client) waits: \(ledger)")
    }
  }

  @Test("lets each client read its reply before another one sends", arguments: Played.all)
  func turns(_ played: Played) {
    var waiting: [String: Ledger] = [:]
    for step in played.scenario.steps {
      let others = waiting.filter { $0.key != step.client && !$0.value.isSettled }
      if step.action.isSending, let other = others.keys.first {
        Issue.record("\(played.place(step)): \(other) has not read its reply yet")
      }
      _ = waiting[step.client, default: Ledger()].take(step.action)
    }
  }
}

extension Step.Action {
  fileprivate var isSending: Bool {
    switch self {
    case .connect, .line, .bytes, .end, .cut, .wait: true
    case .expect: false
    }
  }
}
