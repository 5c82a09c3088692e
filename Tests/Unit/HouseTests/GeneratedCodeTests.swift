import Foundation
import Testing

@testable import lines

@Suite("The code that is made from the tables of the protocol")
struct GeneratedCodeTests {
  private static let page = House.text(of: "protocol/lines.md")

  private static let codes = House.text(of: "protocol/errors.md")

  /// The files of a page with other lines, or with other codes.
  private static func files(
    _ lines: String = page, codes: String = codes
  ) throws(TableMistake) -> [GeneratedFiles.File] {
    try GeneratedFiles(
      lines: lines, codes: codes,
      limits: House.text(of: "protocol/limits.md"),
      drags: House.text(of: "protocol/drag-session.md")
    ).files
  }

  @Test("is what the tables say, and nothing else is beside it")
  func made() throws {
    let made = try GeneratedFiles(in: House.root)
    for file in made.files + made.clients {
      #expect(House.text(of: file.path) == file.text, "`swift run lines` writes \(file.path)")
    }
    let names = GeneratedFiles.folders.flatMap { folder in
      House.names(in: folder).map { "\(folder)/\($0)" }
    }
    #expect(Set(names) == Set(made.files.map(\.path)))
  }

  /// The page with a verb that nobody would add.
  private static func page(withVerbFor role: String) -> String {
    page
      .adding("| `juggle SECTION PLACE [board=BOARD]` | juggles it | | edit |", under: "Commands")
      .adding(
        "| `ok juggle SECTION rev=REV` | the juggled section | | yes | revision |",
        under: "Replies"
      )
      .adding(
        "| `juggle` | edit | sections | \(role) | BOARD or current | board | yes | section | |",
        under: "Commands in a server"
      )
      .adding("| `juggle` | juggles a section | `juggle s1 0.0` | section-gone |", under: "Help")
  }

  @Test(
    "has a verb that is added to the tables in every place where a verb is needed",
    arguments: ["owner", "editor"])
  func added(_ role: String) throws {
    let files = try Self.files(Self.page(withVerbFor: role))
    let old = Set(try Self.files(Self.page).map(\.text))
    let changed = files.filter { !old.contains($0.text) }
    let all = changed.map(\.text).joined()
    for line in [
      "case juggle\n", "case juggle(Juggle)", "case juggle(JuggleReply)",
      "public struct Juggle: Hashable", "public typealias JuggleReply = DeleteSectionReply",
      "case .juggle: try .edit(.juggle(.read(&line)))",
      "case .juggle: return try .whole(.juggle(.init(&line, from: nil)))",
      "case .juggle(let fields): line(\"ok juggle\", fields)",
      "case .juggle(let fields): buffer.line(\"juggle\", fields)",
      ".juggle(let fields): .board(fields.board)",
      "case .juggle(let fields): .section(fields.section)", "[\"juggle s1 0.0\"],",
      ".init(\"juggle SECTION PLACE [board=BOARD]\"),",
      ".init(\"ok juggle SECTION rev=REV\"),",
    ] {
      #expect(all.contains(line), "\(line)")
    }
    #expect(all.contains("case .juggle: .owner") == (role == "owner"))
    for line in [
      "JuggleCommand.self,", "static let abstract = \"Juggle a section.\"",
      "[\"dropline juggle groceries/s1 0.0\"]",
      ".edit(.juggle(.init(section.value, place: place.value, on: board)))",
    ] {
      #expect(all.contains(line) == (role == "editor"), "\(line)")
    }
  }

  @Test("has a row that is added to its table in every place where a row is needed")
  func addedRow() throws {
    let page = Self.page.adding("| `swap PATH ITEM [TEXT]` | before |", under: "Rows")
    let old = Set(try Self.files().map(\.text))
    let all = try Self.files(page).map(\.text).filter { !old.contains($0) }.joined()
    for line in [
      "case swap(SwapRow)\n", "case .swap: .swap\n", "if kind.equals(\"swap\") {",
      "self = .swap(try .init(&line, from: nil))", "public struct SwapRow: Hashable",
      "text = try line.trailingText(limit: Limits.textBytes, old?.text)",
      ".init(\"swap PATH ITEM [TEXT]\"),",
    ] {
      #expect(all.contains(line), "\(line)")
    }
  }

  @Test("has the sentence of a code if there is one, and asks a function by hand if not")
  func sentences() throws {
    let row = "| `already-known` | `item=ITEM board=BOARD` | it is known | race | never |"
    let codes = Self.codes.adding(row, under: "Refusals")
    let all = try Self.files(codes: codes).map(\.text).joined()
    let call = "RefusalSentences.alreadyKnown(item, board, context)"
    #expect(all.contains("case .alreadyKnown(let item, let board): \(call)"))
    let said = codes.adding(
      "| `refused already-known` | See \"open BOARD\". |", under: "Sentences")
    let line = "case .alreadyKnown(_, let board): \"See \\\"open \\(board)\\\".\""
    #expect(try Self.files(codes: said).map(\.text).joined().contains(line))
    let wrong = Self.codes.adding("| `refused already-known` | It is. |", under: "Sentences")
    let mistake = try #require(throws: TableMistake.self) { try Self.files(codes: wrong) }
    #expect(mistake.reason == "there is no code of `refused already-known`")
  }

