import Foundation
import TestKit
import Testing

@testable import Transcripts

/// Checks of the transcripts without a server: their lines must be consistent.
@Suite("A transcript")
struct ConsistencyTests {
  private func acts(of played: TranscriptFiles.Entry) -> [Act] {
    do throws(TranscriptError) {
      return try Act.acts(of: played.scenario.steps)
    } catch {
      Issue.record("\(played.file):\(error.line): \(error.reason)")
      return []
    }
  }

  @Test(
    "has batches that are legal and apply to what the client has",
    arguments: try TranscriptFiles.scenarios())
  func boards(_ played: TranscriptFiles.Entry) {
    var world = World(holding: played.scenario.boards)
    for act in acts(of: played) {
      do {
        try world.play(act)
      } catch {
        Issue.record("\(played.place(act.step)): \(error)")
        return
      }
    }
  }

  @Test(
    "answers each command once, in order, with its verb and tag",
    arguments: try TranscriptFiles.scenarios())
  func replies(_ played: TranscriptFiles.Entry) {
    var ledgers: [String: Ledger] = [:]
    for act in acts(of: played) {
      let fault = ledgers[act.step.client, default: Ledger()].note(act)
      if let fault { Issue.record("\(played.place(act.step)): \(fault)") }
    }
    for (client, ledger) in ledgers where !ledger.isSettled {
      Issue.record("\(played.file): \(played.scenario.title): \(client) waits: \(ledger)")
    }
  }

  @Test(
    "lets each client read its reply before another one sends",
    arguments: try TranscriptFiles.scenarios())
  func turns(_ played: TranscriptFiles.Entry) {
    var waiting: [String: Ledger] = [:]
    for act in acts(of: played) {
      let others = waiting.filter { $0.key != act.step.client && !$0.value.isSettled }
      if act.step.action.isSending, let other = others.keys.first {
        Issue.record("\(played.place(act.step)): \(other) has not read its reply yet")
      }
      _ = waiting[act.step.client, default: Ledger()].note(act)
    }
  }

  @Test(
    "names in raw bytes only what its clients have been told, so that its name is known",
    arguments: try TranscriptFiles.scenarios())
  func rawNames(_ played: TranscriptFiles.Entry) {
    var known = played.scenario.boards.flatMap(\.lines).reduce(into: Set()) {
      $0.formUnion(words($1))
    }
    for step in played.scenario.steps {
      if let line = step.expectedLine { known.formUnion(words(line)) }
      guard case .bytes(let bytes) = step.action else { continue }
      let named = words(String(decoding: bytes, as: UTF8.self))
        .filter { $0.wholeMatch(of: /(guest-|d|i|s)[0-9]+/) != nil }
      #expect(known.isSuperset(of: named), "\(played.place(step))")
    }
  }

  @Test(
    "takes no name again without a token before another client has read that its connection broke",
    arguments: try TranscriptFiles.scenarios())
  func freedNames(_ played: TranscriptFiles.Entry) {
    var names: [String: String] = [:]
    var unseen: Set<String> = []
    for step in played.scenario.steps {
      switch step.action {
      case .cut: if let name = names[step.client] { unseen.insert(name) }
      case .wait, .crash, .drain: unseen = []
      case .expect where step.showsEvent: unseen = []
      case .line(let line, _):
        guard let command = SentCommand(line), command.verb == "hello",
          let name = command.value("client", orWord: 0)
        else { continue }
        let isFree = command.value("token") != nil || !unseen.contains(name)
        #expect(isFree, "\(played.place(step)): \(name) may be in use still")
        names[step.client] = name
      default: continue
      }
    }
  }

  private func words(_ text: String) -> Set<String> {
    Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "_" }.map(String.init))
  }

  @Test(
    "sends only commands of its profiles", arguments: try TranscriptFiles.scenarios())
  func profiles(_ played: TranscriptFiles.Entry) throws {
    let profiles = try Self.profilesOfVerbs
    let sent = played.scenario.commands.compactMap { profiles[$0.verb] }
    #expect(played.scenario.profiles.isSuperset(of: Set(sent).subtracting([.core])))
  }

  /// The profile of each verb, as the table of commands has it.
  private static var profilesOfVerbs: [String: ServerProfile] {
    get throws {
      var profiles: [String: ServerProfile] = [:]
      for row in try LinesTable.rows(under: "Commands") {
        let verb = row[0].prefix { $0 != " " }
        profiles[String(verb)] = ServerProfile(rawValue: row.last ?? "")
      }
      return profiles
    }
  }
}

extension Act {
  /// The step with which it begins.
  var step: Step {
    switch self {
    case .step(let step): step
    case .message(let expected): expected.steps[0]
    }
  }
}

extension Step.Action {
  fileprivate var isSending: Bool {
    switch self {
    case .connect, .line, .bytes, .end, .cut, .wait, .crash, .drain, .disk, .access: true
    // Replies may wait for it.
    case .expect, .database: false
    }
  }
}

extension Step {
  /// Whether its client reads what others are told, too.
  fileprivate var showsEvent: Bool {
    guard let kind = expectedLine.flatMap({ ParsedLine(message: $0) })?.kind else { return false }
    return !["dropline", "ok", "refused", "error"].contains(kind)
  }
}

extension TranscriptFiles.Entry {
  fileprivate func place(_ step: Step) -> String { "\(file):\(step.line)" }
}
