import BoardClient
import BoardModel
import BoardWire
import Libuv
import Net
import Transcripts

/// How a client of a test talks to the server.
public enum ClientKind: CaseIterable, Sendable {
  /// Lines over TCP.
  case lines
  /// The JSON form over a WebSocket.
  case webSocket

  /// The replica library, which shows own changes at once and reconnects by itself.
  case replica

  /// A line of the server in the text form.
  ///
  /// - Throws: `LinkFault` if it is no line of the protocol.
  func textLines(of line: String) throws(LinkFault) -> [String] {
    guard line.hasPrefix("{") else { return [line] }
    guard let lines = textForm(ofObject: line, escaping: TextEscapes.escaped) else {
      throw LinkFault(reason: "the protocol has no such object")
    }
    return lines
  }
}

/// A connection that carries lines in both directions.
protocol ClientTransport: AnyObject {
  /// Sends a line without its line feed; before the connection is there, later.
  func send(_ line: String)
}

/// A connection of the replica library.
final class ReplicaTransport: ClientTransport {
  let connection: Connection

  init(
    _ board: BoardName, as name: String, _ token: String?, to port: UInt16, on loop: EventLoop
  ) throws {
    connection = Connection(
      to: .loopback(port), board: board, as: ClientName(name), token: token, on: loop)
    try connection.open()
  }

  deinit { connection.close() }

  func send(_ line: String) { connection.send(line: line) }
}

/// The lines of bytes that come in pieces.
struct LineBuffer {
  private var unread: [UInt8] = []

  /// The lines that are complete with these bytes.
  mutating func lines(after bytes: [UInt8]) -> [String] {
    unread += bytes
    guard let end = unread.lastIndex(of: 0x0A) else { return [] }
    defer { unread.removeSubrange(...end) }
    return unread[..<end].split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Lines over TCP.
class LineTransport: ClientTransport, SocketStreamHandler {
  private var stream: SocketStream?
  private var unsent: [UInt8] = []
  private var unread = LineBuffer()
  private var isConnected = false
  private let onLine: (String) -> Void
  private let onEnd: () -> Void

  init(
    to port: UInt16, on loop: EventLoop, onLine: @escaping (String) -> Void,
    onEnd: @escaping () -> Void
  ) throws {
    (self.onLine, self.onEnd) = (onLine, onEnd)
    stream = try SocketStream.connect(to: .internet(.loopback(port)), on: loop) {
      [weak self] result in
      self?.didConnect(result)
    }
  }

  private func didConnect(_ result: Result<SocketStream, UVError>) {
    guard case .success(let stream) = result else { return onEnd() }
    stream.handler = self
    stream.startReading()
    isConnected = true
    begin()
    write([])
  }

  /// Called when the connection is there.
  func begin() {}

  func send(_ line: String) { write(Array(line.utf8) + [0x0A]) }

  /// Sends bytes as they are.
  func write(_ bytes: [UInt8]) {
    unsent += bytes
    guard isConnected else { return }
    stream?.write(unsent)
    unsent = []
  }

  /// Takes what was received up to a line feed.
  func receive(_ bytes: [UInt8]) {
    for line in unread.lines(after: bytes) { onLine(line) }
  }

  func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
    receive(bytes.withUnsafeBytes { Array($0) })
  }

  func streamDidEnd(_ stream: SocketStream) {
    stream.close()
    onEnd()
  }

  func streamDidClose(_ stream: SocketStream, error: UVError) { onEnd() }
}

/// Lines in the frames of a WebSocket.
final class WebSocketTransport: LineTransport {
  private let host: String
  private var isUpgraded = false
  private var waiting: [String] = []
  private var input: [UInt8] = []

  /// - Parameter host: The address of the server itself, since it answers to no other host.
  init(
    to port: UInt16, before host: String, on loop: EventLoop,
    onLine: @escaping (String) -> Void, onEnd: @escaping () -> Void
  ) throws {
    self.host = host
    try super.init(to: port, on: loop, onLine: onLine, onEnd: onEnd)
  }

  override func begin() {
    let head = [
      "GET /ws HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", "",
    ]
    write(Array(head.joined(separator: "\r\n").utf8))
  }

  override func send(_ line: String) {
    guard isUpgraded else { return waiting.append(line) }
    sendFrame(0x81, Array(line.utf8) + [0x0A])
  }

  /// Sends a frame, masked with zeros.
  private func sendFrame(_ first: UInt8, _ payload: [UInt8]) {
    let count = payload.count
    let size: [UInt8] =
      count < 126
      ? [0x80 | UInt8(count)]
      : count < 65_536
        ? [0x80 | 126, UInt8(count >> 8), UInt8(count & 0xFF)]
        : [0x80 | 127] + (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }
    write([first] + size + [0, 0, 0, 0] + payload)
  }

  override func receive(_ bytes: [UInt8]) {
    input += bytes
    if !isUpgraded {
      guard let end = input.firstRange(of: Array("\r\n\r\n".utf8)) else { return }
      input.removeSubrange(..<end.upperBound)
      isUpgraded = true
      for line in waiting { send(line) }
      waiting = []
    }
    while let frame = nextFrame() { take(frame) }
  }

  private func take(_ frame: (first: UInt8, payload: [UInt8])) {
    switch frame.first & 0x0F {
    case 0x0, 0x1: super.receive(frame.payload)
    case 0x9: sendFrame(0x8A, frame.payload)
    case _: break
    }
  }

  /// Removes a whole frame from the input, if there is one.
  private func nextFrame() -> (first: UInt8, payload: [UInt8])? {
    guard input.count >= 2 else { return nil }
    var (count, head) = (Int(input[1]), 2)
    if count >= 126 {
      head += count == 126 ? 2 : 8
      guard input.count >= head else { return nil }
      count = input[2..<head].reduce(0) { $0 << 8 | Int($1) }
    }
    guard input.count >= head + count else { return nil }
    defer { input.removeSubrange(..<(head + count)) }
    return (input[0], Array(input[head..<head + count]))
  }
}
