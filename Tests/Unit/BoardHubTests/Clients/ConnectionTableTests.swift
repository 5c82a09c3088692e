import BoardDelivery
import BoardHub
import Foundation
import TestKit
import Testing

/// The states of a connection, compared with the table of `protocol/connection-states.md`.
@Suite("A connection")
struct ConnectionTableTests {
  private let table: StateTable

  init() throws { table = try StateTable(of: "connection-states.md") }

  @Test("answers as the published table, after every sequence of three inputs")
  func answersAsPublished() throws {
    var seen = Set<String>()
    try walk([], &seen)
    expectEqual(seen.count, 6 * table.inputs.count)
  }

  private func walk(_ path: [String], _ seen: inout Set<String>) throws {
    for input in table.inputs {
      let path = path + [input]
      var play = try PlayedConnection()
      var (state, isNamed) = ("new", false)
      for input in path {
        let cell = table.cells[input]![state]!
        seen.insert("\(state) \(input)")
        let answer = play.take(input)
        let isRight = cell.answer == "reply" ? answer != "-" : answer == cell.answer
        #expect(isRight, "\(path) in \(state): \(answer), the table says \(cell.answer)")
        isNamed = isNamed || cell.state == "named"
        switch cell.state {
        case "=": break
        case "before": state = isNamed ? "named" : "guest"
        default: state = cell.state
        }
        expectEqual(play.isClosed, (state == "closed"), "\(path)")
      }
      if path.count < 3 { try walk(path, &seen) }
    }
  }
}

/// A connection to a hub, and what was done on it.
private struct PlayedConnection {
  private var scene: HubScene
  private let id: ConnectionID
  private(set) var isClosed = false

  init() throws {
    scene = try HubScene(.fixed(.zero))
    let other = scene.connect()
    scene.say("hello ann", by: other)
    id = scene.hub.connect(at: scene.now)
    _ = scene.turn()
  }

  /// Does what an input of the table says, and returns the answer in the table's words.
  mutating func take(_ input: String) -> String {
    guard !isClosed else { return "-" }
    isClosed = act(input)
    let sent = Sent(scene.turn())
    if sent.closed.contains(id) {
      isClosed = true
      scene.hub.disconnected(id, at: scene.now)
    }
    return sent.lines(of: id).last.map(word) ?? "-"
  }

  private func word(_ line: String) -> String {
    let words = line.split(separator: " ")
    return words[0] == "ok" ? "ok" : words[0] == "pong" ? "ok" : String(words[1])
  }

  /// - Returns: Whether the connection has broken.
  private mutating func act(_ input: String) -> Bool {
    switch input {
    case "an empty line": send("\n")
    case "a command": send("ping\n")
    case "an error": send("nonsense\n")
    case "20 errors in a row": send(String(repeating: "nonsense\n", count: 20))
    case "space, of no such name": send("space nowhere\n")
    case "hello, a free name": send("hello bob\n")
    case "hello, the name of another client": send("hello ann\n")
    case "hello without a name": send("hello form=text\n")
    case "batch": send("batch list\n")
    case "end": send("end\n")
    case "quit": send("quit\n")
    case "the input ends": scene.hub.inputEnded(by: id, at: scene.now)
    case "the input ends inside a line":
      send("pi")
      scene.hub.inputEnded(by: id, at: scene.now)
    case "a request of HTTP": send("GET / HTTP/1.1\r\n")
    case "10 s without a byte, nine tenths of the connections taken":
      scene.hub.room.limit = scene.hub.room.count
      scene.pass(.seconds(11))
    case "60 s inside a line":
      send("pi")
      scene.pass(.seconds(61))
    case "the connection breaks":
      scene.hub.disconnected(id, at: scene.now)
      return true
    case "the server stops": scene.hub.drain.stop(at: scene.now)
    default: preconditionFailure("the table has an input that is unknown here: \(input)")
    }
    return false
  }

  private func send(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { scene.hub.receive($0, from: id, at: scene.now) }
  }
}
