import Glibc
import Simulation
import SystemTestKit
import TestKit
import Testing

@Suite("The program's data directory")
struct ProgramDataTests {
  private let persisted: PersistedBoards

  init() throws { persisted = try PersistedBoards() }

  @Test("has the boards after a restart, however the program ended", arguments: [SIGTERM, SIGKILL])
  func restart(_ signal: Int32) throws {
    let first = try persisted.serve("--demo")
    let author = try first.client()
    let said = try author.answers(to: [
      "hello anna token=\(Self.token)", "create chores", "#t1 move i1 end:s2 board=groceries",
      "policy s1 board=groceries limit=9", "insert end:s2 board=groceries Tea",
      "#t2 edit i2 board=groceries Oat milk",
    ])
    try expectEqual(first.end(signal), (signal == SIGTERM ? 0 : 128 + SIGKILL))
    let second = try persisted.serve()
    let answers = try second.answers(
      to: "open groceries since=3", "open chores", "policy s1 board=groceries", "history groceries")
    expectEqual(
      answers.prefix(9),
      [
        "ok open groceries 6", "batch groceries 3 6 4", "delete 0.1 i2", "move 0.0 1.0 i1",
        "insert 0.0 i2 was=0.1 Oat milk", "insert 1.1 i4 Tea", "policy groceries s1 limit=9",
        "ok open chores 0", "board chores 0 0 0",
      ])
    #expect(answers.contains { $0.contains(" limit=9 ") })
    expectEqual(answers.last?.hasPrefix("4 "), true, "\(answers)")
    let retry = try second.answers(
      to: "hello anna token=\(Self.token)", "#t2 EDIT  i2 board=groceries Oat milk")
    expectEqual(retry.last, said.last.map { "\($0) replayed=yes" })
    try expectEqual(
      second.answers(to: "open groceries since=6"),
      [
        "ok open groceries 6", "policy groceries s1 limit=9",
      ])
  }

  private static let token = "a-long-token-of-anna"

  @Test("is locked by the running program, and the error has its process id")
  func inUse() throws {
    let first = try persisted.serve("--demo")
    for arguments in [["serve", "--listen", "127.0.0.1:0"], ["import", try board("a", 1)]] {
      let command = [arguments[0], "--data", persisted.data] + arguments.dropFirst()
      let (output, status) = try ChildProcess(command).end()
      expectEqual(status, EX_IOERR)
      #expect(output.contains("in use by process \(first.child.id)"), "\(output)")
    }
    try expectEqual(first.answers(to: "edit i1 board=groceries Rye"), ["ok edit i1 at=0.0 rev=4"])
    try first.end(SIGKILL)
    try expectEqual(
      persisted.serve().answers(to: "open groceries since=4"), ["ok open groceries 4"])
  }

  @Test("is not overwritten by --demo and --board")
  func notOverwritten() throws {
    let file = try board("chores", 7)
    let first = try persisted.serve("--demo", "--board", file)
    _ = try first.answers(to: "delete i1 board=groceries", "insert end:A board=chores Sweep")
    try first.end(SIGTERM)
    let second = try persisted.serve("--demo", "--board", file)
    let answers = try second.answers(to: "open groceries since=4", "open chores since=8")
    expectEqual(answers, ["ok open groceries 4", "ok open chores 8"])
  }

  @Test("is not created with --data none, and is dropline-data by default")
  func places() throws {
    let home = "cd '\(persisted.scratch.path)'"
    let memory = try ServingProgram(["--data", "none", "--demo"], after: home)
    _ = try memory.answers(to: "delete i1 board=groceries")
    #expect(access(persisted.scratch.at("dropline-data"), F_OK) != 0)
    #expect(access(persisted.scratch.at("none"), F_OK) != 0)
    let standard = try ServingProgram(["--demo"], after: home)
    _ = try standard.answers(to: "delete i1 board=groceries")
    expectEqual(access(persisted.scratch.at("dropline-data/journal.db"), F_OK), 0)
  }

  enum Damage: CaseIterable {
    case head, truncated, empty, gone
  }

