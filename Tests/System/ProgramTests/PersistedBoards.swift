import Glibc
import SystemTestKit

/// A data directory that outlives its servers, and is removed with the object.
final class PersistedBoards {
  let scratch: Scratch
  let data: String

  init() throws {
    scratch = try Scratch()
    data = scratch.at("data")
  }

  /// Uses an existing directory.
  init(_ data: String) throws {
    scratch = try Scratch()
    self.data = data
  }

  /// Serves the directory, and returns when the server accepts clients.
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

  /// A new client's replies to these lines.
  func answers(to lines: String...) throws -> [String] { try client().answers(to: lines) }

  /// Ends the program.
  ///
  /// - Returns: Its exit status; 128 plus the number for a signal.
  @discardableResult
  func end(_ signal: Int32) throws -> Int32 {
    child.kill(signal)
    return try child.end().status
  }
}
