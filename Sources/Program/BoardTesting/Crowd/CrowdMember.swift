import BoardModel
import CheckedClients
import Net

/// One random client, on one connection after another.
package final class CrowdMember {
  /// How long the server may take for an answer.
  private static let timeout: Duration = .seconds(60)
  /// How many lines of its conversation it remembers.
  private static let mostLines = 200

  let number: Int
  package private(set) var reader = CheckedReader()
  /// The boards that it keeps open.
  let boards: [String]
  /// Whether it begins by counting the items of its boards.
  private let counts: Bool
  /// The round until which it reads nothing.
  private(set) var deafUntil = 0
  private var socket: LineSocket?
  /// Which start of the server it has connected to.
  private var start = 0
  private var tagCount = 0
  private var connectionCount = 0
  private var conversation: [String] = []

  /// - Parameter names: The boards of the server. Every second client opens the first one alone, every fifth one also those
  ///   that come and go.
  init(number: Int, boards names: [String], counts: Bool) {
    self.number = number
    self.counts = counts
    boards =
      (number.isMultiple(of: 2) ? names : Array(names.prefix(1)))
      + (number.isMultiple(of: 5) ? RandomClient.names : [])
  }

  var isConnected: Bool { socket != nil }
  /// The last lines that it has sent and read.
  var lines: [String] { conversation.suffix(Self.mostLines) }
  /// Whether it says hello with a token, so that its drags are suspended when it leaves.
  private var isResumable: Bool { number.isMultiple(of: 3) }
  /// Whether it says who it is, on each connection another one.
  private var isNamed: Bool { number % 3 == 1 }
  private var isSlow: Bool { number.isMultiple(of: 7) }
  private var cadence: String { number % 5 == 1 ? " every=\(10 + number * 7)ms" : "" }

  /// Connects, and opens its boards.
  ///
  /// - Parameter start: How often the server has been started.
  func connect(to port: UInt16, start: Int) throws {
    connectionCount += 1
    note("client \(number) connects")
    socket = try LineSocket(
      to: .loopback(port), timeout: Self.timeout, receiveBuffer: isSlow ? 4_096 : nil)
    // A server that was started again knows no drags.
    reader.reconnect(isSameClient: isResumable && start == self.start)
    self.start = start
    if isResumable {
      say("hello m\(number) token=a-long-secret-of-\(number)")
    } else if isNamed {
      say("hello n\(number)-\(connectionCount)")
    }
    openAll()
  }

  func leave(withReset isReset: Bool) {
    note("client \(number) leaves")
    if isReset { socket?.resetAtEnd() }
    socket = nil
    deafUntil = 0
  }

  /// Becomes a slow reader, if it is one that does.
  func stopReading(until round: Int) {
    if isSlow { deafUntil = round }
  }

  /// Opens the boards that are not open, at the revisions of its copies.
  func openAll() {
    guard reader.awaited.allSatisfy({ $0.board.isEmpty }) else { return }
    for board in boards where !reader.openBoards.contains(board) {
      let revision = reader.mirror.boards[board].map { " since=\($0.revision)" } ?? ""
      // Who counts goes on to do so.
      let counts = reader.mirror.boards[board].map(\.isCounted) ?? counts
      let content = counts ? " content=counts" : ""
      let epoch = reader.epoch.map { " epoch=\($0)" } ?? ""
      let line = "open \(board)\(revision)\(epoch)\(cadence)\(content)"
      say(.init(board: board, lines: [line]))
    }
  }

  func say(_ line: String) { say(.init(board: "", lines: [line])) }

  func say(_ command: RandomClient.Command) {
    tagCount += 1
    let tag = "t\(tagCount)"
    reader.ask(.init(tag: tag, board: command.board, line: command.lines[0]))
    for line in command.lines { note("client \(number)> \(line)") }
    let lines = ["#\(tag) \(command.lines[0])"] + command.lines.dropFirst()
    socket?.send(Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  /// Reads all lines, and waits for all replies.
  ///
  /// - Parameters:
  ///   - start: How often the server has been started.
  ///   - onChange: Receives each board that has changed.
  /// - Throws: `Mirror.Fault` if the server breaks a rule, ends the connection or does not answer.
  func listen(start: Int, _ onChange: (String, Mirror.Board) throws -> Void) throws {
    guard start == self.start else { return leave(withReset: false) }
    guard let socket else { return }
    for line in socket.arrivedLines() { try read(line, onChange) }
    while !reader.awaited.isEmpty { try read(line(of: socket), onChange) }
  }

  private func line(of socket: LineSocket) throws -> String {
    do throws(SocketFault) {
      guard let line = try socket.line(within: Self.timeout) else {
        throw SocketFault.unreachable("the server has closed the connection")
      }
      return line
    } catch { throw Mirror.Fault("\(error)") }
  }

  private func read(_ line: String, _ onChange: (String, Mirror.Board) throws -> Void) throws {
    note("client \(number)< \(line)")
    guard let name = try reader.read(line), let board = reader.mirror.boards[name] else { return }
    try onChange(name, board)
  }

  private func note(_ line: String) {
    conversation.append(line)
    if conversation.count > 2 * Self.mostLines { conversation.removeFirst(Self.mostLines) }
  }
}
