import BoardModel
import Simulation
import TestKit
import Testing

@testable import dropline

@Suite("A board as Trello's JSON")
struct TrelloBoardTests {
  private static let list = #"{"id":"a","name":"A","pos":1}"#

  private func board(_ text: String) throws(Complaint) -> TrelloBoard {
    try TrelloBoard(Array(text.utf8))
  }

  @Test("has the lists and cards in their order, without archived lists, which are counted")
  func export() throws {
    let text = """
      {"name": "Holidays", "actions": [{"type": "x", "data": {"n": [null, -1.5e3, true, "\\u00e9"]}}],
       "lists": [{"id": "b", "name": "Doing", "closed": false, "pos": 200.5, "limit": null},
                 {"id": "a", "name": "To do", "closed": false, "pos": 1e2},
                 {"id": "c", "name": "Old", "closed": true, "pos": 1}],
       "cards": [{"id": "1", "idList": "a", "name": "Second", "desc": "", "closed": false, "pos": 2},
                 {"id": "2", "idList": "a", "name": "First", "desc": "a note", "pos": 1},
                 {"id": "3", "idList": "c", "name": "Gone", "closed": false, "pos": 1},
                 {"id": "4", "idList": "b", "name": "Done", "closed": true, "pos": 1},
                 {"id": "5", "idList": "b", "name": "\\ud83d\\ude00\\n", "pos": 1,
                  "desc": "\(String(repeating: "x", count: 1_024))"}]}
      """
    let board = try board(text)
    expectEqual(
      board.content,
      [
        Section(
          id: "s1", title: "To do",
          items: [
            Item(id: "i1", text: "First", fields: ["description": "a note"]),
            Item(id: "i2", text: "Second"),
          ]),
        Section(
          id: "s2", title: "Doing",
          items: [
            Item(id: "i3", text: "Done", fields: ["closed": "yes"]), Item(id: "i4", text: "😀\n"),
          ]),
      ])
    expectEqual(board.title, "Holidays")
    expectEqual(board.leftOut[.archivedLists], 1)
    expectEqual(board.leftOut[.archivedCards], 1)
    expectEqual(board.leftOut[.longDescriptions], 1)
    expectEqual(
      "\(board.leftOut)", "; left out: 1 archived list, 1 archived card, 1 long description")
  }

  @Test("has details of cards as fields, checklists as lines of texts, and counts what it has not")
  func details() throws {
    let text = """
      {"name": "Trip", "lists": [\(Self.list)],
       "checklists": [
         {"id": "y", "idCard": "1", "name": "Papers", "pos": 2, "checkItems": [{"name": "Visa", "state": "incomplete", "pos": 1}]},
         {"id": "x", "idCard": "1", "name": "Pack", "pos": 1, "checkItems": [
           {"name": "Tent\\nbig", "state": "incomplete", "pos": 2}, {"name": "Map", "state": "complete", "pos": 1}]},
         {"id": "z", "idCard": "2", "name": "Empty", "pos": 1, "checkItems": []}],
       "cards": [
         {"id": "1", "idList": "a", "name": "Go", "desc": "by train", "pos": 1, "due": "2026-12-01T09:00:00.000Z",
          "dueComplete": true, "labels": [{"name": "urgent,now", "color": "red"}, {"name": "", "color": "green"}],
          "idMembers": ["m", "n"], "attachments": [{"id": "q"}], "badges": {"comments": 3, "votes": 0},
          "customFieldItems": [{}]},
         {"id": "2", "idList": "a", "name": "Stay", "pos": 2, "due": null, "labels": null, "badges": null}]}
      """
    let board = try board(text)
    let go = """
      Go
      Pack:
      [x] Map
      [ ] Tent big
      Papers:
      [ ] Visa
      """
    expectEqual(board.content[0].items.map(\.text.string), [go, "Stay"])
    expectEqual(
      board.content[0].items.map(\.fields),
      [
        [
          "due": "2026-12-01T09:00Z", "done": "yes", "label": "urgent;now,green",
          "description": "by train",
        ], [:],
      ])
    expectEqual(
      "\(board.leftOut)",
      "; left out: 1 label comma, 1 label colour, 2 members, 3 comments, 1 attachment, 1 custom field"
    )
  }