  @Test("is refused if it is damaged, and never replaced", arguments: Damage.allCases)
  func damage(_ damage: Damage) throws {
    let first = try persisted.serve("--demo")
    _ = try first.answers(to: "insert end:s2 board=groceries Marzipan")
    try first.end(SIGTERM)
    let journal = "\(persisted.data)/journal.db"
    let bytes = try Self.spoil(contents(ofFile: journal), damage)
    if damage == .gone { unlink(journal) } else { try write(bytes, toFile: journal) }
    for _ in 0..<2 {
      let (output, status) = try persisted.run("serve", "--listen", "127.0.0.1:0", "--demo")
      expectEqual(status, EX_IOERR)
      #expect(output.contains(damage == .gone ? "is gone" : "the journal is damaged"), "\(output)")
      #expect(!output.contains("listening"))
    }
    switch damage {
    case .gone: #expect(access(journal, F_OK) != 0)
    case .head, .truncated, .empty: try expectEqual(contents(ofFile: journal), bytes)
    }
  }

  @Test("with one damaged row refuses that board, never replaces it, and serves the others")
  func damagedBoard() throws {
    let first = try persisted.serve("--demo")
    _ = try first.answers(to: "insert end:s2 board=groceries Marzipan", "create chores")
    try first.end(SIGTERM)
    let journal = "\(persisted.data)/journal.db"
    var bytes = try contents(ofFile: journal)
    bytes[try #require(bytes.firstRange(of: Array("Marzipan".utf8))).lowerBound] = 0x4E
    try write(bytes, toFile: journal)
    for _ in 0..<2 {
      let program = try persisted.serve("--demo")
      let lines = [
        "open groceries", "insert end:s2 board=groceries Tea", "remove-board groceries",
        "rename-board groceries g", "batch groceries\ninsert 0.0 - x\nend",
        "propose 0.0 board=groceries",
      ]
      for line in lines {
        let answer = try program.answers(to: line)
        #expect(answer[0].hasPrefix("refused board-damaged board=groceries "), "\(line): \(answer)")
      }
      #expect(try program.answers(to: "create groceries")[0].hasPrefix("refused board-exists"))
      #expect(
        try program.answers(to: "rename-board chores groceries")[0].hasPrefix(
          "refused board-exists"))
      let rows = try program.answers(to: "boards")
      expectEqual(rows.first, "ok boards 2")
      expectEqual(rows.last, "groceries rev=4 sections=2 items=4 watchers=0")
      try expectEqual(program.answers(to: "find marzipan"), ["ok find 0"])
      #expect(try program.answers(to: "insert-section 0 board=chores A")[0].hasPrefix("ok "))
      try program.end(SIGTERM)
      #expect(try contents(ofFile: journal).contains(Array("Narzipan".utf8)))
    }
    let (output, status) = try persisted.run("export", "groceries")
    #expect(status == EX_IOERR && output.contains("revision 4 of board groceries"), "\(output)")
  }

  private static func spoil(_ bytes: [UInt8], _ damage: Damage) throws -> [UInt8] {
    var bytes = bytes
    switch damage {
    case .head: bytes.replaceSubrange(0..<16, with: repeatElement(0x58, count: 16))
    case .truncated: bytes.removeLast(bytes.count / 2)
    case .empty, .gone: bytes = []
    }
    return bytes
  }

  @Test("is refused if it cannot be created or opened")
  func noDirectory() throws {
    let file = try board("a", 1)
    var places = [file, "/proc/dropline", persisted.scratch.at("no/such/place")]
    if geteuid() != 0 {
      places.append(persisted.scratch.at("closed"))
      mkdir(persisted.scratch.at("closed"), 0o500)
    }
    for place in places {
      let (output, status) = try ChildProcess(
        ["serve", "--listen", "127.0.0.1:0", "--data", place, "--demo"]
      ).end()
      expectEqual(status, EX_IOERR)
      #expect(output.contains("the data directory \(place) cannot be "), "\(output)")
    }
    #expect(try contents(ofFile: file).starts(with: Array("board a 1".utf8)))
  }

  /// A file with a small board.
  private func board(_ name: String, _ revision: Int) throws -> String {
    let text = "board \(name) \(revision) 1 1\nsection A 0 To do\n"
    let path = persisted.scratch.at("\(name).board")
    try write(Array(text.utf8), toFile: path)
    return path
  }
}
