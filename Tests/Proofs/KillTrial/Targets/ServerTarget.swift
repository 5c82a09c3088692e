import Glibc
import LocalNodes

/// One server on a data directory.
final class ServerTarget: TrialTarget {
  private let program: String
  private let directory: String
  private var server: LocalServer?

  init(_ program: String, serving directory: String) {
    self.program = program
    self.directory = directory
  }

  var outputs: [Int32] { server.map { [$0.output] } ?? [] }
  var ports: [UInt16] { server?.port.map { [$0] } ?? [] }
  var hasEnded: Bool { server?.hasEnded ?? true }
  var log: String { server?.log ?? "" }
  var outage: Duration { server?.age ?? .zero }
  var servingLimit: Duration { .seconds(60) }
  var isDatabaseAway: Bool { false }
  var waitCount: Int { 0 }
  var connectionCount: Int { 0 }
  var hasFailpoints: Bool { true }
  var leavesClients: Bool { false }

  var movesClients: Bool { false }

  func noteMove() {}

  func begin(failpoint: String?) throws {
    let words = [
      program, "serve", "--data", directory, "--listen", "127.0.0.1:0", "--window", "4ms",
    ]
    server = try LocalServer(words, failpoint.map { ["DROPLINE_FAILPOINT=\($0)"] } ?? [])
  }

  func listen() { server?.listen() }

  func end() { server?.kill() }

  func reap() throws -> String? {
    try require(128 + SIGKILL)
    return nil
  }

  func finish() { server?.kill(SIGTERM) }

  func checkEnd() throws { try require(0) }

  private func require(_ expected: Int32) throws {
    let status = server?.wait() ?? 0
    server?.listen()
    guard status == expected else { throw LocalServerError.ended("status \(status)\n\(log)") }
  }
}
