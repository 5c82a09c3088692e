import Foundation
import Simulation
import SystemTestKit
import TestKit
import Testing

/// The program with the C library's calls replaced: `Tests/System/FaultyCalls`, as a library that is
/// loaded before it.
@Suite("The program on a failing disk")
struct ProgramFaultTests {
  private let scratch: Scratch
  private let calls: ReplacedCalls

  init() throws {
    scratch = try Scratch()
    calls = try ReplacedCalls(in: scratch)
  }

  @Test(
    "exits at once if a sync fails, and no client has a reply that is not durable (slow: 9 servers)"
  )
  func sync() throws {
    let before = try PersistedBoards(scratch.at("before"))
    try before.serve("--demo").end(SIGKILL)
    var deaths = 0
    for number in 1...9 {
      let persisted = try PersistedBoards(scratch.copy(before.data, to: "\(number)"))
      let told = try edits(on: persisted, failing: number)
      try examine(persisted, told)
      try scratch.remove("\(number)")
      if told.isDead, told.revision > 3 { deaths += 1 }
    }
    #expect(deaths > 3)
  }

  @Test("ends at once at the second signal if a sync does not return, and acknowledges nothing")
  func hang() throws {
    let persisted = try PersistedBoards(scratch.at("hanging"))
    let gate = scratch.at("gate")
    let plan = calls.prelude("FAULTY_CALL=sync:0:0:hang FAULTY_GATE='\(gate)'")
    let program = try persisted.serve("--demo", after: plan)
    let author = try program.client()
    try expectEqual(
      author.answers(to: ["edit i1 board=groceries stored"]), ["ok edit i1 at=0.0 rev=4"])
    try #require(shell("mkfifo '\(gate)'"))
    author.send("edit i1 board=groceries lost")
    // The call says that it hangs.
    try expectEqual(
      ChildProcess(running: ["/usr/bin/head", "-n", "1", gate]).end().output, "waiting")
    program.child.kill(SIGTERM)
    while let line = try program.child.line(), !line.contains("stopping") {}
    program.child.kill(SIGTERM)
    let (log, status) = try program.child.end()
    #expect(status == 74 && log.contains("the disk does not answer"), "\(status): \(log)")
    expectNil(try author.line())
  }

  /// The lines that clients received before the end.
  private struct Told {
    var revision = 3
    var isDead = false
  }

  /// Edits eight times with a subscriber.
  private func edits(on persisted: PersistedBoards, failing number: Int) throws -> Told {
    var told = Told()
    let plan = calls.prelude("FAULTY_CALL=sync:5:\(number):once")
    let program: ServingProgram
    do { program = try persisted.serve(after: plan) } catch ChildError.ended(let log) {
      #expect(log.contains("cannot be"), "\(log)")
      told.isDead = true
      return told
    }
    guard let author = try? program.client(), let watcher = try? program.client(),
      (try? watcher.answers(to: ["open groceries"])) != nil
    else { return try end(of: program, told) }
    for edit in 1...8 {
      author.send("edit i1 board=groceries \(edit)")
      guard let line = try author.line() else { break }
      expectEqual(line, "ok edit i1 at=0.0 rev=\(edit + 3)")
      told.revision = edit + 3
    }
    if told.revision == 11 {
      try program.end(SIGKILL)
      return told
    }
    let seen = try watcher.lines().last { $0.hasPrefix("batch ") }?.split(separator: " ")[3]
    #expect(seen.map { Int($0)! <= told.revision } != false)
    return try end(of: program, told)
  }

  /// The program has ended by itself.
  private func end(of program: ServingProgram, _ told: Told) throws -> Told {
    let (log, status) = try program.child.end()
    expectEqual(status, EX_IOERR, "\(log)")
    return Told(revision: told.revision, isDead: true)
  }

  /// All reported revisions are stored. So is the edit in progress, because the sync failed and not
  /// the write; but no client may have received its reply.
  private func examine(_ persisted: PersistedBoards, _ told: Told) throws {
    let lines = try persisted.serve().answers(to: "open groceries")
    let head = try #require(Int(lines[0].split(separator: " ")[3]))
    if told.revision > 3 {
      expectEqual(head, told.revision + (told.isDead ? 1 : 0))
    } else {
      #expect(head == 3 || head == 4)
    }
    #expect(lines.contains("item i1 \(head == 3 ? "Bread" : "\(head - 3)")"))
  }
}
