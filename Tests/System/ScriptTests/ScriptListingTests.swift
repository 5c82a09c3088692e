import BoardModel
import BoardTesting
import SystemTestKit
import TestKit
import Testing

/// The commands for sections, policies, boards and lists of what there is.
@Suite("The commands for scripts, about more than items,")
struct ScriptListingTests {
  private let server: TestServer

  init() throws {
    server = try TestServer(boards: [
      BoardFile(
        "list", revision: 1,
        [
          Section(
            id: "A", title: "Fruit",
            items: [Item(id: "a", text: "apple"), Item(id: "b", text: "pear")]),
          Section(id: "B", title: "Dairy"),
        ])
    ])
  }

  /// Runs a command, with both of its outputs in one.
  private func run(
    _ line: String, with setting: String = "true"
  ) throws -> (said: [String], status: Int32) {
    let words = line.split(separator: " ").map(String.init)
    let shell =
      "export DROPLINE_SERVER=127.0.0.1:\(server.port) XDG_STATE_HOME=/dev/null; \(setting)"
    let (output, status) = try ChildProcess(words, after: shell).end()
    return (output.split(separator: "\n").map(String.init), status)
  }

  private func expect(
    _ line: String, _ said: [String], _ status: Int32 = 0, with setting: String = "true",
    at place: SourceLocation = #_sourceLocation
  ) throws {
    let result = try run(line, with: setting)
    #expect(result.said == said, sourceLocation: place)
    #expect(result.status == status, sourceLocation: place)
  }

  @Test("make boards, and add, rename, move and delete sections")
  func sections() throws {
    try expect("create today", ["ok create today rev=0"])
    #expect(try run("create today").said[0].hasPrefix("refused board-exists "))
    try expect("insert-section today/end This morning", ["ok insert-section s1 at=0 rev=1"])
    try expect(
      "insert-section --board today before:s1 Soon", ["ok insert-section s2 at=0 rev=2"])
    try expect("rename-section today/s1 Later on", ["ok rename-section s1 at=1 rev=3"])
    try expect("move-section today/s1 0", ["ok move-section s1 at=0 rev=4"])
    try expect("move-section s1 end", ["ok move-section s1 at=1 rev=5"], with: today)
    try expect("delete-section today/0", ["ok delete-section s2 rev=6"])
    try expect("show today", ["today rev=6 sections=1 items=0", "0 s1 Later on (0)"])
  }

  private let today = "export DROPLINE_BOARD=today"

  @Test("print a board as an object with --json")
  func object() throws {
    try expect(
      "show list --json",
      [
        "{\"kind\":\"board\",\"board\":\"list\",\"rev\":1,\"sections\":2,\"rows\":["
          + "{\"kind\":\"section\",\"section\":\"A\",\"items\":2,\"text\":\"Fruit\"},"
          + "{\"kind\":\"item\",\"item\":\"a\",\"text\":\"apple\"},"
          + "{\"kind\":\"item\",\"item\":\"b\",\"text\":\"pear\"},"
          + "{\"kind\":\"section\",\"section\":\"B\",\"items\":0,\"text\":\"Dairy\"}]}"
      ])
    let gone = try run("show nowhere --json")
    #expect(gone.said[0].hasPrefix("{\"kind\":\"refused\",\"code\":\"unknown-board\""))
    expectEqual(gone.status, 1)
  }

  @Test("list revisions, connections and drags")
  func listings() throws {
    let ann = try LoopbackClient(port: server.port)
    ann.send(lines: ["hello ann", "open list", "delete b", "begin a", "propose end:B", "ping"])
    _ = try ann.lines { $0 == "pong" }
    let history = try run("history list")
    #expect(history.said.count == 1 && history.said[0].hasPrefix("2 "))
    #expect(history.said[0].hasSuffix(" ann delete b"))
    #expect(try run("history --from 1 --to 2", with: "export DROPLINE_BOARD=list") == history)
    #expect(try run("history list --from 9").said[0].hasPrefix("refused future-revision "))
    try expect("who list", ["ann boards=list"])
    try expectEqual(run("who").said, ["ann boards=list", "guest-6"])
    let drags = try run("drags list").said
    #expect(drags.count == 1 && drags[0].hasPrefix("d1 list ann move items=a "))
    try expectEqual(run("drags").said, drags)
    try expect(
      "who list --json",
      ["{\"kind\":\"ok\",\"verb\":\"who\",\"rows\":[{\"client\":\"ann\",\"boards\":[\"list\"]}]}"])
    #expect(try run("drags list --json").said[0].contains("\"drag\":\"d1\",\"home\":\"list\""))
    try expectEqual(run("drags nowhere").status, 1)
  }

  @Test("show policies, and set those of the board and of a section")
  func policies() throws {
    let initial = try run("policy list")
    #expect(initial.said.count == 1 && initial.said[0].hasPrefix("* ops=move,copy "))
    let board = try run("policy list paused=yes ops=copy")
    #expect(board.said[0].hasPrefix("* ops=copy "))
    let section = try run("policy list/B limit=5 empty=remove")
    #expect(section.said[0].hasPrefix("B ops=copy ") && section.said[0].contains(" limit=5 "))
    #expect(try run("policy /B", with: "export DROPLINE_BOARD=list") == section)
    try expectEqual(
      run("policy ops=inherit paused=inherit", with: "export DROPLINE_BOARD=list").said,
      initial.said)
    try expectEqual(run("policy list").said.count, 2)
    #expect(try run("policy list/B --json").said[0].contains("\"target\":\"B\""))
  }

  @Test("show the types of fields, and set them")
  func fields() throws {
    try expect("fields list", [])
    try expect("fields list n=number done=flag", ["done=flag", "n=number"])
    try expect("fields n= due=date", ["done=flag", "due=date"], with: "export DROPLINE_BOARD=list")
    try expect(
      "fields list --json",
      [#"{"kind":"ok","verb":"fields","board":"list","fields":{"done":"flag","due":"date"}}"#])
    let soon = try run("set list/a due=soon")
    #expect(soon.status == 1 && soon.said[0].hasPrefix("refused bad-value key=due type=date "))
    try expect("fields list done= due=text", [])
  }

  @Test(
    "refuse a policy or a type that is none, with what there is",
    arguments: [
      ("policy list limt=5", "did you mean limit?"), ("policy list limit=five", "limit takes "),
      ("policy list/B selection=none", "selection is set for the whole board"),
      ("policy list limit=1 limit=2", "A key can be set once"), ("policy", "Name a board"),
      ("fields list due=dat", "did you mean date?"),
      ("fields list due=anything", "There is no type 'anything': they are text, flag, "),
      ("fields list a-b=date", "'a-b=date' is no field"), ("fields list due=date due=", "set once"),
      ("fields 7", "'7' is no board"), ("fields due=date", "Name a board"),
      ("policy 7/B", "is no board"), ("policy list/before:a", "is no section"),
      ("move-section list/A here", "'here'"), ("insert-section list/end", "<title>"),
      ("history", "Name a board"), ("create 7", "'7'"),
    ])
  func usage(_ line: String, _ hint: String) throws {
    let (said, status) = try run(line, with: "unset DROPLINE_BOARD")
    expectEqual(status, 64)
    #expect(said.joined(separator: "\n").contains(hint), "\(said)")
  }
}
