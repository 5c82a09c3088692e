import Foundation
import Glibc
import KillTrial
import PostgresJournal
import SystemTestKit
import TestKit
import Testing

/// A real node of a real database, with its ports.
final class TestNode {
  let child: ChildProcess
  let port: UInt16
  private(set) var webPort: UInt16 = 0
  private(set) var link = ""

  /// Starts a node, and waits until others know of it.
  ///
  /// - Parameter shell: What a shell does before; nil if there is none.
  init(_ words: [String], after shell: String? = nil) throws {
    child = try ChildProcess(
      ["serve", "--listen", "127.0.0.1:0", "--link", "127.0.0.1:0", "--http", "127.0.0.1:0"]
        + words, after: shell)
    var port: UInt16?
    while let line = try child.line() {
      if let word = line.firstMatch(of: /link=(\S+) space=/) { link = String(word.1) }
      if let word = line.firstMatch(of: /listening address=127.0.0.1:(\d+)/) {
        port = port ?? UInt16(word.1)
      }
      if let word = line.firstMatch(of: /page is at https?:\/\/127.0.0.1:(\d+)/) {
        webPort = UInt16(word.1) ?? 0
      }
      if line.contains(" registered ") { break }
    }
    self.port = try #require(port)
  }

  /// Waits for a line of its log.
  @discardableResult
  func awaitLine(_ words: String) throws -> String {
    while let line = try child.line() { if line.contains(words) { return line } }
    throw ChildError.ended(words)
  }

  func stop() throws -> Int32 {
    child.kill(SIGTERM)
    return try child.end().status
  }

  /// Says lines to it, and returns the answers up to the one to the last line.
  func say(_ lines: [String]) throws -> [String] {
    let client = try LoopbackClient(port: port)
    client.send(lines: lines + ["ping"])
    return try client.lines { $0 == "pong" }
  }
}
