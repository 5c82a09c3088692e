import BoardModel
import BoardWire

/// Whether the first command of a connection chooses a space (section 18 of the specification).
///
/// A server that routes connections to spaces asks this of all bytes so far whenever more arrive, until
/// it is decided. The command is read as a hub would read it. All else is for a hub to answer: other
/// commands, lines with an error, negotiation of telnet, and a command that does not end within the
/// bytes that a line may have.
public enum SpaceChoice: Hashable, Sendable {
  /// The bytes may become the command.
  case incomplete
  /// The first command is another one.
  case other
  /// The command is in so many bytes, with the empty lines before it and the end of its line.
  case chosen(SpaceName, tag: String?, byteCount: Int)

  /// The most bytes that are read: those of the longest line and its end.
  public static let longest = Limits.lineBytes + 2
  /// The byte with which every telnet command begins, and which no line has.
  private static let telnetCommand: UInt8 = 0xFF

  /// - Parameter bytes: All that the client has sent so far.
  public init(_ bytes: UnsafeRawBufferPointer) {
    let end = min(bytes.firstIndex(of: Self.telnetCommand) ?? bytes.count, Self.longest)
    var framer = LineFramer()
    var line = FirstLine.blank
    var (start, next) = (0, 0)
    while case .blank = line {
      line = .unfinished
      start = next
      next += framer.feed(bytes.part(start..<end)) { frame in
        line = FirstLine(frame)
        return false
      }
    }
    switch line {
    case .space(let name, let tag): self = .chosen(name, tag: tag, byteCount: next)
    case .unfinished where end == bytes.count && bytes.part(start..<end).mayBecomeSpace:
      self = .incomplete
    case .blank, .unfinished, .other: self = .other
    }
  }
}

/// What the first line that is not blank is.
private enum FirstLine {
  case blank
  case unfinished
  case space(SpaceName, tag: String?)
  case other

  init(_ frame: LineFramer.Frame) {
    switch frame {
    case .line(let line): self = line.first == UInt8(ascii: "{") ? Self(json: line) : Self(line)
    case .failed, .answer, .quit, .foreign: self = .other
    }
  }

  private init(json line: UnsafeRawBufferPointer) {
    switch JSONCommand.read(line).lines {
    case .success(let text): self = text.dropLast().withUnsafeBytes { Self($0) }
    case .failure: self = .other
    }
  }

  private init(_ line: UnsafeRawBufferPointer) {
    guard let command = Command(line) else {
      self = .blank
      return
    }
    switch command.request {
    case .success(.connection(.space(let space))): self = .space(space.space, tag: command.tag)
    case .success, .failure: self = .other
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the beginning of a line may be that of the command, in either form.
  fileprivate var mayBecomeSpace: Bool {
    if first == UInt8(ascii: "{") { return true }
    var words = WordReader(last == 0x0D ? part(0..<count - 1) : self)
    var word = words.next()
    if let tag = word, tag.first == UInt8(ascii: "#") {
      guard tag.isTag || tag.count == 1 else { return false }
      word = words.next()
    }
    guard let word else { return true }
    let verb = Verb.space.rawValue.utf8
    return word.count <= verb.count && zip(word, verb).allSatisfy { $0.lowercased == $1 }
  }
}
