import NIOCore
import NIOEmbedded
import NIOWebSocket

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

  private let channel: EmbeddedChannel
  private var lengths = FrameLengths()
  private var text = UTF8Validator()
  /// Whether a message has begun and not ended.
  private var isInMessage = false
  private(set) var hasEnded = false
  /// The frames that were read.
  private(set) var frameCount = 0

  init(frameBytes: Int, on loop: EmbeddedEventLoop) {
    channel = EmbeddedChannel(
      handlers: [ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: frameBytes))], loop: loop)
  }

  deinit { _ = try? channel.finish(acceptAlreadyClosed: true) }

  /// Takes the next bytes and reports the frames that they complete.
  func receive(_ bytes: UnsafeRawBufferPointer, _ body: (Event) -> Void) {
    guard !hasEnded else { return }
    let end = lengths.firstLong(in: bytes)
    var failure: CloseCode? = end == nil ? nil : .brokenProtocol
    let good = UnsafeRawBufferPointer(rebasing: bytes[..<(end ?? bytes.count)])
    do { try channel.writeInbound(ByteBuffer(bytes: good)) } catch { failure = code(of: error) }
    while !hasEnded, let frame = try? channel.readInbound(as: WebSocketFrame.self) {
      receive(frame, body)
    }
    if let failure { fail(failure, body) }
  }

  private func code(of error: any Error) -> CloseCode {
    guard let error = error as? NIOWebSocketError else { return .brokenProtocol }
    return switch error {
    case .invalidFrameLength: .messageTooBig
    case .fragmentedControlFrame, .multiByteControlFrameLength: .brokenProtocol
    }
  }

  private func receive(_ frame: WebSocketFrame, _ body: (Event) -> Void) {
    frameCount += 1
    guard frame.maskKey != nil, frame.reservedBits.isEmpty else {
      return fail(.brokenProtocol, body)
    }
    switch frame.opcode {
    case .text where !isInMessage, .continuation where isInMessage:
      receiveText(frame, body)
    case .binary where !isInMessage:
      fail(.unsupportedData, body)
    case .ping:
      body(.ping(Array(frame.unmaskedData.readableBytesView)))
    case .pong:
      body(.pong)
    case .connectionClose:
      close(frame.unmaskedData, body)
    default:
      fail(.brokenProtocol, body)
    }
  }

  private func receiveText(_ frame: WebSocketFrame, _ body: (Event) -> Void) {
    isInMessage = !frame.fin
    var data = frame.unmaskedData
    let isValid = data.withUnsafeReadableBytes { text.receive($0) }
    guard isValid, isInMessage || text.isComplete else { return fail(.invalidPayload, body) }
    let endsLine = data.readableBytesView.last == Self.lineFeed
    if frame.fin && !endsLine { data.writeInteger(Self.lineFeed) }
    if data.readableBytes > 0 { data.withUnsafeReadableBytes { body(.payload($0)) } }
  }

  private func close(_ data: ByteBuffer, _ body: (Event) -> Void) {
    var data = data
    guard data.readableBytes > 0 else { return end(.closed(.normal), body) }
    guard let number = data.readInteger(as: UInt16.self),
      CloseCode(rawValue: number).mayBeSent
    else { return fail(.brokenProtocol, body) }
    var reason = UTF8Validator()
    guard data.withUnsafeReadableBytes({ reason.receive($0) }), reason.isComplete else {
      return fail(.invalidPayload, body)
    }
    end(.closed(CloseCode(rawValue: number)), body)
  }

  private func fail(_ code: CloseCode, _ body: (Event) -> Void) {
    if !hasEnded { end(.failed(code), body) }
  }

  private func end(_ event: Event, _ body: (Event) -> Void) {
    hasEnded = true
    body(event)
  }
}
