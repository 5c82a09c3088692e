import BoardModel

/// Takes telnet commands (RFC 854) out of a stream of bytes, one byte at a time.
///
/// It is asked only from an FF on until a command is over; everything else never comes here. An FF
/// that no command byte follows is data.
struct TelnetFilter {
  enum Verdict {
    /// The byte belongs to a command.
    case skip
    /// The byte ends a negotiation, which is to be answered with these bytes.
    case answer([UInt8])
    /// An FF was data after all.
    case data
    /// An FF was data after all, and the present byte is no part of a command either.
    case dataAndByte
    /// A subnegotiation has more bytes than a line may have. It is given up.
    case tooLong
  }

  private enum State {
    case idle
    case command
    case option(UInt8)
    /// In a subnegotiation, with the bytes of it that were skipped.
    case block(UInt16)
    /// The same behind an FF.
    case blockCommand(UInt16)
  }

  private static let escape: UInt8 = 0xFF
  private static let dont: UInt8 = 0xFE
  private static let perform: UInt8 = 0xFD
  private static let wont: UInt8 = 0xFC
  private static let will: UInt8 = 0xFB
  private static let blockBegin: UInt8 = 0xFA
  private static let blockEnd: UInt8 = 0xF0

  private var state = State.idle

  /// Whether the next byte is to be handed to `take`.
  var isActive: Bool {
    if case .idle = state { return false }
    return true
  }

  /// Whether an FF is held of which nobody knows yet whether it is data.
  var holdsEscape: Bool {
    if case .command = state { return true }
    return false
  }

  /// Begins with an FF that was met among the data.
  mutating func begin() { state = .command }

  mutating func take(_ byte: UInt8) -> Verdict {
    switch state {
    case .idle:
      return .dataAndByte
    case .command:
      return command(byte)
    case .option(let verb):
      state = .idle
      return Self.answer(to: verb, option: byte)
    case .block(let length):
      guard byte == Self.escape else { return skip(length + 1) }
      state = .blockCommand(length)
      return .skip
    case .blockCommand(let length):
      guard byte == Self.blockEnd else { return skip(length + 1) }
      state = .idle
      return .skip
    }
  }

  /// Goes on in a subnegotiation of so many bytes, unless they are too many.
  private mutating func skip(_ length: UInt16) -> Verdict {
    let isTooLong = length > Limits.lineBytes
    state = isTooLong ? .idle : .block(length)
    return isTooLong ? .tooLong : .skip
  }

  private mutating func command(_ byte: UInt8) -> Verdict {
    switch byte {
    case Self.escape:
      state = .idle
      return .data
    case Self.will, Self.wont, Self.perform, Self.dont:
      state = .option(byte)
      return .skip
    case Self.blockBegin:
      state = .block(0)
      return .skip
    case Self.blockEnd..<Self.blockBegin:
      state = .idle
      return .skip
    default:
      state = .idle
      return .dataAndByte
    }
  }

  /// Every option is declined. A refusal is never answered, or two peers would not come to an end.
  private static func answer(to verb: UInt8, option: UInt8) -> Verdict {
    switch verb {
    case perform: .answer([escape, wont, option])
    case will: .answer([escape, dont, option])
    default: .skip
    }
  }
}
