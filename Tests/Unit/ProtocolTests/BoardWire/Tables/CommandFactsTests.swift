import BoardModel
import TestKit
import Testing

@testable import BoardHub
@testable import BoardWire

/// What a server asks of commands and tells of replies, as it is agreed: written here once more, apart from the
/// tables from which the code is made.
@Suite("The facts of a verb")
struct CommandFactsTests {
  /// Verbs by what their commands can change at most.
  private static let changes: [CommandChange: String] = [
    .boards: "create remove-board rename-board",
    .board: """
    perform insert delete move edit set insert-section delete-section move-section rename-section clear batch replace \
    policy fields undo redo
    """,
    .session: "begin begin-external add add-external remove propose exit cancel resume",
    .selection: "select deselect choose",
    .nothing: """
    help hello ping quit space boards open close show who find rows where stats dryrun drags history
    """,
  ]
  /// What waits for a long change of its board, so that it is executed behind it.
  private static let waiting = """
    remove-board rename-board begin begin-external add add-external perform dryrun insert delete move edit set \
    insert-section delete-section move-section rename-section clear batch replace policy fields undo redo select \
    deselect choose
    """
  /// What may have a reply that is much longer than the command.
  private static let long = "boards open show who find rows where drags policy history"
  /// The least role that a verb needs.
  private static let roles: [Role?: String] = [
    nil: "help hello ping quit space",
    .viewer:
      "boards open close show who find rows where drags history policy fields select deselect",
    .editor: """
    begin begin-external add add-external remove propose exit perform cancel resume dryrun insert delete move edit set \
    insert-section delete-section move-section rename-section clear batch undo redo choose
    """,
    .owner: "create remove-board rename-board stats replace",
  ]
  /// What only an owner may say with some key.
  private static let ofOwners =
    "cancel delete move delete-section clear batch undo redo policy fields"
  /// What has ids, paths or revisions of a board in its reply.
  private static let content = """
    show find rows where begin begin-external add add-external remove propose resume dryrun drags insert delete move edit set \
    insert-section delete-section move-section rename-section clear batch replace undo redo history select deselect \
    choose
    """
  /// What the copy of a client takes from a reply.
  private static let effects: [String: String] = [
    "named": "hello", "entered": "space", "opened": "open", "closed": "close",
    "drag": "begin begin-external add add-external remove propose exit perform cancel resume",
    "selection": "select deselect",
    "edited": """
    insert delete move edit set insert-section delete-section move-section rename-section clear batch replace undo redo
    """,
  ]

  private static func verbs(_ words: String) -> Set<String> {
    Set(words.split(separator: " ").map(String.init))
  }

  @Test("say what its command can change")
  func changes() {
    for (change, words) in Self.changes {
      let verbs = Verb.allCases.filter { $0.change == change }.map(\.rawValue)
      expectEqual(Set(verbs), Self.verbs(words), "\(change)")
    }
    expectEqual(Self.changes.values.flatMap { Self.verbs($0) }.count, Verb.allCases.count)
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
    expectEqual(roles, Self.roles.mapValues { Self.verbs($0) })
    expectEqual(ofOwners, Self.verbs(Self.ofOwners))
    expectEqual(waiting, Self.verbs(Self.waiting))
    expectEqual(long, Self.verbs(Self.long))
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
    expectEqual(content, Self.verbs(Self.content))
    expectEqual(effects, Self.effects.mapValues { Self.verbs($0) })
  }
}
