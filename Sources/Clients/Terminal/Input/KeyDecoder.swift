/// Decodes the bytes of a terminal into keys, mouse events and pastes, incrementally.
///
/// It supports xterm and its successors: CSI and SS3 keys with modifiers, SGR mouse reports (1006),
/// bracketed paste (2004), Alt as a leading escape, and UTF-8. Unknown sequences are skipped whole,
/// so that no part of one is decoded as a key.
public struct KeyDecoder {
  /// The limits in bytes on unfinished sequences and pastes; longer ones are discarded.
  static let sequenceLimit = 64
  static let pasteLimit = 65_536

  private var pending: [UInt8] = []
  /// The unfinished paste.
  private var paste: PasteScan?

  public init() {}

  /// Whether the last bytes are an escape that may be the key Esc or the start of a sequence: if
  /// nothing follows soon, `finish` decides.
  public var isUndecided: Bool { !pending.isEmpty }

  /// Decodes bytes, and returns the events that are complete.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    pending.append(contentsOf: bytes)
    return drain(isEnd: false)
  }

  /// Decides pending bytes if nothing followed: a lone escape is the key Esc.
  public mutating func finish() -> [InputEvent] { drain(isEnd: true) }

  private mutating func drain(isEnd: Bool) -> [InputEvent] {
    var events: [InputEvent] = []
    var rest = pending[...]
    loop: while !rest.isEmpty {
      if paste != nil {
        events += parsePaste(&rest)
        continue
      }
      var scan = SequenceScan(rest)
      let result = scan.next(isEnd: isEnd)
      rest = scan.rest
      switch result {
      case .event(let event): events.append(event)
      case .paste: paste = PasteScan()
      case .nothing: break
      case .unfinished: break loop
      }
    }
    pending = Array(rest)
    return events
  }

  private mutating func parsePaste(_ rest: inout ArraySlice<UInt8>) -> [InputEvent] {
    guard paste?.consume(&rest) == true, let text = paste?.text else { return [] }
    paste = nil
    return text.count > Self.pasteLimit ? [] : [.paste(String(decoding: text, as: UTF8.self))]
  }
}

/// A scanner for the end of a paste.
private struct PasteScan {
  private static let mark = Array("\u{1B}[201~".utf8)

  /// The pasted bytes so far; at most one more than the limit.
  private(set) var text: [UInt8] = []
  private var matched = 0

  /// Consumes bytes up to the mark that ends a paste.
  ///
  /// - Returns: whether the mark was found.
  mutating func consume(_ bytes: inout ArraySlice<UInt8>) -> Bool {
    while let byte = bytes.popFirst() {
      if byte == Self.mark[matched] {
        matched += 1
        if matched == Self.mark.count { return true }
      } else {
        // The mark contains an escape only at its start.
        text += Self.mark[..<matched]
        matched = byte == Self.mark[0] ? 1 : 0
        if matched == 0 { text.append(byte) }
        if text.count > KeyDecoder.pasteLimit + 1 {
          text.removeLast(text.count - KeyDecoder.pasteLimit - 1)
        }
      }
    }
    return false
  }
}

/// A scanner for the sequence at the start of some bytes.
private struct SequenceScan {
  enum Result {
    case event(InputEvent)
    /// A paste begins.
    case paste
    /// A skipped sequence.
    case nothing
    case unfinished
  }

  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func next(isEnd: Bool) -> Result {
    switch rest[rest.startIndex] {
    case 0x1B: return escape(isEnd: isEnd)
    case 0x00...0x1F, 0x7F:
      return .event(.key(Self.control(rest.removeFirst())))
    default: return scalar(isEnd: isEnd, [])
    }
  }

  private mutating func escape(isEnd: Bool) -> Result {
    guard let second = rest.dropFirst().first else { return isEnd ? escapeKey() : .unfinished }
    switch second {
    case UInt8(ascii: "["), UInt8(ascii: "O"): return sequence(isEnd: isEnd)
    case 0x1B: return escapeKey()
    case 0x00...0x1F, 0x7F:
      rest.removeFirst()
      var key = Self.control(rest.removeFirst())
      key.modifiers.insert(.alt)
      return .event(.key(key))
    default:
      let start = rest
      rest.removeFirst()
      let result = scalar(isEnd: isEnd, .alt)
      if case .unfinished = result { rest = start }
      return result
    }
  }

  private mutating func escapeKey() -> Result {
    rest.removeFirst()
    return .event(.key(Key(.escape)))
  }

  private static func control(_ byte: UInt8) -> Key {
    switch byte {
    case 0x0D, 0x0A: Key(.enter)
    case 0x09: Key(.tab)
    case 0x7F, 0x08: Key(.backspace)
    case 0x00: .control(" ")
    case 0x01...0x1A: .control(Unicode.Scalar(byte + 0x60))
    default: .control(Unicode.Scalar(byte + 0x40))
    }
  }

  private mutating func scalar(isEnd: Bool, _ modifiers: Key.Modifiers) -> Result {
    let length = Self.utf8Length(rest[rest.startIndex])
    let bytes = rest.prefix(length)
    if bytes.count < length, bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }), !isEnd {
      return .unfinished
    }
    let good = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
    rest = rest.dropFirst(good == nil ? 1 : length)
    return good.map { .event(.key(Key(.character($0), modifiers))) } ?? .nothing
  }

  private static func utf8Length(_ first: UInt8) -> Int {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  /// A sequence that begins with CSI (`ESC [`) or SS3 (`ESC O`).
  private mutating func sequence(isEnd: Bool) -> Result {
    let isSS3 = rest[rest.startIndex + 1] == UInt8(ascii: "O")
    let body = rest.dropFirst(2)
    guard let end = body.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
      return unfinished(isEnd: isEnd, body)
    }
    let final = body[end]
    // A byte that is not allowed in a sequence ends it, and is decoded by itself.
    guard (0x40...0x7E).contains(final) else {
      rest = body[end...]
      return .nothing
    }
    let parameters = body[..<end]
    if final == UInt8(ascii: "~"), parameters.elementsEqual("200".utf8) {
      rest = body[(end + 1)...]
      return .paste
    }
    // The Linux console sends `ESC [ [ A` for F1.
    if final == UInt8(ascii: "["), parameters.isEmpty, !isSS3 {
      guard body.count > 1 || isEnd else { return .unfinished }
      rest = body.dropFirst(2)
      return .nothing
    }
    rest = body[(end + 1)...]
    return KeySequences.event(parameters, final: final).map { .event($0) } ?? .nothing
  }

  private mutating func unfinished(isEnd: Bool, _ body: ArraySlice<UInt8>) -> Result {
    guard isEnd else {
      rest = rest.prefix(2 + KeyDecoder.sequenceLimit)
      return .unfinished
    }
    let isAlt = body.isEmpty
    let letter = rest[rest.startIndex + 1]
    rest = body[body.endIndex...]
    guard isAlt else { return .nothing }
    return .event(.key(Key(.character(Unicode.Scalar(letter)), .alt)))
  }
}
