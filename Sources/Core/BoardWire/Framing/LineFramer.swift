import BoardModel

/// Cuts the bytes of one connection into lines, as section 2 of the specification says.
///
/// How the bytes are cut into pieces makes no difference: the frames are the same. Memory is bounded
/// by the line limit, and none is held between lines.
///
/// A bad line has one fault, in this order: it is longer than the limit, it holds a control byte
/// (the first one is told), it is not UTF-8. It is told at the end of the line, or as soon as the
/// line is longer than the limit.
public struct LineFramer: Sendable {
  /// What was found in the input.
  public enum Frame {
    /// A line of valid UTF-8 without its end, valid only until the callback returns.
    case line(UnsafeRawBufferPointer)
    /// A line that cannot be taken. It is skipped to its end.
    case failed(LineError)
    /// Bytes to be sent as they are: the answer to a telnet negotiation.
    case answer([UInt8])
    /// A line of the byte 04 alone.
    case quit
    /// The peer speaks another protocol; there will be no more frames.
    case foreign
  }

  private static let lineFeed: UInt8 = 0x0A
  private static let carriageReturn: UInt8 = 0x0D
  private static let brace = UInt8(ascii: "{")

  /// The beginning of the present line, where it did not lie within one piece of the input.
  private var buffered: [UInt8] = []
  private let longest: UInt32
  private let guards: Bool
  /// The first control byte of the present line.
  private var control: UInt8?
  /// A carriage return was read of which nobody knows yet whether it ends the line.
  private var holdsReturn = false
  /// The present line was answered already.
  private var skips = false
  private var isFirstLine = true
  private var isForeign = false
  private var telnet = TelnetFilter()

  /// Makes a framer for one connection.
  ///
  /// - Parameters:
  ///   - limit: the most bytes of a line, without its end.
  ///   - detectsForeign: whether to look for other protocols (rule A.3). A client has no use for it.
  public init(limit: Int = Limits.lineBytes, detectsForeign: Bool = true) {
    longest = UInt32(limit)
    self.guards = detectsForeign
  }

  /// A framer for what a server sends, whose lines may be longer (rule 2.7).
  public static var forServerLines: LineFramer { LineFramer(limit: 65_536, detectsForeign: false) }

  /// Takes the next bytes of the connection and reports what they complete.
  ///
  /// - Parameter body: gets each frame in turn and says whether to go on.
  /// - Returns: the number of bytes taken. It is less than `bytes.count` only where `body` stopped;
  ///   the rest is then to be fed again.
  /// - Complexity: O(bytes). A line that lies within `bytes` is not copied.
  @discardableResult
  public mutating func feed(_ bytes: UnsafeRawBufferPointer, _ body: (Frame) -> Bool) -> Int {
    var offset = 0
    while offset < bytes.count {
      if isForeign { return bytes.count }
      let goesOn =
        telnet.isActive
        ? stepInTelnet(bytes[offset], &offset, body)
        : holdsReturn
          ? stepAfterReturn(bytes[offset], &offset, body)
          : step(bytes, &offset, body)
      if !goesOn { return offset }
    }
    return offset
  }

  /// Takes the end of the input.
  ///
  /// - Returns: whether half a line is held that was not answered (`error unfinished-line`).
  public mutating func finish() -> Bool {
    defer { isForeign = true }
    return !isForeign && !skips && (!buffered.isEmpty || holdsReturn || telnet.holdsEscape)
  }
}

extension LineFramer {
  /// Takes plain bytes up to the next byte that needs a decision, and that byte.
  private mutating func step(
    _ bytes: UnsafeRawBufferPointer, _ offset: inout Int, _ body: (Frame) -> Bool
  ) -> Bool {
    let start = offset
    var high: UInt64 = 0
    let end = ByteScan.firstSpecial(bytes, from: start, high: &high)
    let run = bytes.part(start..<end)
    if let length = lineEnd(bytes, at: end) {
      offset = end + length
      return endLine(with: run, isASCII: high == 0, body)
    }
    offset = end
    guard buffer(run, body) else { return false }
    guard end < bytes.count else { return true }
    offset = end + 1
    switch bytes[end] {
    case 0xFF: telnet.begin()
    case Self.carriageReturn: holdsReturn = true
    default: return takeControl(bytes[end], body)
    }
    return true
  }

