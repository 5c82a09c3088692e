import BoardCore

/// Something whole that a server said of a board, in the lines it said it in.
struct TailMessage {
  enum Kind: Equatable {
    /// The rows from the revision before to this one.
    case batch(to: Int)
    /// The whole board at a revision.
    case snapshot(at: Int)
    /// Something about a drag session or a selection.
    case event
    case pong
    case goodbye
    /// An answer to a command.
    case done
    case refused
    case other
  }

  let kind: Kind
  var lines: [String]
}

/// Puts the lines of a server together to batches and snapshots, in the text form or in JSON.
struct TailReader {
  /// As many lines as a board of the largest size has, with its drag sessions and whoever is there.
  private static let mostLines =
    Limits.items + Limits.sections + 4 * Limits.boardSessions + Limits.connections

  private var message: TailMessage?
  private var missing = 0

  /// - Returns: The message that ends with this line, if one does.
  /// - Throws: `Complaint` where it cannot be a line of the protocol.
  mutating func take(_ line: String) throws(Complaint) -> TailMessage? {
    if message == nil {
      message = TailMessage(kind: try Self.kind(of: line, counting: &missing), lines: [])
    } else {
      missing -= 1
    }
    message?.lines.append(line)
    guard missing == 0 else { return nil }
    defer { message = nil }
    return message
  }

  private static func kind(
    of line: String, counting missing: inout Int
  ) throws(Complaint) -> TailMessage.Kind {
    if line.hasPrefix("{") { return try kind(ofObject: line) }
    let words = line.split(separator: " ", maxSplits: 5)
    switch words.first {
    case "batch", "board":
      guard words.count == 5, let number = Int(words[words[0] == "batch" ? 3 : 2]),
        let count = Int(words[4]), (0...mostLines).contains(count)
      else { throw notUnderstood(line) }
      missing = count
      return words[0] == "batch" ? .batch(to: number) : .snapshot(at: number)
    case "drag", "selected": return .event
    case "pong": return .pong
    case "bye": return .goodbye
    case "ok": return .done
    case "refused", "error": return .refused
    default: return .other
    }
  }

  private static func kind(ofObject line: String) throws(Complaint) -> TailMessage.Kind {
    let kinds: [(String, String?, (Int) -> TailMessage.Kind)] = [
      ("batch", "to", { .batch(to: $0) }), ("snapshot", "revision", { .snapshot(at: $0) }),
      ("drag", nil, { _ in .event }), ("selected", nil, { _ in .event }),
      ("pong", nil, { _ in .pong }), ("bye", nil, { _ in .goodbye }), ("ok", nil, { _ in .done }),
      ("refused", nil, { _ in .refused }), ("error", nil, { _ in .refused }),
    ]
    for (part, number, kind) in kinds where line.hasPrefix("{\"\(part)\":") {
      guard let number else { return kind(0) }
      guard let value = integer(of: number, in: line) else { throw notUnderstood(line) }
      return kind(value)
    }
    return .other
  }

  /// A number of an object that stands before all its lists, where no text has been yet.
  private static func integer(of part: String, in line: String) -> Int? {
    let head = line.prefix { $0 != "[" }
    guard let range = head.firstRange(of: ",\"\(part)\":") else { return nil }
    return Int(head[range.upperBound...].prefix { $0.isASCII && $0.isNumber })
  }

  private static func notUnderstood(_ line: String) -> Complaint {
    Complaint("the server does not speak the protocol: \(printable(String(line.prefix(100))))")
  }
}
