@testable import Transcripts

/// Splits the bytes of a server into messages.
struct MessageFramer {
  private var unread: [UInt8] = []
  /// The incomplete message.
  private var open: (message: ProxiedMessage, shape: LineShape.Rows, missing: Int)?

  /// The messages completed by these bytes.
  mutating func consume(_ bytes: some Sequence<UInt8>) -> [ProxiedMessage] {
    unread += bytes
    var messages: [ProxiedMessage] = []
    while let message = next() { messages.append(message) }
    return messages
  }

  private mutating func next() -> ProxiedMessage? {
    if unread.first == 0xFF, unread.count >= 3 {
      // A telnet command, which no line feed ends.
      defer { unread.removeFirst(3) }
      return ProxiedMessage(head: .other(Array(unread.prefix(3))))
    }
    while let end = unread.firstIndex(of: 0x0A) {
      let line = String(decoding: unread[..<end], as: UTF8.self)
      unread.removeSubrange(...end)
      if let message = consume(line) { return message }
    }
    return nil
  }

  /// Receives a line, and returns the message that it completes.
  private mutating func consume(_ line: String) -> ProxiedMessage? {
    guard let (message, shape, missing) = open else { return begin(line) }
    var whole = message
    whole.rows.append(row(line, shape))
    open = missing > 1 ? (whole, shape, missing - 1) : nil
    return open == nil ? whole : nil
  }

  private mutating func begin(_ line: String) -> ProxiedMessage? {
    if line.hasPrefix("{"), let object = JSON(line) { return ProxiedMessage(head: .object(object)) }
    guard let fields = ParsedLine(message: line) else {
      return ProxiedMessage(head: .other(Array(line.utf8) + [0x0A]))
    }
    let message = ProxiedMessage(head: .fields(ProxiedFields(fields)))
    guard let shape = fields.shape.rows, let count = fields.lineCount?.number, count > 0 else {
      return message
    }
    open = (message, shape, count)
    return nil
  }

  private func row(_ line: String, _ shape: LineShape.Rows) -> ProxiedLine {
    Message.Row(line, behind: shape).fields.map { .fields(ProxiedFields($0)) }
      ?? .other(Array(line.utf8) + [0x0A])
  }
}