  /// The length of the line end at this offset, where it lies within the input.
  private func lineEnd(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int? {
    guard offset < bytes.count else { return nil }
    if bytes[offset] == Self.lineFeed { return 1 }
    guard bytes[offset] == Self.carriageReturn, offset + 1 < bytes.count else { return nil }
    return bytes[offset + 1] == Self.lineFeed || bytes[offset + 1] == 0 ? 2 : nil
  }

  private mutating func stepInTelnet(
    _ byte: UInt8, _ offset: inout Int, _ body: (Frame) -> Bool
  ) -> Bool {
    switch telnet.take(byte) {
    case .skip:
      offset += 1
      return true
    case .answer(let bytes):
      offset += 1
      return body(.answer(bytes))
    case .data:
      offset += 1
      return takeEscape(body)
    case .dataAndByte:
      return takeEscape(body)
    case .tooLong:
      offset += 1
      return giveUpLine(as: .lineTooLong(Limits.lineBytes), body)
    }
  }

  /// Skips the present line to its end, and reports why if nothing was reported of it yet.
  private mutating func giveUpLine(as error: LineError, _ body: (Frame) -> Bool) -> Bool {
    let isReported = skips
    holdsReturn = false
    giveUpLine()
    return isReported || body(.failed(error))
  }

  /// Takes an FF that was no telnet command.
  private mutating func takeEscape(_ body: (Frame) -> Bool) -> Bool {
    var goesOn = true
    if holdsReturn {
      holdsReturn = false
      goesOn = takeControl(Self.carriageReturn, body)
    }
    guard !isForeign else { return goesOn }
    return buffer(0xFF, body) && goesOn
  }

  /// Decides about a carriage return, now that the byte after it is there.
  private mutating func stepAfterReturn(
    _ byte: UInt8, _ offset: inout Int, _ body: (Frame) -> Bool
  ) -> Bool {
    if byte == 0xFF {
      offset += 1
      telnet.begin()
      return true
    }
    holdsReturn = false
    if byte == Self.lineFeed || byte == 0 {
      offset += 1
      return endLine(with: UnsafeRawBufferPointer(start: nil, count: 0), isASCII: true, body)
    }
    return takeControl(Self.carriageReturn, body)
  }

  /// Takes a control byte that is no part of a line end.
  private mutating func takeControl(_ byte: UInt8, _ body: (Frame) -> Bool) -> Bool {
    if guards && isFirstLine && (byte == 0 || (byte == 3 && buffered == [0x16])) {
      return becomeForeign(body)
    }
    if control == nil { control = byte }
    return buffer(byte, body)
  }
}

extension LineFramer {
  /// The bytes that are held of the present line.
  public var bufferedBytes: Int { buffered.count }

  /// Whether a line of the JSON form has begun and not ended.
  public var isInJSON: Bool { buffered.first == Self.brace }

  /// Whether a line, or a telnet command, has begun and not ended.
  public var isInLine: Bool { !buffered.isEmpty || skips || holdsReturn || telnet.isActive }

  /// Lets go of the present line, which is skipped to its end without a word.
  public mutating func giveUpLine() {
    forgetLine()
    skips = true
  }

  /// Whether these bytes end a line of the JSON form that is so long that reading it takes a while.
  public func endsLongLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
    buffered.count > Limits.unsentBytes && ByteScan.first(Self.lineFeed, in: bytes) != nil
  }

  /// The most bytes of the present line: a line in the JSON form may be a whole block.
  private func limit(with run: UnsafeRawBufferPointer) -> Int {
    (buffered.first ?? run.first) == Self.brace
      ? max(Int(longest), Limits.blockBytes) : Int(longest)
  }

  private mutating func buffer(_ byte: UInt8, _ body: (Frame) -> Bool) -> Bool {
    withUnsafeBytes(of: byte) { buffer($0, body) }
  }

  /// Keeps a part of the present line, unless the line is too long.
  private mutating func buffer(_ run: UnsafeRawBufferPointer, _ body: (Frame) -> Bool) -> Bool {
    guard !skips, !run.isEmpty else { return true }
    let limit = limit(with: run)
    if PlantedBug.limitCheckedAfterCopying.isPlanted, buffered.count <= limit {
      buffered.append(contentsOf: run)
      return true
    }
    guard buffered.count + run.count <= limit else {
      buffered.append(contentsOf: run.prefix(limit - buffered.count))
      let isForeign = buffered.withUnsafeBytes(isForeign)
      forgetLine()
      if isForeign { return becomeForeign(body) }
      skips = true
      return body(.failed(.lineTooLong(limit)))
    }
    buffered.append(contentsOf: run)
    return true
  }

  /// Ends the present line with its last bytes.
  private mutating func endLine(
    with run: UnsafeRawBufferPointer, isASCII: Bool, _ body: (Frame) -> Bool
  ) -> Bool {
    if buffered.isEmpty && !skips && (run.count <= longest || run.count <= limit(with: run)) {
      return deliver(run, isASCII: isASCII, body)
    }
    let goesOn = PlantedBug.splitLineCut.isPlanted || buffer(run, body)
    if isForeign { return false }
    if skips {
      forgetLine()
      isFirstLine = false
      return goesOn
    }
    let line = buffered
    return line.withUnsafeBytes { deliver($0, isASCII: false, body) }
  }

  /// Reports a whole line that is not too long.
  private mutating func deliver(
    _ line: UnsafeRawBufferPointer, isASCII: Bool, _ body: (Frame) -> Bool
  ) -> Bool {
    if isForeign(line) { return becomeForeign(body) }
    let control = control
    forgetLine()
    isFirstLine = isFirstLine && line.isBlank
    if let control {
      return body(control == 4 && line.count == 1 ? .quit : .failed(.controlByte(control)))
    }
    return body(isASCII || line.isUTF8 ? .line(line) : .failed(.badUTF8))
  }

  private func isForeign(_ line: UnsafeRawBufferPointer) -> Bool {
    guards && ForeignProtocol.speaks(line, isFirst: isFirstLine)
  }

  private mutating func becomeForeign(_ body: (Frame) -> Bool) -> Bool {
    forgetLine()
    isForeign = true
    _ = body(.foreign)
    return false
  }

  private mutating func forgetLine() {
    if !buffered.isEmpty { buffered = [] }
    control = nil
    skips = false
  }
}
