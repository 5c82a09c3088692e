import SystemTestKit
import TestKit
import Testing

@testable import dropline

@Suite("The history of typed lines")
struct HistoryFileTests {
  @Test("has the lines of all clients that run at the same time")
  func shared() throws {
    let scratch = try Scratch()
    let (first, second) = (
      HistoryFile(path: scratch.at("commands")), HistoryFile(path: scratch.at("commands"))
    )
    expectEqual(first.lines, [])
    first.append("ping 1")
    second.append("ping 2")
    first.append("ping 3")
    expectEqual(second.lines, ["ping 1", "ping 2", "ping 3"])
  }

  @Test("is cut down to its last lines when it is too long")
  func bounded() throws {
    let scratch = try Scratch()
    let file = HistoryFile(path: scratch.at("commands"))
    let line = String(repeating: "x", count: 1_000)
    for number in 0..<600 { file.append("\(number) \(line)") }
    #expect(try contents(ofFile: scratch.at("commands")).count > HistoryFile.maximumBytes)
    expectEqual(file.lines.count, 500)
    expectEqual(file.lines.first, "100 \(line)")
    file.append("the last")
    expectEqual(file.lines.suffix(2), ["599 \(line)", "the last"])
  }
}
