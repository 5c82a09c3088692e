@_spi(Changes) import BoardAuthority
import BoardModel
import TestKit
import Testing

@Suite("A policy")
struct PolicyTests {
  var policies = BoardPolicies()

  @Test("of a section overrides that of the board, key by key")
  mutating func overrides() {
    policies.set([.limit(5), .paused(true)], for: .board)
    policies.set([.paused(false)], for: .section("B"))
    #expect(policies.effective(for: "A").paused)
    #expect(!policies.effective(for: "B").paused)
    policies.set([.limit(7)], for: .board)
    expectEqual(policies.effective(for: "B").limit, 7)
    policies.set([.inherit(.paused)], for: .section("B"))
    #expect(policies.effective(for: "B").paused)
    policies.set([.inherit(.paused)], for: .board)
    #expect(!policies.effective(for: "B").paused)
  }

  @Test("is shown key by key, in the words of the protocol")
  mutating func shown() {
    expectEqual(
      policies.settings(for: .board).map(\.key), PolicyKey.allCases.filter { $0 != .title })
    policies.set([.selection(.multiple)], for: .board)
    policies.set(
      [
        .operations(.none), .draggable(false), .localOnly(true), .maxItems(3),
        .types(["item", "text/plain"]), .limit(9), .paused(true),
        .accept(.init("label", values: ["red", "light blue", ""])),
        .onDrop(.init("done", to: "yes")), .empty(.remove),
        .highlight(false), .keepSelected(true), .onChoose(.move(to: .id("A"))),
      ], for: .section("B"))
    let settings = policies.settings(for: .section("B"))
    expectEqual(settings.map(\.key), policies.settings(for: .board).map(\.key))
    expectEqual(
      settings.filter { $0.isOwn || $0.key == .selection }.map { "\($0.key.rawValue)=\($0.value)" },
      [
        "ops=none", "draggable=no", "local-only=yes", "max-items=3", "types=item,text/plain",
        "limit=9", "paused=yes", "accept=label:red,light blue,", "on-drop=set:done:yes",
        "empty=remove", "selection=multiple", "highlight=no",
        "keep-selected=yes", "on-choose=move:A",
      ])
    #expect(settings.allSatisfy { !($0.isOwn && $0.key.isOfBoard) })
    #expect(policies.settings(for: .section("A")).allSatisfy { !$0.isOwn })
  }

  @Test("has the title among the keys of a board that has one, and of no section")
  mutating func title() {
    policies.set([.title("Weekly plan")], for: .board)
    let last = policies.settings(for: .board).last
    #expect(last?.key == .title && last?.value == "Weekly plan" && last?.isOwn == true)
    expectEqual(policies.settings(for: .section("A")).count, PolicyKey.allCases.count - 1)
    expectEqual(policies.forBoard.title, "Weekly plan")
    policies.set([.inherit(.title)], for: .board)
    expectEqual(policies.forBoard, Policy())
    #expect(policies.settings(for: .board).allSatisfy { $0.key != .title })
  }

  @Test("is deleted with its section")
  func forgotten() {
    let scene = DragScene("A: a | B: b")
    scene.set(.paused(true), for: "A")
    scene.set(.limit(3), for: "B")
    scene.deleteSection("A")
    expectEqual(scene.today.policies.effective(for: "A"), Policy())
    expectEqual(scene.today.policies.effective(for: "B").limit, 3)
  }

  @Test("reports the first of its reasons against a drop")
  func reasons() throws {
    let scene = DragScene("A: a b c | B: x")
    scene.add("other", "Z: z w")
    let steps: [(PolicySetting, String)] = [
      (.limit(2), "limit"), (.accept(.init("done", values: ["yes"])), "field"),
      (.types(["text/plain"]), "type"), (.operations(.none), "operation"),
      (.maxItems(1), "max-items"), (.paused(false), "local"), (.localOnly(true), "local-only"),
      (.paused(true), "paused"),
    ]
    try scene.begin("z", "w", by: "u1", on: "other", isLocal: true)
    try scene.begin("a", "b", by: "u2")
    for (setting, reason) in steps {
      scene.set(setting, for: "B")
      let foreign = try scene.propose("end:B", by: "u1")
      let own = try scene.propose("end:B", by: "u2")
      let isBoards = reason.hasPrefix("local")
      #expect(foreign.hasSuffix(reason) || !isBoards && foreign.hasSuffix(" local"))
      #expect(own.hasSuffix(isBoards ? "max-items" : reason))
    }
  }

  @Test("of a limit never forbids a move inside a section")
  func limitInside() throws {
    let scene = DragScene("A: a b c | B: x")
    scene.set(.limit(2), for: "A")
    try scene.begin("a", by: "u1")
    try expectEqual(scene.propose("0.2", by: "u1"), "move at 0.2 end:A")
    try expectEqual(scene.propose("0.2", as: .copy, by: "u1"), "forbidden at 0.2 before:c limit")
    try scene.begin("b", "x", by: "u2")
    try expectEqual(scene.propose("0.0", by: "u2"), "forbidden at 0.0 before:a limit")
  }

  @Test(
    "accept is met by one of its values, and an empty one by an item without the field",
    arguments: [
      ("red", "red", true), ("red", "blue", false), ("red", "Red", false), ("red", nil, false),
      ("red,blue", "blue", true), ("red", "green,red", true), ("red", "green, red ", true),
      ("red", "green,,", false), ("", nil, true), ("", "red", false), ("red,", nil, true),
      ("red", "re", false), ("light blue", "red, light blue", true), ("", ",", false),
    ])
  func accepted(_ values: String, value: String?, isAccepted: Bool) {
    let list = values.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let fields: Fields = value.map { ["other": "red", "label": Text($0)] } ?? ["other": "red"]
    expectEqual(Policy.FieldValues("label", values: list).accept(fields), isAccepted)
  }

  @Test("that asks for fields costs a proposal a look at each item, and no other policy does")
  func fieldsAreAskedFor() {
    var policies = BoardPolicies()
    policies.set([.limit(3), .paused(true)], for: .section("A"))
    #expect(!policies.concernFields)
    policies.set([.accept(.init("done", values: ["yes"]))], for: .section("A"))
    #expect(policies.concernFields)
    policies.set([.inherit(.accept), .onDrop(.init("done", to: nil))], for: .section("A"))
    #expect(policies.concernFields)
    policies.set([.inherit(.onDrop)], for: .section("A"))
    #expect(!policies.concernFields)
    policies.set([.onDrop(.init("done", to: "yes"))], for: .board)
    #expect(policies.concernFields)
    policies.set([.onDrop(nil)], for: .board)
    #expect(!policies.concernFields)
  }

  @Test("empty=remove applies to the moves and deletes of any command")
  func emptied() throws {
    let scene = DragScene("A: a | B: b c | C: | D: d")
    scene.set(.empty(.remove))
    scene.set(.empty(.keep), for: "D")
    let note = RevisionNote(author: "u1", time: 0)
    let revision = try scene.today.transact(note) { transaction in
      transaction.move(["a", "d"], to: [1, 0])
      transaction.deleteEmptiedSections()
    }
    expectEqual(revision?.edits.last, .deleteSection(Section(id: "A", title: "A"), at: 0))
    expectEqual(revision?.edits.count, 3)
  }
}
