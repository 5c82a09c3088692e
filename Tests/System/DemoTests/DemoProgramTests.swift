import Glibc
import SystemTestKit
import TestKit
import Testing

@Suite("dropline demo")
struct DemoProgramTests {
  @Test("without a terminal prints a few lines and exits with 0", arguments: 1...3)
  func plain(_ seed: Int) throws {
    let child = try ChildProcess(
      ["demo", "--clients", "6", "--drops", "60", "--speed", "max", "--seed", "\(seed)"])
    let (output, status) = try child.end()
    expectEqual(status, 0, "seed \(seed): \(output)")
    let lines = output.split(separator: "\n")
    #expect((4...7).contains(lines.count))
    let closing =
      /6 clients, (\d+) drops, [\d,]+ batches, [\d,]+ rows, \d+ KB: all 6 mirrors equal the board at revision (\d+)/
    let match = try #require(try closing.wholeMatch(in: lines.last ?? ""), "\(output)")
    #expect(try #require(Int(match.1)) >= 60)
    #expect(try #require(Int(match.2)) > 60)
  }

  @Test("exits with 1 if a copy differs from the board, and names the copy")
  func differentCopy() throws {
    let (output, status) = try ChildProcess(["demo", "--drops", "20", "--spoil"]).end()
    expectEqual(status, 1)
    #expect(output.contains("NOT all mirrors equal the board"))
    #expect(output.contains("dropline: Ada: its list view is not the board: "))
  }

  @Test("stores its board in the given directory, and continues with it")
  func kept() throws {
    let scratch = try Scratch()
    let words = ["demo", "--drops", "20", "--seed", "9", "--data", scratch.at("data")]
    var revisions: [Int] = []
    for _ in 1...2 {
      let (output, status) = try ChildProcess(words).end()
      expectEqual(status, 0, "\(output)")
      revisions.append(Int(output.split(separator: " ").last ?? "") ?? 0)
    }
    #expect(revisions[0] > 0)
    #expect(revisions[1] > revisions[0])
  }

  @Test(
    "reports invalid options",
    arguments: [
      ["--clients", "0"], ["--clients", "201"], ["--drops", "0"], ["--seconds", "-1"],
      ["--speed", "fast"], ["--seconds", "1", "--drops", "1"],
    ])
  func options(_ words: [String]) throws {
    try expectEqual(ChildProcess(["demo"] + words).end().status, 64)
  }

  @Test("ends early at Ctrl-C, and compares the copies even if other clients have joined")
  func interrupted() throws {
    let program = try PtyProgram(
      ChildProcess.program(), ["demo", "--seconds", "3600", "--speed", "max"], width: 120,
      environment: ["TERM=dumb"])
    try program.wait(for: "join in: nc 127.0.0.1 ")
    let match = try #require(program.picture.firstMatch(of: /nc 127.0.0.1 (\d+)/))
    let guest = try LoopbackClient(port: try #require(UInt16(match.1)))
    guest.send(lines: ["open kanban", "insert-section end From a guest"])
    let lines = try guest.lines { $0.hasPrefix("ok insert-section ") }
    #expect(lines.contains { $0.hasPrefix("batch kanban ") })
    program.kill(SIGINT)
    try expectEqual(program.end(), 0, "\(program.picture)")
    #expect(program.picture.contains(": all 6 mirrors equal the board at revision "))
  }
}

@Suite("dropline demo on a terminal")
struct DemoTerminalTests {
  private func demo(
    _ arguments: String..., environment: [String] = ["TERM=xterm-256color", "LANG=C.UTF-8"]
  ) throws -> PtyProgram {
    try PtyProgram(
      ChildProcess.program(), ["demo", "--seconds", "3600"] + arguments, width: 120, height: 30,
      environment: environment)
  }

  /// Whether an item is dragged: it is shown in reverse video.
  private func hasDrag(_ screen: ScreenModel) -> Bool {
    screen.spots.contains { $0.attributes.contains(7) }
  }

  @Test("draws the board and its clients, and restores the terminal with the closing line")
  func drawn() throws {
    let program = try demo("--seed", "5")
    try program.wait(until: hasDrag)
    let rows = program.screen.rows
    #expect(rows[0].hasPrefix("dropline demo"))
    let titles = ["IDEAS ", "TO DO ", "DOING ", "REVIEW ", "DONE "]
    #expect(titles.count { rows[3].contains($0) } > 2)
    let names = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"]
    expectEqual(rows.suffix(6).map { String($0.prefix { $0 != " " }) }, names)
    #expect(program.screen.modes.contains(1_049))
    expectEqual(program.screen.faults, [])
    program.type("q")
    try expectEqual(program.end(), 0)
    #expect(program.picture.contains(": all 6 mirrors equal the board at revision "))
    #expect(!program.screen.modes.contains(1_049))
    #expect(program.screen.isCursorShown)
  }

  @Test("shows its progress at any size of the terminal")
  func progress() throws {
    let program = try demo("--speed", "20")
    try program.wait(for: "░")
    program.resize(width: 60, height: 16)
    try program.wait { $0.rows[15].hasPrefix("Finn") }
    #expect(program.screen.rows[0].hasSuffix("…"))
    #expect(program.screen.rows[10].hasPrefix("Ada"))
    program.type("q")
    try expectEqual(program.end(), 0)
  }

  @Test("has no colours if NO_COLOR is set, and only ASCII if the locale has no UTF-8")
  func plain() throws {
    let program = try demo(environment: ["TERM=xterm", "LANG=C", "NO_COLOR=1"])
    try program.wait(until: hasDrag)
    #expect(program.screen.rows[1].contains("---"))
    #expect(program.picture.utf8.allSatisfy { $0 < 0x80 })
    #expect(program.screen.spots.allSatisfy { $0.attributes.isDisjoint(with: 30...37) })
    program.type("\u{3}")
    try expectEqual(program.end(), 0)
  }

  @Test("exits at once at a second Ctrl-C")
  func brokenOff() throws {
    let program = try demo()
    try program.wait(for: "dropline demo")
    program.type("\u{3}\u{3}")
    try expectEqual(program.end(), 130)
    #expect(program.picture.contains("broken off, nothing was compared"))
    #expect(!program.screen.modes.contains(1_049))
  }
}
