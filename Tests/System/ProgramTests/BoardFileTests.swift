import BoardAuthority
import BoardDelivery
import BoardJournal
import BoardModel
import BoardServer
import BoardWire
import Simulation
import TestKit
import Testing

@testable import dropline

@Suite("A board file")
struct BoardFileTests {
  @Test("written by hand needs no counts, no ids and no last line feed")
  func byHand() throws {
    let file = try BoardFile(
      """
      board groceries

      section - To buy
      item - Bread
      item i1 Milk

      section s1 - 7 shops
      item - a\\nb
      section s9
      item -
      """)
    expectEqual(file.name, "groceries")
    expectEqual(file.revision, 0)
    expectEqual(
      file.content,
      [
        Section(
          id: "s2", title: "To buy",
          items: [Item(id: "i2", text: "Bread"), Item(id: "i1", text: "Milk")]),
        Section(id: "s1", title: "7 shops", items: [Item(id: "i3", text: "a\nb")]),
        Section(id: "s9", title: "", items: [Item(id: "i4", text: "")]),
      ])
  }

  /// More fields than an item may have, though each of them may be.
  private static let longFields = (0..<5).map { "f\($0)=\(String(repeating: "x", count: 250))" }
    .joined(separator: " ")

  @Test("has the fields of an item in front of its text")
  func fields() throws {
    let file = try BoardFile("board a\nsection - A\nitem - due=2026-12-01 note=a\\u{20}b a\\=b\n")
    expectEqual(
      file.content[0].items,
      [Item(id: "i1", text: "a=b", fields: ["due": "2026-12-01", "note": "a b"])])
  }

  /// More types than a board may have.
  private static let types = [0..<9, 9..<17].map { numbers in
    "fields a " + numbers.map { "f\($0)=date" }.joined(separator: " ")
  }.joined(separator: "\n")

  @Test("has policies and types of fields behind its items, with sections by their ids or indices")
  func settings() throws {
    let file = try BoardFile(
      """
      board a
      section s7 A
      item - due=soon b
      section - B
      policy a * title=Our\\u{20}list on-choose=move:1
      policy a s7 limit=5
      policy a 1 accept=done:yes on-choose=move:s9
      policy a s7 draggable=no
      fields a due=date n=number
      fields a n=
      """)
    expectEqual(file.title, "Our list")
    expectEqual(
      file.policies.ownSettings(for: .board), [.onChoose(.move(to: .id("s1"))), .title("Our list")])
    expectEqual(file.policies.ownSettings(for: .section("s7")), [.draggable(false), .limit(5)])
    expectEqual(
      file.policies.ownSettings(for: .section("s1")),
      [.accept(.init("done", values: ["yes"])), .onChoose(.move(to: .id("s9")))])
    expectEqual(file.fieldTypes, ["due": .date])
  }

  @Test("may have - for each count, or only some of the counts")
  func someCounts() throws {
    let heads = [
      "board a", "board a 7", "board a - -", "board a 7 1", "board a 7 - 2", "board a 7 1 2",
    ]
    let sections = ["section s1 To do", "section s1 - To do", "section s1 1 To do"]
    for head in heads {
      for section in sections {
        let file = try BoardFile("\(head)\n\(section)\nitem i1 Bread\n")
        expectEqual(file.revision, (head.contains("7") ? 7 : 0))
        expectEqual(
          file.content,
          [
            Section(id: "s1", title: "To do", items: [Item(id: "i1", text: "Bread")])
          ])
      }
    }
  }