  @Test(
    "keeps descriptions, due dates and labels while a value or a text has room, and counts the rest"
  )
  func longDetails() throws {
    func read(_ description: Int, _ items: Int, due: Int = 4) throws -> (Item, LeftOut) {
      let check = #"{"name":"\#(String(repeating: "c", count: 300))","state":"complete","pos":1}"#
      let checks = Array(repeating: check, count: items).joined(separator: ",")
      let label = #"{"name":"\#(String(repeating: "l", count: 127))"}"#
      let board = try board(
        #"{"lists":[\#(Self.list)],"checklists":[{"idCard":"1","name":"L","pos":1,"checkItems":[\#(checks)]}],"#
          + #""cards":[{"id":"1","idList":"a","name":"n","pos":1,"due":"\#(String(repeating: "u", count: due))","#
          + #""labels":[\#(label),\#(label),\#(label)],"desc":"\#(String(repeating: "d", count: description))"}]}"#
      )
      return (board.content[0].items[0], board.leftOut)
    }
    let (short, shortLeft) = try read(256, 3, due: 256)
    #expect(short.text.string.hasPrefix("n\nL:\n[x] cc") && short.fields.count == 3)
    expectEqual(short.fields["label"]?.byteCount, 255)
    expectEqual("\(shortLeft)", "; left out: 1 long detail")
    let (full, fullLeft) = try read(1_022, 2, due: 257)
    #expect(full.text.string.hasSuffix("d") && full.fields.map(\.name) == ["label"])
    expectEqual("\(fullLeft)", "; left out: 4 long details")
    let (long, longLeft) = try read(1_023, 1)
    #expect(long.text.string.hasPrefix("n\nL:\n[x] cc"))
    expectEqual("\(longLeft)", "; left out: 1 long description, 1 long detail")
  }

  @Test(
    "has members of Trello for the fields that it knows, and the item where they do not say all")
  func written() throws {
    func cards(_ item: Item) -> String {
      TrelloBoard.file(of: [Section(id: "s1", title: "A", items: [item])], named: "b")
    }
    let known = cards(
      Item(
        id: "i1", text: "Go",
        fields: [
          "due": "2026-12-01", "done": "yes", "label": "red,now", "closed": "yes",
          "description": "by train",
        ]))
    let card =
      #""name":"Go","desc":"by train","closed":true,"pos":1,"due":"2026-12-01T00:00:00.000Z","dueComplete":true,"#
      + #""labels":[{"name":"","color":"red"},{"name":"now"}]}]}"#
    #expect(known.contains(card), "\(known)")
    let other = cards(Item(id: "i1", text: "a\nb", fields: ["amount": "3"]))
    let item =
      #""desc":"b","closed":false,"pos":1,"item":{"text":"a\u000ab","fields":{"amount":"3"}}}]}"#
    #expect(other.contains(item), "\(other)")
  }

