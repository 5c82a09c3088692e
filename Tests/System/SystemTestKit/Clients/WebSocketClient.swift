import BoardTesting
import Libuv
import Net

/// A WebSocket client that shares no code with the server, and that can break every rule.
package final class WebSocketClient {
  /// A frame as it is on the wire.
  package struct Frame: Equatable {
    package var first: UInt8
    package var payload: [UInt8]

    package init(first: UInt8, payload: [UInt8]) {
      self.first = first
      self.payload = payload
    }

    /// The code of a close frame.
    package var closeCode: Int? {
      guard first == 0x88, payload.count >= 2 else { return nil }
      return Int(payload[0]) << 8 | Int(payload[1])
    }
  }

  private let client: LoopbackClient
  /// The status line of the handshake's answer, and its fields.
  package let answer: [String]
  /// The text that was received and not yet returned.
  private var text: [UInt8] = []
  /// Whether each text frame so far has ended with a line.
  package private(set) var hasWholeLines = true
  /// Whether a message has begun and not ended.
  private var isInMessage = false
  /// The code with which the server has closed.
  package private(set) var closeCode: Int?

  /// Connects and asks for an upgrade.
  ///
  /// - Parameter fields: The fields besides those of a handshake; a host if it is to be another one.
  package init(
    port: UInt16, path: String = "/ws", fields: [String] = [], receiveBuffer: Int32? = nil
  ) throws {
    client = try LoopbackClient(port: port, receiveBuffer: receiveBuffer)
    let hasHost = fields.contains { $0.hasPrefix("Host:") }
    let head =
      ["GET \(path) HTTP/1.1"] + (hasHost ? [] : ["Host: localhost:\(port)"]) + [
        "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      ] + fields
    client.send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    var answer: [String] = []
    while let line = try client.line(), line != "\r" { answer.append(String(line.dropLast())) }
    self.answer = answer
  }

  package func cut(withReset isReset: Bool = false) { client.cut(withReset: isReset) }

  package func halfClose() { client.halfClose() }
}

// Sending.

extension WebSocketClient {
  /// Sends one text message in one frame.
  package func send(_ text: String) { send([Self.frame(0x81, Array(text.utf8))]) }

  /// Sends bytes of the line protocol in as few frames as can be. The message ends with a line.
  package func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(65_536))
      rest = rest.dropFirst(part.count)
      let isLast = rest.isEmpty && part.last == 0x0A
      send([Self.frame((isLast ? 0x80 : 0) | (isInMessage ? 0 : 1), part)])
      isInMessage = !isLast
    }
  }

  /// Sends encoded frames in one segment.
  package func send(_ frames: [[UInt8]]) { client.send(frames.flatMap(\.self)) }

  package func send(raw bytes: [UInt8]) { client.send(bytes) }

  /// Encodes a frame as a client must.
  package static func frame(
    _ first: UInt8, _ payload: [UInt8], mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
  ) -> [UInt8] {
    header(first, payload.count, isMasked: true) + mask
      + payload.enumerated().map { $1 ^ mask[$0 % 4] }
  }

  package static func header(_ first: UInt8, _ count: Int, isMasked: Bool) -> [UInt8] {
    let bit: UInt8 = isMasked ? 0x80 : 0
    switch count {
    case ..<126: return [first, bit | UInt8(count)]
    case ..<65_536: return [first, bit | 126, UInt8(count >> 8), UInt8(count & 0xFF)]
    default:
      return [first, bit | 127]
        + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: count >> $0) }
    }
  }
}

// Receiving.

extension WebSocketClient {
  /// The next frame, or nil at the end of the connection.
  package func frame() throws -> Frame? {
    guard let head = try client.bytes(2) else { return nil }
    var count = Int(head[1])
    if count >= 126 {
      guard let more = try client.bytes(count == 126 ? 2 : 8) else { return nil }
      count = more.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let payload = try count == 0 ? [] : client.bytes(count) else { return nil }
    return Frame(first: head[0], payload: payload)
  }

  /// The next line of the text, without its line feed; nil when the server closes.
  package func line() throws -> String? {
    while true {
      if let end = text.firstIndex(of: 0x0A) {
        defer { text.removeFirst(end + 1) }
        return String(decoding: text[..<end], as: UTF8.self)
      }
      guard try receiveText() else { return nil }
    }
  }

  /// Exactly so many bytes of the text, or nil if the server closes before.
  package func bytes(_ count: Int) throws -> [UInt8]? {
    while text.count < count { guard try receiveText() else { return nil } }
    defer { text.removeFirst(count) }
    return Array(text.prefix(count))
  }

  /// The lines up to one that the condition holds of, that one included.
  package func lines(until condition: (String) -> Bool = { _ in false }) throws -> [String] {
    var lines: [String] = []
    while let line = try line() {
      lines.append(line)
      if condition(line) { break }
    }
    return lines
  }

  /// All text up to the end of the connection.
  package func bytes() throws -> [UInt8] {
    while try receiveText() {}
    return text
  }

  /// Adds the next text frame to the text. Pings are answered.
  private func receiveText() throws -> Bool {
    while let frame = try frame() {
      if let code = frame.closeCode { closeCode = code }
      if frame.first == 0x89 { send([Self.frame(0x8A, frame.payload)]) }
      if frame.first == 0x81 {
        text += frame.payload
        hasWholeLines = hasWholeLines && frame.payload.last == 0x0A
        return true
      }
    }
    return false
  }
}

/// For transcripts: a silent server fails it after a minute, whatever the timeout is.
extension WebSocketClient: LineConnection {
  package func line(within timeout: Duration) throws(SocketFault) -> String? {
    do { return try line() } catch { throw .silent(timeout) }
  }

  package func bytes(_ count: Int, within timeout: Duration) throws(SocketFault) -> [UInt8]? {
    do { return try bytes(count) } catch { throw .silent(timeout) }
  }

  package func finishWriting() { halfClose() }
}
