import Glibc
import SystemTestKit
import TestKit
import Testing

/// Files of every form through the real program.
@Suite("The forms of board files")
struct BoardFormsTests {
  private let folder: Scratch

  init() throws { folder = try Scratch() }

  private func run(_ words: String...) throws -> (output: String, status: Int32) {
    try ChildProcess(words, after: "cd '\(folder.path)'").end()
  }

  private func file(_ name: String, _ text: String) throws {
    try write(Array(text.utf8), toFile: "\(folder.path)/\(name)")
  }

  private static let board = """
    board list 0 2 4
    section s1 2 To buy
    item i1 done=yes due=2026-12-01 Bread
    item i2 amount=3 label=red,big Oat, milk
    section s2 0 In the basket

    """

  static let forms = [("csv", "csv"), ("trello", "json"), ("markdown", "md")]

  @Test("are exported, imported and served, and the board is the same", arguments: forms)
  func roundTrip(_ form: String, _ ending: String) throws {
    try file("list.board", Self.board)
    try expectEqual(run("import", "--data", "one", "list.board").status, 0)
    try expectEqual(run("export", "--data", "one", "--to", "out", "--format", form).status, 0)
    let again = try run("import", "--data", "two", "out/list.\(ending)", "--json")
    #expect(again.output.contains(#""rows":[{"board":"list","rev":0,"#) && again.status == 0)
    try expectEqual(run("export", "--data", "two").output + "\n", Self.board)
    let server = try ServedFile("\(folder.path)/out/list.\(ending)")
    let shown = try ChildProcess(["show", "list", "--json", "--server", server.address]).end()
    #expect(
      shown.output.contains(
        #"{"kind":"item","item":"i2","fields":{"amount":"3","label":"red,big"},"text":"Oat, milk"}"#
      ))
    #expect(shown.output.contains(#"{"kind":"section","section":"s2","items":0,"#))
  }

  /// The board with policies and types; `soon` was there before its field had one.
  private static let settled = """
    board list 4 2 8
    section s1 2 To buy
    item i1 done=yes due=2026-12-01 Bread
    item i2 due=soon label=red,big Oat, milk
    section s2 0 In the basket
    fields list done=flag due=date label=set
    policy list * selection=multiple title=Our\\u{20}list
    policy list s1 limit=5 accept=label:red,very\\u{20}big on-choose=move:s2
    policy list s2 on-drop=set:due:today empty=remove

    """

  @Test("of the protocol's own have policies and types of fields, in a directory and on a server")
  func settings() throws {
    try file("list.board", Self.settled)
    try expectEqual(
      run("import", "--data", "one", "list.board").output,
      #"list: revision 4; its title is "Our list""#)
    try expectEqual(run("export", "--data", "one", "--to", "out").status, 0)
    try expectEqual(run("export", "--data", "one").output + "\n", Self.settled)
    let json = try run("export", "--data", "one", "--json").output
    #expect(
      json.contains(
        #"{"kind":"fields","board":"list","fields":{"done":"flag","due":"date","label":"set"}}"#))
    let limit = #""target":"s1","limit":5,"accept":"label:red,very big","on-choose":"move:s2"}"#
    #expect(json.contains(#"{"kind":"policy","board":"list",\#(limit)"#), "\(json)")
    let server = try ServedFile("\(folder.path)/out/list.board")
    let shown = try ChildProcess(["show", "list", "--json", "--server", server.address]).end()
    expectEqual(shown.output, json)
    let two = try PersistedBoards()
    let running = try two.serve("--http", "none")
    let address = "127.0.0.1:\(running.port)"
    try expectEqual(run("import", "--server", address, "out/list.board").status, 0)
    try running.end(SIGTERM)
    // A server counts the revisions of its own.
    try expectEqual(
      two.run("export").output + "\n",
      Self.settled.replacing("board list 4", with: "board list 1"))
  }

  @Test(
    "of Trello and Markdown have the title of a board",
    arguments: [("trello", "json"), ("markdown", "md")])
  func titles(_ form: String, _ ending: String) throws {
    try file("list.md", "# The \\\\ \"list\" of ü\n\n## A\n- x\n")
    try expectEqual(run("import", "--data", "one", "list.md").status, 0)
    try expectEqual(run("export", "--data", "one", "--to", "out", "--format", form).status, 0)
    let again = try run("import", "--data", "two", "out/list.\(ending)")
    expectEqual(again.output, #"list: revision 0; its title is "The \ "list" of ü""#)
    try expectEqual(run("export", "--data", "two", "--to", "again", "--format", form).status, 0)
    let files = try ["out", "again"].map {
      try ChildProcess(running: ["/bin/cat", "\(folder.path)/\($0)/list.\(ending)"]).end().output
    }
    #expect(files[0] == files[1] && files[0].contains("of ü"))
  }

  @Test("say what was left out of Trello's, and where a file is wrong")
  func answers() throws {
    try file(
      "trip.json",
      #"{"lists":[{"id":"a","name":"A","pos":1,"closed":true}],"cards":[{"idList":"a"}]}"#)
    let trip = try run("import", "--data", "one", "trip.json")
    expectEqual(trip.output, "trip: revision 0; left out: 1 archived list, 1 archived card")
    for (name, text, place) in [
      ("a.csv", "section,text\nA,\"x\n", "a.csv:2: a quote is not closed"),
      ("b.json", #"{"lists":[],"cards":[{}]}"#, "b.json: cards[0].idList: this member is missing"),
      ("c.md", "- a\n", "c.md:1: a heading must be before this item"),
    ] {
      try file(name, text)
      let imported = try run("import", "--data", "two", name)
      #expect(imported.status == 1 && imported.output.contains(place), "\(imported)")
      let served = try run("serve", "--data", "none", "--listen", "127.0.0.1:0", "--board", name)
      #expect(served.status == 1 && served.output.contains(place), "\(served)")
    }
  }

  @Test(
    "are refused with a place if a line has ten million bytes, or is not UTF-8 (slow: 10 MB)",
    arguments: ["board", "md", "csv", "json"])
  func hostile(_ ending: String) throws {
    let starts = [
      "board": "board b\nsection - A\nitem - ", "md": "# A\n- ", "csv": "section,text\nA,",
      "json": #"{"lists":[{"id":"a","name":"A","pos":1}],"cards":[{"idList":"a","pos":1,"name":""#,
    ]
    let end = ending == "json" ? "\"}]}\n" : "\n"
    let start = try #require(starts[ending])
    try file("b.\(ending)", start + String(repeating: "x", count: 10_000_000) + end)
    let long = try run("import", "--data", "one", "b.\(ending)")
    #expect(long.status == 1 && long.output.utf8.count < 200, "\(long.output.prefix(200))")
    #expect(long.output.contains("bytes"))
    try write(
      Array(start.utf8) + [0xFF] + Array(end.utf8), toFile: "\(folder.path)/b.\(ending)")
    let broken = try run("import", "--data", "one", "b.\(ending)")
    #expect(broken.status == 1 && broken.output.contains("not UTF-8"), "\(broken.output)")
  }
}

/// A real server of one file.
private final class ServedFile {
  let address: String
  private let process: ChildProcess

  init(_ path: String) throws {
    process = try ChildProcess([
      "serve", "--data", "none", "--http", "none", "--listen", "127.0.0.1:0", "--board", path,
    ])
    address = "127.0.0.1:\(try process.port())"
  }
}
