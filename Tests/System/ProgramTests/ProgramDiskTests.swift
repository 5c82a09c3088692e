import Glibc
import Simulation
import SystemTestKit
import TestKit
import Testing

@Suite(
  "The program on a full or read-only disk",
  .enabled(if: SmallDisk.isPossible, "a small file system cannot be mounted here"))
struct ProgramDiskTests {
  private let disk: SmallDisk
  private let persisted: PersistedBoards

  init() throws {
    disk = try SmallDisk()
    persisted = try PersistedBoards("\(disk.path)/data")
  }

  @Test("refuses edits with disk-full and continues with the rest, until there is room")
  func fullDisk() throws {
    let program = try persisted.serve("--demo", "--window", "0ms")
    let (author, watcher) = (try program.client(), try program.client())
    try expectEqual(watcher.answers(to: ["open groceries"]).first, "ok open groceries 3")
    disk.fill()
    let last = try edit(by: author, until: "refused disk-full")
    try goOn(author, watcher, at: last)
    try disk.free()
    let next = try edit(by: author, until: "ok edit")
    expectEqual(next, last + 1)
    #expect(
      try author.answers(to: ["insert end:s2 board=groceries Tea"]).last?
        .hasSuffix(" at=1.0 rev=\(next + 1)") == true)
    try program.end(SIGKILL)
    let lines = try persisted.serve().answers(to: "open groceries since=\(last)", "show groceries")
    expectEqual(lines.first, "ok open groceries \(next + 1)")
    #expect(lines.contains { $0.contains("Tea") })
  }

  @Test("restores a backup from a read-only disk, and says that a journal cannot be served on it")
  func readOnly() throws {
    try persisted.serve("--demo").end(SIGTERM)
    let copy = "\(disk.path)/copy"
    try expectEqual(persisted.run("backup", copy).status, 0)
    // A server that shuts down normally leaves neither, but the backup was a reader.
    for companion in ["-wal", "-shm"] { unlink("\(persisted.data)/journal.db\(companion)") }
    try disk.makeReadOnly()
    let served = try persisted.run("serve", "--listen", "127.0.0.1:0")
    expectEqual(served.status, EX_IOERR)
    #expect(served.output.contains("Read-only file system"), "\(served.output)")
    let exported = try persisted.run("export")
    expectEqual(exported.status, EX_IOERR)
    #expect(exported.output.contains("its directory must be writable"), "\(exported.output)")
    let restored = try PersistedBoards(persisted.scratch.at("restored"))
    try expectEqual(restored.run("restore", copy).status, 0)
    #expect(try restored.run("export").output.hasPrefix("board groceries 3 2 5\n"))
  }

  /// Edits until an answer begins so.
  ///
  /// - Returns: The last revision that an edit made.
  private func edit(by author: LoopbackClient, until end: String) throws -> Int {
    let text = String(repeating: "x", count: 1_000)
    var revision = 3
    for number in 0..<1_000_000 {
      let line = try #require(
        try author.answers(to: ["edit i1 board=groceries \(number)\(text)"]).last)
      if line.hasPrefix("ok edit i1 ") {
        revision = try #require(line.firstMatch(of: /rev=(\d+)/).flatMap { Int($0.1) })
      } else {
        #expect(line.hasPrefix("refused disk-full"), "\(line)")
      }
      if line.hasPrefix(end) { return revision }
    }
    throw LoopbackError.silence
  }

  /// The commands that still work while changes are refused.
  private func goOn(_ author: LoopbackClient, _ watcher: LoopbackClient, at revision: Int) throws {
    let refused = [
      "create b", "delete i2 board=groceries", "policy s1 board=groceries limit=2",
      "undo groceries", "rename-board groceries b",
    ]
    for command in refused {
      expectEqual(try author.answers(to: [command]).last?.hasPrefix("refused disk-full"), true)
    }
    let opened = try author.answers(to: [
      "open groceries since=\(revision)", "begin i2", "propose 1.0",
    ])
    expectEqual(opened.first, "ok open groceries \(revision)")
    let session = try #require(opened.first { $0.hasPrefix("ok begin ") }).split(separator: " ")[2]
    expectEqual(try author.answers(to: ["perform"]).last?.hasPrefix("refused disk-full"), true)
    let seen = try watcher.answers(to: [])
    expectEqual(seen.last { $0.hasPrefix("batch ") }?.split(separator: " ")[3], "\(revision)")
    #expect(seen.contains { $0.hasPrefix("drag \(session) over ") })
    #expect(
      try author.answers(to: ["cancel", "close groceries"]).contains(
        "ok cancel \(session) cancelled"))
  }
}
