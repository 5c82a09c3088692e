import BoardModel
import BoardServer
import Net
import Simulation
import TestKit
import Testing

@testable import dropline

@Suite("A demo")
struct DemoTests {
  private func demo(
    clients: Int = 6, drops: Int = 60, seed: Int, _ change: (inout DemoOptions) -> Void = { _ in }
  ) throws -> (result: DemoResult, lines: [String]) {
    ProcessSetup.ignoreBrokenPipes()
    var configuration = BoardServer.Configuration()
    configuration.boards = [BoardFile("kanban", revision: 0, DemoBoard.content)]
    var options = DemoOptions(
      on: "kanban", length: .drops(drops), speed: .unlimited, seed: seed)
    options.clients = clients
    change(&options)
    var lines: [String] = []
    let demo = try Demo(options, configuration) { lines.append($0) }
    return (try demo.run(), lines)
  }

  @Test("ends with all copies equal to the board", arguments: 1...6)
  func equal(_ seed: Int) throws {
    let (result, lines) = try demo(seed: seed)
    expectEqual(result.differences, [], "seed \(seed)")
    #expect(result.closing.contains(": all 6 mirrors equal the board at revision "))
    #expect(lines[0].contains("board kanban at 127.0.0.1:"))
    // One for each quarter, except those that passed at once.
    #expect((2...5).contains(lines.count))
    expectEqual(lines.last?.hasPrefix("100 %: "), true)
  }

  @Test("works with one client, and with two", arguments: [1, 2])
  func few(_ clients: Int) throws {
    let result = try demo(clients: clients, drops: 30, seed: 5).result
    expectEqual(result.differences, [])
    let mirrors = clients == 1 ? "the mirror equals" : "both mirrors equal"
    #expect(result.closing.contains(mirrors))
  }

  @Test("works with sixty-four clients")
  func many() throws {
    try expectEqual(demo(clients: 64, drops: 60, seed: 11).result.differences, [])
  }

  @Test("counts each change once, as a drop or as an edit", arguments: 1...3)
  func counting(_ seed: Int) throws {
    let result = try demo(drops: 200, seed: seed).result
    let edits = try #require(result.trouble.split(separator: " ").first.flatMap { Int($0) })
    // Some drops and edits change nothing.
    #expect(200 + edits < result.revision * 9 / 8, "seed \(seed): \(result.trouble)")
  }

  @Test("names the copy that differs from the board, and where")
  func differentCopy() throws {
    let result = try demo(seed: 1) { $0.isSpoiled = true }.result
    expectEqual(result.differences.count, 1)
    #expect(result.differences[0].hasPrefix("Ada: its list view is not the board: "))
    #expect(result.closing.contains(": NOT all mirrors equal the board at revision "))
  }
}