  @Test("has the sentences of a code in the order of their conditions, and by hand what is left")
  func conditions() throws {
    let row = "| `already-known` | `item=ITEM by=CLIENT` | it is known | race | never |"
    let codes = Self.codes.adding(row, under: "Refusals")
    let heading = "Sentences of commands"
    let said = [
      "| `refused already-known` | `add`, a section | WORD is no ITEM: see LOWERCASE. |",
      "| `refused already-known` | own, `force=yes` | You know it. |",
    ].reduce(codes) { $0.adding($1, under: heading) }
    let all = try Self.files(codes: said).map(\.text).joined()
    for line in [
      "case .alreadyKnown(let item, let by):\n      switch (context.subject, context.verb) {",
      "case (.section, .add): \"\\(item) is no ITEM: see \\(item.lowercased()).\"",
      "case (_, _) where context.client == by && context.hasKey(\"force\"): \"You know it.\"",
      "case _: RefusalSentences.alreadyKnown(item, by, context)",
    ] {
      #expect(all.contains(line), "\(line)")
    }
    for (condition, reason) in [
      ("at night", "\"if\" is never \"at night\""), ("", "\"if\" has no condition"),
    ] {
      let row = "| `refused already-known` | \(condition) | It is. |"
      let wrong = codes.adding(row, under: heading)
      let mistake = try #require(throws: TableMistake.self) { try Self.files(codes: wrong) }
      #expect(mistake.reason == reason)
    }
  }

  /// A change of a table that makes no sense, and what is said of it.
  static let mistakes: [(old: String, new: String, reason: String)] = [
    ("`ping [TEXT]`", "`ping [TEXT] NAME`", "`NAME` stands behind `[TEXT]`"),
    ("`quit`", "`Quit`", "`Quit` does not begin with a word in small letters"),
    ("`quit`", "`ping`", "`ping` has a row above"),
    ("`create BOARD`", "`create BOARD BOARD`", "`BOARD` is there twice"),
    ("`create BOARD`", "`create [BOARD`", "`[BOARD` lacks a bracket"),
    ("`edit ITEM", "`edit THING", "`THING`: no type is known for THING here"),
    ("`create BOARD`", "`create a=b`", "`a=b` is no key with the name of a value"),
    ("`create BOARD`", "`make BOARD`", "\"Commands in a server\" has no row `make`"),
    (
      "| `create` | board | managing | owner |", "| `create` | board | managing | king |",
      "there is no role \"king\""
    ),
    (
      "| `create` | board | managing | owner |", "| `create` | board | managing | |",
      "`create` has no role"
    ),
    ("| new BOARD | boards |", "| new BOARD | worlds |", "\"changes\" is never \"worlds\""),
    ("| new BOARD | boards | | edit |", "| new BOARD | boards | | |", "`create` has no cost"),
    (
      "| new BOARD | boards | | edit |", "| new BOARD | boards | | much |",
      "there is no cost \"much\""
    ),
    (
      "| new BOARD | boards | | edit |", "| new BOARD | boards | | section |",
      "the cost \"section\" needs a part `SECTION` of `create BOARD`"
    ),
    ("editor, owner with force", "editor, owner with anger", "has no key \"anger\""),
    ("`ok quit`", "`ok leave`", "`ok leave` answers no verb of \"Commands\""),
    ("| drawn lines | drawn lines |", "| drawn lines | |", "a reply has LINES if, and only if"),
    ("| `TO` | |", "| `TOO` | |", "no command has a part `TOO`"),
    ("| `drag DRAG lost` |", "| `drag DRAG lifted` |", "\"lifted\" has a row above"),
    (
      "| `quit` | ends the connection | | core |", "| `quit` | ends the connection | core |",
      "3 cells, and the table has 4 columns"
    ),
    ("## Help\n", "## Halp\n", "there is no table \"Help\""),
    (
      "| owner | new BOARD |", "| owner | BOARD or all |",
      "\"of\" needs a part board of `create BOARD`"
    ),
    ("| `ping` | connection |", "| `ping` | all |", "\"told\" is never \"all\""),
    ("## Greeting\n", "## Greetings\n", "there is no form \"Greeting\""),
    ("(5.8) | string |", "(5.8) | word |", "\"JSON\" is never \"word\""),
    ("| METRIC | a", "| METRICS | a", "\"Values\" has no row METRIC of `[METRIC]`"),
    ("| LABEL | what", "| TOKEN | what", "TOKEN has a row above"),
    (
      "`drag`, `selected`, `policy`", "`drag`, `chosen`, `policy`",
      "there is no `chosen` in \"Events\""
    ),
    ("`field`, `limit` (8.3)", "`limit` (8.3)", "\"Evaluation\" has not the reasons of REASON"),
    ("| PROFILES |", "| PROFILE |", "\"Values\" has no row PROFILES"),
    (
      "`undo`, `select`, `fields`, `counts` and", "`undo`, `fields`, `counts` and",
      "\"profile\" is never \"select\""
    ),
    ("| `at` `board` `drag`", "| `at` `drag`", "must be no name of a field"),
  ]

  @Test(
    "is not made of a mistake, which is reported with its line and its reason",
    arguments: mistakes.indices)
  func mistake(_ index: Int) throws {
    let (old, new, reason) = Self.mistakes[index]
    let range = try #require(Self.page.range(of: old), "\(old)")
    let page = Self.page.replacingCharacters(in: range, with: new)
    let error = try #require(throws: TableMistake.self) { try Self.files(page) }
    #expect(error.reason.contains(reason), "\(error)")
    let line = page.split(separator: "\n", omittingEmptySubsequences: false)[error.line - 1]
    #expect(error.line == 1 || line.hasPrefix("|"), "\(error)")
  }
}

extension String {
  /// A page with one more row at the end of the table under a heading.
  fileprivate func adding(_ row: String, under heading: String) -> String {
    var lines = components(separatedBy: "\n")
    guard let start = lines.firstIndex(of: "## \(heading)"),
      let table = lines[start...].firstIndex(where: { $0.hasPrefix("|") }),
      let end = lines[table...].firstIndex(where: { !$0.hasPrefix("|") })
    else { return self }
    lines.insert(row, at: end)
    return lines.joined(separator: "\n")
  }
}
