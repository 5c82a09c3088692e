import Glibc
import SystemTestKit

/// A data directory that outlives the servers on it, and goes with the object.
final class KeptBoards {
  let scratch: Scratch
  let data: String

  init() throws {
    scratch = try Scratch()
    data = scratch.at("data")
  }

  /// Keeps boards in a directory that somebody else made.
  init(_ data: String) throws {
    scratch = try Scratch()
    self.data = data
  }

  /// Serves the directory, and returns once clients may come.
  ///
  /// - Parameter shell: What the shell is to set before.
  func serve(_ arguments: String..., after shell: String? = nil) throws -> ServingProgram {
    try ServingProgram(["--data", data] + arguments, after: shell)
  }

  /// Runs a command of the program on the directory to its end.
  func run(_ command: String, _ arguments: String...) throws -> (output: String, status: Int32) {
    try ChildProcess([command, "--data", data] + arguments).end()
  }
}

/// The real program while it serves.
final class ServingProgram {
  let child: ChildProcess
  let port: UInt16

  init(_ arguments: [String], after shell: String? = nil) throws {
    child = try ChildProcess(["serve", "--listen", "127.0.0.1:0"] + arguments, after: shell)
    port = try child.port()
  }

  /// A client that has been greeted.
  func client() throws -> LoopbackClient {
    let client = try LoopbackClient(port: port)
    _ = try client.line()
    return client
  }

  /// What a new client gets for these lines.
  func answers(to lines: String...) throws -> [String] { try client().answers(to: lines) }

  /// Ends the program.
  ///
  /// - Returns: Its exit status; a signal that killed it counts from 128.
  @discardableResult
  func end(_ signal: Int32) throws -> Int32 {
    child.kill(signal)
    return try child.end().status
  }
}

extension LoopbackClient {
  /// What comes for these lines, and whatever else comes meanwhile.
  ///
  /// - Throws: `LoopbackError.ended` where the server closes the connection before.
  func answers(to lines: [String]) throws -> [String] {
    send(lines: lines + ["ping all-said"])
    let answers = try self.lines { $0 == "pong all-said" }
    guard answers.last == "pong all-said" else { throw LoopbackError.ended }
    return answers.dropLast()
  }
}
