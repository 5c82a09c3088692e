import TestSupport
import Testing
import Transcripts

/// What can be said of the transcripts without any server: what they make clients see must fit.
@Suite("What a transcript makes clients see")
struct ConsistencyTests {
  @Test("fits together in a mirror that each client keeps", arguments: Played.all)
  func mirrors(_ played: Played) {
    do {
      var world = try World(holding: played.scenario.boards)
      for step in played.scenario.steps {
        do {
          try world.take(step)
        } catch {
          Issue.record("\(played.place(step)): \(error)")
          return
        }
      }
      #expect(world.mirrors.values.allSatisfy { !$0.isWithinBlock })
    } catch {
      Issue.record("\(played.file): \(played.scenario.title): \(error)")
    }
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
    case .connect, .line, .bytes, .end, .cut, .wait, .crash, .disk: true
    case .expect: false
    }
  }
}