  @Test(
    "names the line that is wrong, what is wrong and what is right",
    arguments: [
      ("", 1, "the first line is `board BOARD [REV [SECTIONS [LINES]]]`"),
      ("# Groceries\n", 1, "the first line is `board BOARD"),
      ("board my list\n", 1, "\"list\" is no number"),
      ("board 7\n", 1, "\"7\" is no id"),
      ("board a\nitem - Bread\n", 2, "a section must be before this item"),
      (
        "board a\nsection - A\n\nitme - Bread\n", 4,
        "a line begins with `section`, `item`, `policy` or"
      ),
      (
        "board a\nsection - A\nitem Ä Bread\n", 3, "`item ID [FIELD=VALUE…] [TEXT]`"
      ),
      ("board a\nsection - A\nitem\n", 3, "ITEM is missing"),
      ("board a\nsection - A\nitem - at=b\n", 3, "in a text write at\\="),
      ("board a\nsection - A\nitem - a=b a=c d\n", 3, "Write a once."),
      ("board a\nsection - A\nitem - \(longFields) d\n", 3, "at most 1024 bytes with their names"),
      ("board a\nsection - A\nitem - a\\b\n", 3, "After a backslash comes"),
      ("board a\nsection - A\nitem -\ta\n", 3, "a tab or another control character"),
      ("board a\nsection - A\nitem i1 a\nitem i1 b\n", 4, "item i1 is on line 3 already"),
      ("board a\nsection s1 A\nsection s1 B\n", 3, "section s1 is on line 2 already"),
      ("board a\nsection - 2 A\nitem - a\n", 2, "counts 1 more items than it has"),
      ("board a\nsection - 2 A\nsection - B\n", 3, "the section on line 2 counts 2 more"),
      ("board a\nsection - 0 A\nitem - a\n", 3, "the section on line 2 counts fewer items"),
      ("board a 0 2\nsection - A\n", 1, "counts 2 sections, and there are 1"),
      ("board a 0 1 2\nsection - A\n", 3, "the file ends too early"),
      ("board a 0 1 1\nsection - A\nitem - b\n", 3, "nothing may follow the 1 lines"),
      ("board a 0 1 1\nsection A 0 Cut of", 2, "the last line has no line feed"),
      ("board a\nsection - A\nfields a due=day\n", 3, "they are text, flag, number, date, set"),
      ("board a\nsection - A\nfields a due=\\u{20}\n", 3, "is no type of a field"),
      ("board a\nsection - A\nfields a a-b=date\n", 3, "\"a-b\" is no name of a field"),
      ("board a\nsection - A\nfields a\n", 3, "the row says nothing"),
      ("board a\nsection - A\nfields b due=date\n", 3, "this is the board a, and no b"),
      ("board a\nsection - A\n\(types)\n", 4, "at most 16 types of fields"),
      ("board a\nsection - A\npolicy a 0 limit=many\n", 3, "\"limit=many\" is no setting"),
      ("board a\nsection - A\npolicy a 0 limt=3\n", 3, "\"limt\" is no setting"),
      ("board a\nsection - A\npolicy a 0 title=B\n", 3, "\"title=B\" is no setting"),
      ("board a\nsection - A\n\npolicy a 1 limit=3\n", 4, "the file has no such section"),
      ("board a\nsection - A\npolicy a s9 limit=3\n", 3, "the file has no such section"),
      ("board a\nsection - A\npolicy a 0 board=b limit=3\n", 3, "with * for the whole board"),
      ("board a\nsection - 1 A\npolicy a 0 limit=3\nitem - b\n", 3, "counts 1 more items"),
      ("board a\nsection - A\npolicy a 0 limit=3\nitem - b\n", 4, "must be before settings"),
    ])
  func faults(_ text: String, _ line: Int, _ reason: String) throws {
    let fault = try #require(throws: FileFault.self) { try BoardFile(text) }
    expectEqual(fault.line, line, "\(fault)")
    #expect(fault.reason.contains(reason), "\(fault)")
  }

  @Test("is read as it was exported, whatever its content, its policies and its types are")
  func law() throws {
    let seed = Int.random(in: 0..<1_000_000)
    var random = SeededRandom(seed: seed)
    let scalars: [Unicode.Scalar] = ["a", "=", " ", "\\", "-", "\n", "é", ","]
    for _ in 0..<1_000 {
      let content = random.content(of: scalars)
      let (policies, types) = (random.policies(of: content), random.fieldTypes())
      let bytes = try exported(content, policies, types)
      let file = try BoardFile(bytes)
      let isSame = file.content == content && file.policies == policies && file.fieldTypes == types
      let text = String(decoding: bytes, as: UTF8.self)
      try #require(isSame && file.revision == 7, "seed \(seed): \(text)")
    }
  }

  /// A board as `export` writes it, from what its journal has.
  private func exported(
    _ content: Content, _ policies: BoardPolicies, _ types: FieldTypes
  ) throws -> [UInt8] {
    var rows = WireBuffer()
    var commands = WireBuffer()
    rows.appendContent(Board(content))
    let sections = content.map { ($0.id.string, policies.ownSettings(for: .section($0.id))) }
    for (target, settings) in [("*", policies.ownSettings(for: .board))] + sections
    where !settings.isEmpty {
      let reference = SectionID(target).map { PolicyRequest.Target.section(.id($0)) }
      commands.append(.policy(PolicyRequest(reference ?? .board, settings)))
    }
    let changes = Fields().changes(to: types.words)
    if !changes.isEmpty { commands.append(.board(.fields(.init(changes: changes)))) }
    var replay = BoardReplay(of: StoredBoard(name: "list", head: 7))
    try replay.apply(.snapshot(revision: 7, body: rows.bytes))
    try replay.apply(.policy(body: commands.bytes))
    return replay.snapshot
  }

  @Test("of a server is read as it was, with its drag sessions and selections read over")
  func recorded() throws {
    let file = try BoardFile(
      "board a 3 1 3\nsection s1 1 A\nitem i1 Bread\nselected anna i1\n")
    expectEqual(
      file.content, [Section(id: "s1", title: "A", items: [Item(id: "i1", text: "Bread")])])
  }
}

extension SeededRandom {
  fileprivate mutating func policies(of content: Content) -> BoardPolicies {
    let ofSections: [PolicySetting] = [
      .limit(5), .draggable(false), .empty(.remove), .onChoose(.move(to: .id("s1"))),
      .onChoose(.move(to: .id("s9"))), .accept(.init("a", values: ["", "b c", "=\\"])),
      .onDrop(.init("due", to: "to\nday ")), .onDrop(.init("due", to: nil)),
    ]
    var policies = BoardPolicies()
    for section in content where percent(60) {
      for _ in 0...below(4) { policies.set([one(of: ofSections)], for: .section(section.id)) }
    }
    if percent(50) { policies.set([.title("Our = list "), one(of: ofSections)], for: .board) }
    return policies
  }

  fileprivate mutating func fieldTypes() -> FieldTypes {
    var types = FieldTypes()
    let names: [FieldName] = ["a", "done", "due", "x1"]
    for _ in 0..<below(4) {
      types.set(one(of: names), to: one(of: [.flag, .number, .date, .set]))
    }
    return types
  }
}

extension BoardFile {
  fileprivate init(_ text: String) throws(FileFault) { try self.init(Array(text.utf8)) }
}
