import BoardModel
import BoardWire

/// A typed command: one line, or a whole block up to its `end`.
struct TypedCommand {
  let request: Request
  /// The lines, each with its end.
  let bytes: [UInt8]

  /// Why a text is not sent.
  enum Fault: Error {
    /// The line is malformed; the reply is what the server would send.
    case malformed(ServerReply)
    /// There is no command, or more than one, or a block without its end: the replies could not be
    /// matched with commands.
    case notOneCommand
  }

  init(_ text: String) throws(Fault) {
    let lines = try Self.lines(of: text)
    request = try Self.request(of: lines[0])
    guard request.isWhole(with: lines.dropFirst()) else { throw .notOneCommand }
    bytes = lines.flatMap { $0 + [0x0A] }
  }

  private static func request(of line: [UInt8]) throws(Fault) -> Request {
    let request = line.withUnsafeBytes { line -> Result<Request, Fault> in
      guard let command = Command(line) else { return .failure(.notOneCommand) }
      return command.request.mapError { error in
        .malformed(ServerReply(tag: command.tag, .error(Failure(error, command.verb))))
      }
    }
    return try request.get()
  }

  /// Splits the text into lines, at least one.
  private static func lines(of text: String) throws(Fault) -> [[UInt8]] {
    var framer = LineFramer(detectsForeign: false)
    var lines: [[UInt8]] = []
    var error: LineError?
    Array((text + "\n").utf8).withUnsafeBytes { bytes in
      _ = framer.feed(bytes) { frame in
        switch frame {
        case .line(let line): lines.append(Array(line))
        case .failed(let reason): error = reason
        case .quit: error = .controlByte(4)
        // A string has no byte FF, and detection of other protocols is off.
        case .answer, .foreign: break
        }
        return error == nil
      }
    }
    if let error { throw .malformed(ServerReply(tag: nil, .error(Failure(error, nil)))) }
    return lines
  }
}

extension Request {
  /// Whether these lines are what follows the request: nothing, or its rows and the `end`.
  fileprivate func isWhole(with lines: ArraySlice<[UInt8]>) -> Bool {
    guard case .block(let head) = self else { return lines.isEmpty }
    switch head {
    case .batch: return BatchReader().ends(with: lines)
    case .replace: return ContentReader().ends(with: lines)
    }
  }
}

extension BlockReader {
  /// Whether the block ends with the last of these lines.
  fileprivate func ends(with lines: ArraySlice<[UInt8]>) -> Bool {
    var reader = self
    let end = lines.firstIndex { $0.withUnsafeBytes { reader.read($0) } }
    return end.map { $0 == lines.endIndex - 1 } ?? false
  }
}
