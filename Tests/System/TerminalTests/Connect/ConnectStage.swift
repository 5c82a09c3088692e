import BoardModel
import BoardTesting
import Libuv
import SystemTestKit
import Terminal

@testable import BoardServer

/// A server with the board `list`, and clients on terminals.
final class ConnectStage {
  static let content: Content = [
    Section(
      id: "s1", title: "To buy",
      items: [
        Item(id: "i1", text: "Bread"), Item(id: "i2", text: "Milk"), Item(id: "i3", text: "Pears"),
      ]),
    Section(id: "s2", title: "In the basket"),
  ]

  let server: TestServer

  init(_ content: Content = ConnectStage.content) throws {
    server = try TestServer(boards: [BoardFile("list", revision: 3, content)])
  }

  /// A client on a terminal that shows the board.
  func person(
    _ name: String, width: Int = 60, height: Int = 12, variables: [String] = []
  ) throws -> PtyProgram {
    let person = try program(
      ["127.0.0.1:\(server.port)", "list", "--name", name], width: width, height: height,
      variables: variables)
    try person.wait(for: "live")
    return person
  }

  /// The program with these arguments.
  func program(
    _ arguments: [String], width: Int = 60, height: Int = 12, variables: [String] = []
  ) throws -> PtyProgram {
    try PtyProgram(
      ChildProcess.program(), ["connect"] + arguments, width: width, height: height,
      environment: variables + ["TERM=xterm", "LANG=C.UTF-8", "XDG_STATE_HOME=/dev/null"])
  }

  /// Cuts every connection to the server.
  func cut() {
    _ = server.control.ask { server in
      for peer in server.soleSpace.recipients.peers { peer.finishWriting() }
    }
  }

  /// A plain socket client that has read the board.
  func netcat() throws -> LoopbackClient {
    let client = try LoopbackClient(port: server.port)
    client.send(lines: ["open list", "ping"])
    _ = try client.lines { $0 == "pong" }
    return client
  }
}

extension PtyProgram {
  /// The rows of the board, between the title and the last line, without the empty ones at the end.
  var board: [String] {
    var rows = Array(screen.rows.dropFirst().dropLast())
    while rows.last == "" { rows.removeLast() }
    return rows
  }

  /// Reads until the board looks like this.
  func wait(forBoard rows: [String]) throws {
    try wait { screen in
      var found = Array(screen.rows.dropFirst().dropLast())
      while found.last == "" { found.removeLast() }
      return found == rows
    }
  }

  /// Whether the terminal is restored: the main screen, a visible cursor, and no reports of mouse
  /// or paste.
  var isGivenBack: Bool {
    isCooked && screen.isCursorShown && screen.modes.isDisjoint(with: [1049, 1002, 1006, 2004])
  }
}
