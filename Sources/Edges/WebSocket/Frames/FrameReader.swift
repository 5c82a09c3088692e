/// Reads the frames of a client (RFC 6455), without extensions.
///
/// Messages are not collected: the payload of each text frame is reported as it comes, once it is
/// checked. The end of a message ends a line.
final class FrameReader {
  enum Event {
    /// A part of a message, valid only during the call. The last part ends with a line feed.
    case payload(UnsafeRawBufferPointer)
    case ping([UInt8])
    case pong
    /// The client closes the connection. Nothing more is read.
    case closed(CloseCode)
    /// The client does not keep to the protocol. Nothing more is read.
    case failed(CloseCode)
  }

  private static let lineFeed: UInt8 = 0x0A

  private var decoder: FrameDecoder
  private var text = UTF8Validator()
  /// Whether a message has begun and not ended.
  private var isInMessage = false
  private(set) var hasEnded = false
  /// The frames that were read.
  private(set) var frameCount = 0

  init(frameBytes: Int) { decoder = FrameDecoder(payloadLimit: frameBytes) }

  /// Takes the next bytes and reports the frames that they complete.
  func receive(_ bytes: UnsafeRawBufferPointer, _ body: (Event) -> Void) {
    var rest = bytes
    do throws(CloseCode) {
      while !hasEnded, var frame = try decoder.next(from: &rest) { receive(&frame, body) }
    } catch {
      fail(error, body)
    }
  }

  private func receive(_ frame: inout FrameDecoder.Frame, _ body: (Event) -> Void) {
    frameCount += 1
    switch frame.opcode {
    case 0x0 where isInMessage, 0x1 where !isInMessage: receiveText(&frame, body)
    case 0x2 where !isInMessage: fail(.unsupportedData, body)
    case 0x8: close(frame.payload, body)
    case 0x9: body(.ping(frame.payload))
    case 0xA: body(.pong)
    default: fail(.brokenProtocol, body)
    }
  }

  private func receiveText(_ frame: inout FrameDecoder.Frame, _ body: (Event) -> Void) {
    isInMessage = !frame.isLast
    let isValid = frame.payload.withUnsafeBytes { text.receive($0) }
    guard isValid, isInMessage || text.isComplete else { return fail(.invalidPayload, body) }
    if frame.isLast && frame.payload.last != Self.lineFeed { frame.payload.append(Self.lineFeed) }
    if !frame.payload.isEmpty { frame.payload.withUnsafeBytes { body(.payload($0)) } }
  }

  private func close(_ payload: [UInt8], _ body: (Event) -> Void) {
    guard !payload.isEmpty else { return end(.closed(.normal), body) }
    let code = CloseCode(rawValue: payload.prefix(2).reduce(0) { $0 << 8 | UInt16($1) })
    guard payload.count >= 2, code.mayBeSent else { return fail(.brokenProtocol, body) }
    var reason = UTF8Validator()
    guard payload[2...].withUnsafeBytes({ reason.receive($0) }), reason.isComplete else {
      return fail(.invalidPayload, body)
    }
    end(.closed(code), body)
  }

  private func fail(_ code: CloseCode, _ body: (Event) -> Void) {
    if !hasEnded { end(.failed(code), body) }
  }

  private func end(_ event: Event, _ body: (Event) -> Void) {
    hasEnded = true
    body(event)
  }
}