  @Test(
    "is refused with the path of the value that is wrong",
    arguments: [
      ("{}", "lists: this member is missing"),
      (#"{"lists":[]}"#, "cards: this member is missing"), ("[]", "the file: this is no object"),
      (#"{"lists":{},"cards":[]}"#, "lists: this is no array"),
      (#"{"lists":[3],"cards":[]}"#, "lists[0]: this is no object"),
      (#"{"lists":[{"id":"a","pos":1}],"cards":[]}"#, "lists[0].name: this member is missing"),
      (#"{"lists":[{"id":"a","name":7,"pos":1}],"cards":[]}"#, "lists[0].name: this is no string"),
      (#"{"lists":[\#(list),\#(list)],"cards":[]}"#, "lists[1].id: another list has this id"),
      (#"{"lists":[\#(list)],"cards":[{"idList":"b"}]}"#, "cards[0].idList: no list has this id"),
      (
        #"{"lists":[\#(list)],"cards":[{"idList":"a","name":"x","pos":"top"}]}"#,
        "cards[0].pos: this is no number"
      ),
      (
        #"{"lists":[\#(list)],"cards":[{"idList":"a","name":"x","pos":1,"closed":null}]}"#,
        "cards[0].closed: this is no true or false"
      ),
      (
        #"{"lists":[\#(list)],"cards":[{"idList":"a","pos":1,"item":{"text":"x","fields":{"rev":"1"}}}]}"#,
        "cards[0].item.fields.rev: this is no field, is empty, or is there twice"
      ),
      (
        #"{"lists":[\#(list)],"cards":[{"idList":"a","pos":1,"item":{"text":"x","fields":{"a":1}}}]}"#,
        "cards[0].item.fields.a: this is no string"
      ),
    ])
  func values(_ text: String, _ reason: String) throws {
    let fault = try #require(throws: Complaint.self) { try board(text) }
    expectEqual(fault.description, reason)
  }

  @Test(
    "is refused with the line that is not JSON",
    arguments: [
      ("", 1, 1), ("not json", 1, 1), ("{\"lists\":[],\n\"cards\":[],\n\"x\":[1,]}", 3, 8),
      (#"{"lists":[],"cards":[]} x"#, 1, 25), ("{\"lists\":[{\"name\":\"a\u{0}\"}]}", 1, 21),
      (#"{"a":01}"#, 1, 7), (#"{"a":-}"#, 1, 7), (#"{"a":1.}"#, 1, 8), (#"{"a":"\x"}"#, 1, 9),
      (#"{"a":"\u12"}"#, 1, 9), (#"{"a":tru}"#, 1, 6), (#"{"a" 1}"#, 1, 6), (#"{"a":"b"#, 1, 8),
    ])
  func syntax(_ text: String, _ line: Int, _ byte: Int) throws {
    let fault = try #require(throws: Complaint.self) { try board(text) }
    expectEqual(fault.description, "line \(line), byte \(byte): this is not JSON")
  }

  @Test("is refused if it is too deep, no text, or has a text that is too long")
  func hostile() throws {
    for text in [
      String(repeating: "[", count: 1_000_000), #"{"a":"# + String(repeating: "[", count: 100_000),
      String(repeating: #"{"a":"#, count: 100_000),
    ] {
      let fault = try #require(throws: Complaint.self) { try board(text) }
      #expect(
        fault.description == "there are more than 200 values within one another"
          || fault.description == "the file: this is no object", "\(fault)")
    }
    let fault = try #require(throws: Complaint.self) { try TrelloBoard([0x22, 0xFF, 0x22]) }
    expectEqual(fault.description, "the file is not UTF-8")
    let long = String(repeating: "x", count: 10_000_000)
    let card = #"{"lists":[\#(Self.list)],"cards":[{"idList":"a","name":"\#(long)","pos":1}]}"#
    let tooLong = try #require(throws: Complaint.self) { try board(card) }
    expectEqual(tooLong.description, "cards[0].name: a text has at most 1024 bytes")
  }

  @Test("is read as it was written, whatever its titles, texts and fields are (slow: 5,000 boards)")
  func law() throws {
    let seed = Int.random(in: 0..<1_000_000)
    var random = SeededRandom(seed: seed)
    let scalars: [Unicode.Scalar] = [
      "a", "\"", "\\", "\n", "\r", "\u{0}", "é", "\u{301}", "😀", "/",
    ]
    for _ in 0..<5_000 {
      let content = random.content(of: scalars)
      let file = TrelloBoard.file(of: content, named: "b")
      let read = try board(file)
      try #require(read.content == content && read.leftOut == .init(), "seed \(seed): \(file)")
    }
  }
}
