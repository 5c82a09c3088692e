import BoardModel
import BoardReplica
import TestKit
import Testing

@testable import BoardHub
@testable import BoardWire

/// What a server asks of the commands of some verbs and tells of their replies, as it is agreed.
private struct Facts: Sendable {
  let verbs: Set<String>
  /// What the commands can change at most.
  let change: CommandChange
  /// The least role that they need.
  let role: Role?
  /// Whether only an owner may give them with some key.
  let hasOwnersKey: Bool
  /// Whether they wait for a long change of their board.
  let waits: Bool
  /// Whether the reply may be much longer than the command.
  let repliesMuch: Bool
  /// Whether the reply has ids, paths or revisions of a board.
  let hasContent: Bool
  /// What the copy of a client takes from the reply.
  let effect: String?

  init(
    _ verbs: String, _ role: Role?, changes change: CommandChange = .nothing,
    hasOwnersKey: Bool = false, waits: Bool = false, repliesMuch: Bool = false,
    hasContent: Bool = false, effect: String? = nil
  ) {
    self.verbs = Set(verbs.split(separator: " ").map(String.init))
    (self.change, self.role, self.hasOwnersKey) = (change, role, hasOwnersKey)
    (self.waits, self.repliesMuch) = (waits, repliesMuch)
    (self.hasContent, self.effect) = (hasContent, effect)
  }

  /// Of all verbs, written here once more, apart from the tables from which the code is made.
  static let all: [Facts] = [
    .init("help ping quit", nil), .init("hello", nil, effect: "named"),
    .init("space", nil, effect: "entered"),
    .init("boards who", .viewer, repliesMuch: true),
    .init("create", .owner, changes: .boards),
    .init("remove-board rename-board", .owner, changes: .boards, waits: true),
    .init("open", .viewer, repliesMuch: true, effect: "opened"),
    .init("close", .viewer, effect: "closed"),
    .init("show find rows where drags history", .viewer, repliesMuch: true, hasContent: true),
    .init("stats", .owner),
    .init(
      "begin begin-external add add-external", .editor, changes: .session, waits: true,
      hasContent: true, effect: "drag"),
    .init("remove propose resume", .editor, changes: .session, hasContent: true, effect: "drag"),
    .init("exit", .editor, changes: .session, effect: "drag"),
    .init("cancel", .editor, changes: .session, hasOwnersKey: true, effect: "drag"),
    .init("perform", .editor, changes: .board, waits: true, effect: "drag"),
    .init("dryrun", .editor, waits: true, hasContent: true),
    .init(
      "insert edit set insert-section move-section rename-section", .editor, changes: .board,
      waits: true, hasContent: true, effect: "edited"),
    .init(
      "delete move delete-section clear batch undo redo", .editor, changes: .board,
      hasOwnersKey: true, waits: true, hasContent: true, effect: "edited"),
    .init("replace", .owner, changes: .board, waits: true, hasContent: true, effect: "edited"),
    .init("policy", .viewer, changes: .board, hasOwnersKey: true, waits: true, repliesMuch: true),
    .init("fields", .viewer, changes: .board, hasOwnersKey: true, waits: true),
    .init(
      "select deselect", .viewer, changes: .selection, waits: true, hasContent: true,
      effect: "selection"),
    .init("choose", .editor, changes: .selection, waits: true, hasContent: true),
  ]

  /// The verbs of which something is so.
  static func verbs(_ isSo: (Facts) -> Bool) -> Set<String> {
    all.filter(isSo).reduce(into: []) { $0.formUnion($1.verbs) }
  }
}

@Suite("The facts of a verb")
struct CommandFactsTests {
  @Test("say what its command can change")
  func changes() {
    for change in [CommandChange.nothing, .session, .selection, .board, .boards] {
      let verbs = Verb.allCases.filter { $0.change == change }.map(\.rawValue)
      expectEqual(Set(verbs), Facts.verbs { $0.change == change }, "\(change)")
    }
    expectEqual(Facts.all.map(\.verbs.count).reduce(0, +), Verb.allCases.count)
  }

  @Test("say what waits for long changes, whose reply is long, and who may give it")
  func requests() throws {
    var (waiting, long, ofOwners): (Set<String>, Set<String>, Set<String>) = ([], [], [])
    var roles: [Role?: Set<String>] = [:]
    var samples = LineSamples(seed: 1)
    for form in LineSchema.commands.map(\.form) {
      let verb = String(form.prefix { $0 != " " })
      // Some parts do not go together.
      let requests = (0..<20).compactMap { _ -> Request? in
        let line = samples.line(of: form, isClients: true)
        if case .success(let request)? = read(line)?.request { return request }
        return nil
      }
      let request = try #require(requests.first, "\(form)")
      expectEqual(request.verb.rawValue, verb)
      if request.waitsForChanges { waiting.insert(verb) }
      if request.repliesMuch { long.insert(verb) }
      let needed = requests.compactMap(\.role)
      roles[needed.min(), default: []].insert(verb)
      if needed.min() != needed.max() { ofOwners.insert(verb) }
    }
    for role in [nil, Role.viewer, .editor, .owner] {
      expectEqual(roles[role], Facts.verbs { $0.role == role })
    }
    expectEqual(ofOwners, Facts.verbs(\.hasOwnersKey))
    expectEqual(waiting, Facts.verbs(\.waits))
    expectEqual(long, Facts.verbs(\.repliesMuch))
  }

  @Test("say what a reply is about, and what a client's copy takes from it")
  func replies() throws {
    var content: Set<String> = []
    var effects: [String: Set<String>] = [:]
    var samples = LineSamples(seed: 2)
    for form in LineSchema.replies.map(\.form) {
      for message in try messages(samples.line(of: form, isClients: false) + "\n") {
        guard case .reply(let answer) = message, let reply = answer.ok, let verb = reply.verb else {
          Issue.record("\(form)")
          continue
        }
        if reply.speaksOfBoard { content.insert(verb.rawValue) }
        if let name = "\(reply.effect)".split(separator: "(").first, name != "nothing" {
          effects[String(name), default: []].insert(verb.rawValue)
        }
      }
    }
    // The samples of outcomes are none of a drop.
    expectEqual(content, Facts.verbs(\.hasContent))
    let agreed = Set(Facts.all.compactMap(\.effect))
    expectEqual(Set(effects.keys), agreed)
    for effect in agreed { expectEqual(effects[effect], Facts.verbs { $0.effect == effect }) }
  }
}
