import BoardJournal
import BoardModel
import BoardServer
import BoardWire
import Glibc
import SystemTestKit
import TestKit
import Testing

@testable import dropline

@Suite("The program's backups and files")
struct ProgramBackupTests {
  private let persisted: PersistedBoards

  init() throws { persisted = try PersistedBoards() }

  @Test("a backup made while a thousand commands run can be served, and clients catch up")
  func backup() throws {
    let program = try persisted.serve("--demo")
    let author = try program.client()
    let copy = persisted.scratch.at("copy")
    author.send(lines: (1...500).map { "edit i1 board=groceries \($0)" })
    try expectEqual(author.line(), "ok edit i1 at=0.0 rev=4")
    let (output, status) = try persisted.run("backup", copy)
    expectEqual(status, 0)
    #expect(output.hasPrefix("\(copy): 1 board, "), "\(output)")
    author.send(lines: (501...1_000).map { "edit i1 board=groceries \($0)" })
    try expectEqual(author.lines { $0 == "ok edit i1 at=0.0 rev=1003" }.count, 999)
    let epoch = try program.epoch()
    try program.end(SIGTERM)
    try expectEqual(persisted.serve().epoch(), epoch)
    try examine(copy, of: epoch)
  }

  /// Serves a backup that was made somewhere between revision 4 and 1,003.
  private func examine(_ copy: String, of old: String) throws {
    let restored = try PersistedBoards(persisted.scratch.at("restored"))
    try expectEqual(restored.run("restore", copy).status, 0)
    let text = try restored.run("export", "groceries").output
    let base = try BoardFile(Array("\(text)\n".utf8)).revision
    #expect((4...1_003).contains(base))
    #expect(text.contains("item i1 \(base - 3)\n"))
    let program = try restored.serve()
    let new = try program.epoch()
    #expect(new != old)
    for revision in [3, base, base + 1, 1_004] {
      let lines = try program.answers(to: "open groceries since=\(revision) epoch=\(old)")
      expectEqual(lines.first, "ok open groceries \(base) rewound=yes")
      expectEqual(lines.dropFirst().joined(separator: "\n"), text)
    }
    try expectEqual(
      program.answers(to: "open groceries since=\(base) epoch=\(new)"),
      ["ok open groceries \(base)"])
    let edit = try program.answers(
      to: "edit i1 board=groceries Rye", "open groceries since=\(base) epoch=\(new)")
    expectEqual(
      edit,
      [
        "ok edit i1 at=0.0 rev=\(base + 1)", "ok open groceries \(base + 1)",
        "batch groceries \(base) \(base + 1) 1", "reload 0.0 i1 Rye",
      ])
  }

  @Test("a backup replaces no file and needs a journal")
  func backupFailures() throws {
    let there = persisted.scratch.at("there")
    try write([1], toFile: there)
    let none = try persisted.run("backup", persisted.scratch.at("copy"))
    expectEqual(none.status, EX_IOERR)
    #expect(none.output.contains("\(persisted.data)/journal.db cannot be read"))
    try persisted.serve("--demo").end(SIGTERM)
    let twice = try persisted.run("backup", there)
    expectEqual(twice.status, EX_IOERR)
    #expect(twice.output.contains("\(there) is there already"))
    try expectEqual(contents(ofFile: there), [1])
    try expectEqual(ChildProcess(["backup", "--data", "none", "x"]).end().status, EX_USAGE)
  }

  @Test("a backup is not restored over a journal, nor over the remains of one")
  func restoreFailures() throws {
    try persisted.serve("--demo").end(SIGTERM)
    let copy = persisted.scratch.at("copy")
    try expectEqual(persisted.run("backup", copy).status, 0)
    for left in ["journal.db", "journal.db-wal", "witness"] {
      let place = try PersistedBoards(persisted.scratch.at("with-\(left)"))
      mkdir(place.data, 0o700)
      try write([1], toFile: "\(place.data)/\(left)")
      let (output, status) = try place.run("restore", copy)
      expectEqual(status, EX_IOERR)
      #expect(output.contains("move it away first"), "\(output)")
      try expectEqual(contents(ofFile: "\(place.data)/\(left)"), [1])
    }
    var bytes = try contents(ofFile: copy)
    bytes[try #require(bytes.firstRange(of: Array("Pears".utf8))).lowerBound] = 0x4E
    try write(bytes, toFile: copy)
    let place = try PersistedBoards(persisted.scratch.at("new"))
    let (output, status) = try place.run("restore", copy)
    expectEqual(status, EX_IOERR)
    #expect(output.contains("damaged"), "\(output)")
    #expect(access(place.data, F_OK) != 0)
  }

  @Test("boards are exported to files and imported unchanged, also while they are served")
  func roundTrip() throws {
    let program = try persisted.serve("--demo")
    _ = try program.answers(
      to: "create empty", "create chores", "insert-section 0 board=chores Café",
      "insert 0.0 board=chores - a\\nb", "insert 0.1 board=chores -",
      "move i1 end:s2 board=groceries")
    let folder = persisted.scratch.at("files")
    try expectEqual(persisted.run("export", "--to", folder).status, 0)
    try program.end(SIGTERM)
    let names = ["chores", "empty", "groceries"]
    let copy = try PersistedBoards(persisted.scratch.at("copy"))
    let files = names.map { "\(folder)/\($0).board" }
    let (output, status) = try copy.run("import", files[0], files[1], files[2])
    expectEqual(status, 0)
    expectEqual(output, "chores: revision 3\nempty: revision 0\ngroceries: revision 4")
    for (name, file) in zip(names, files) {
      let text = try copy.run("export", name).output + "\n"
      try expectEqual(Array(text.utf8), contents(ofFile: file))
    }
    let before = try persisted.serve().answers(to: "open chores", "open empty", "open groceries")
    let after = try copy.serve().answers(to: "open chores", "open empty", "open groceries")
    expectEqual(after, before)
  }

  @Test("a file is imported only together with all others, and only under a free name")
  func importFailures() throws {
    try persisted.serve("--demo").end(SIGTERM)
    let (chores, bad) = (persisted.scratch.at("chores"), persisted.scratch.at("bad"))
    try write(Array("board chores 1 1 1\nsection A 0 To do\n".utf8), toFile: chores)
    try write(Array("board chores 1 1 2\nsection A 0 To do\n".utf8), toFile: bad)
    let demo = persisted.scratch.at("demo")
    try write(Array(persisted.run("export").output.utf8) + [0x0A], toFile: demo)
    let taken = try persisted.run("import", chores, demo)
    expectEqual(taken.status, 1)
    #expect(taken.output.contains("there is a board groceries already"))
    try expectEqual(persisted.run("import", chores, chores).status, 1)
    let malformed = try persisted.run("import", chores, bad)
    expectEqual(malformed.status, 1)
    #expect(malformed.output.contains("\(bad):3: "))
    try expectEqual(persisted.run("export", "chores").status, 1)
    try expectEqual(persisted.run("import", chores).output, "chores: revision 1")
    try expectEqual(persisted.run("export").status, EX_USAGE)
    try expectEqual(persisted.run("export", "--to", "/proc/nowhere").status, 1)
  }
}

extension ServingProgram {
  /// The epoch that the greeting names.
  func epoch() throws -> String {
    let line = try #require(try LoopbackClient(port: port).line())
    var reader = MessageReader()
    let message = try Array(line.utf8).withUnsafeBytes { try reader.read($0) }
    guard case .greeting(let greeting)? = message else { throw LoopbackError.ended }
    return greeting.epoch.string
  }
}
