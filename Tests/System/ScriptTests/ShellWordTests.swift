import BoardModel
import BoardTesting
import SystemTestKit
import TestKit
import Testing

/// How the commands for scripts read their arguments, and what they say of wrong ones.
@Suite("The arguments of the commands for scripts")
struct ShellWordTests {
  private let server: TestServer

  init() throws {
    server = try TestServer(boards: [BoardFile("list", revision: 1, Self.content)])
  }

  private static let content: Content = [
    Section(id: "s1", title: "Fruit", items: [Item(id: "i1", text: "apple")]),
    Section(id: "s2", title: "Dairy"),
  ]

  /// Runs a command; output and errors are one text.
  private func run(
    _ line: String, with setting: String = "true"
  ) throws -> (said: String, status: Int32) {
    let server = "export DROPLINE_SERVER=127.0.0.1:\(server.port)"
    let words = line.split(separator: " ").map(String.init)
    let (output, status) = try ChildProcess(words, after: "\(server); \(setting)\nexec 2>&1").end()
    return (output, status)
  }

  @Test("name the board of `undo` and `redo` as those of `history` and `show` do")
  func undo() throws {
    let ann = "export DROPLINE_NAME=ann DROPLINE_TOKEN=a-token-long-enough"
    try expectEqual(run("delete list/i1", with: ann).said, "ok delete count=1 rev=2")
    #expect(try run("undo list", with: ann) == ("ok undo of=2 rev=3", 0))
    #expect(try run("redo list", with: ann) == ("ok redo of=3 rev=4", 0))
    #expect(try run("undo list --force", with: ann) == ("ok undo of=4 rev=5", 0))
    #expect(try run("redo --board list", with: ann) == ("ok redo of=5 rev=6", 0))
    let nameless = try run("undo", with: ann)
    expectEqual(nameless.status, 64)
    #expect(nameless.said.contains("Name a board; `dropline boards` lists them."))
    let guest = try run("undo list", with: "unset DROPLINE_NAME")
    expectEqual(guest.status, 64)
    #expect(guest.said.contains("A guest has changed nothing: say the --name"))
  }

  @Test("say of a wrong place what the server says: the form, and what was probably meant")
  func places() throws {
    let meant = [
      ("insert list/s2 Tea", "Did you mean start:s2 or end:s2?"),
      ("insert list/after:i1x/ Tea", "a PLACE is SECTION.ITEM (1.0), before:ITEM"),
      ("move list/i1 s2", "Did you mean start:s2 or end:s2?"),
      ("drop list/i1 list/1", "Did you mean 1.0 or end:1?"),
      ("insert list/end Tea", "Say of which section: end:s1."),
      ("insert-section list/s2 Soon", "Did you mean before:s2 or after:s2?"),
      ("edit list/1 Tea", "an ITEM is an id (i1) or SECTION.ITEM (0.2)"),
      ("clear list/0.1", "a SECTION is an id (s1) or an index (0)"),
      ("clear li.st/0", "'li.st' names no board; `dropline boards` lists them."),
    ]
    for (line, sentence) in meant {
      let (said, status) = try run(line)
      expectEqual(status, 64, "\(line)")
      #expect(said.contains(sentence), "\(line): \(said)")
      let object = try run("\(line) --json")
      #expect(object.said.hasPrefix("{\"kind\":\"failed\",\"code\":\"usage\""), "\(object.said)")
      #expect(object.said.contains(sentence), "\(object.said)")
    }
  }

  @Test("`do` without lines sends those of a pipe or a file")
  func pipe() throws {
    let lines = "exec <<E\ncreate today\nboards\nE"
    #expect(
      try run("do", with: lines) == (
        """
        ok create today rev=0
        ok boards 2
        list rev=1 sections=2 items=1 watchers=0
        today rev=0 sections=0 items=0 watchers=0
        """, 0
      ))
    try expectEqual(run("do --board list", with: "exec <<E\ninsert end:s2 Tea\nE").status, 0)
    let refused = try run("do", with: "exec <<E\ncreate today\ncreate other\nE")
    #expect(refused.said.hasPrefix("refused board-exists"))
    expectEqual(refused.status, 1)
    #expect(try run("do", with: "exec </dev/null") == ("", 0))
  }

  @Test("have a usage that can be read")
  func usage() throws {
    #expect(try run("connect --help").said.contains("dropline connect [<server>] [<board>]"))
    #expect(try run("undo --help").said.contains("[<board>]"))
  }
}
