import NIOCore
import NIOEmbedded
import NIOHTTP1

/// Reads the requests of one connection until it is upgraded.
///
/// - Invariant: It holds at most `HTTPLimits.headBytes` of a head that is not complete.
final class RequestReader {
  enum Event {
    case request(HTTPRequest)
    /// The bytes are no request that can be answered otherwise. Nothing more is read.
    case refused(HTTPStatus)
  }

  private let limits: HTTPLimits
  private let channel: EmbeddedChannel
  private let decoder: ByteToMessageHandler<HTTPRequestDecoder>
  /// The bytes of the head that has begun.
  private var headBytes = 0
  private var isDone = false

  init(_ limits: HTTPLimits, on loop: EmbeddedEventLoop) {
    self.limits = limits
    var decoding = NIOHTTPDecoderLimitConfiguration()
    decoding.maxHeaderFieldSize = limits.headBytes
    decoding.maxHeaderListSize = limits.headBytes
    decoding.maxHeaderFieldCount = limits.fields
    decoder = ByteToMessageHandler(
      HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: decoding))
    channel = EmbeddedChannel(handlers: [decoder], loop: loop)
  }

  /// Takes the next bytes and reports the requests that they complete.
  func receive(_ bytes: UnsafeRawBufferPointer, _ body: (Event) -> Void) {
    guard !isDone else { return }
    var failure: HTTPStatus?
    headBytes += bytes.count
    do { try channel.writeInbound(ByteBuffer(bytes: bytes)) } catch { failure = status(of: error) }
    var count = 0
    while !isDone, let part = try? channel.readInbound(as: HTTPServerRequestPart.self) {
      guard case .head(let head) = part else { continue }
      count += 1
      headBytes = 0
      report(head, isLate: count > limits.pipelined, body)
    }
    if count == 0, headBytes > limits.headBytes { failure = .fieldsTooLarge }
    if let failure, !isDone { refuse(failure, body) }
  }

  private func report(_ head: HTTPRequestHead, isLate: Bool, _ body: (Event) -> Void) {
    guard !isLate else { return refuse(.badRequest, body) }
    guard head.uri.utf8.count <= limits.targetBytes else { return refuse(.targetTooLong, body) }
    guard head.version.minor <= 1 else { return refuse(.badRequest, body) }
    let request = HTTPRequest(head)
    if request.hasBody || !request.keepsAlive { isDone = true }
    body(.request(request))
  }

  private func refuse(_ status: HTTPStatus, _ body: (Event) -> Void) {
    isDone = true
    body(.refused(status))
  }

  private func status(of error: any Error) -> HTTPStatus {
    guard let error = error as? HTTPParserError else { return .badRequest }
    return error == .headerOverflow ? .fieldsTooLarge : .badRequest
  }

  /// Ends the reading of requests, because the connection is upgraded.
  ///
  /// - Returns: The bytes behind the last request.
  func finish() -> [UInt8] {
    isDone = true
    channel.pipeline.syncOperations.removeHandler(decoder, promise: nil)
    channel.embeddedEventLoop.run()
    var rest: [UInt8] = []
    while true {
      // The end of the request is no bytes, and is skipped.
      do {
        guard let bytes = try channel.readInbound(as: ByteBuffer.self) else { return rest }
        rest += bytes.readableBytesView
      } catch {}
    }
  }

  deinit { _ = try? channel.finish(acceptAlreadyClosed: true) }
}

extension HTTPRequest {
  fileprivate init(_ head: HTTPRequestHead) {
    let length = head.headers["content-length"]
    let hasBody = head.headers.contains(name: "transfer-encoding") || length.contains { $0 != "0" }
    self.init(
      method: head.method.rawValue, target: head.uri,
      fields: head.headers.map { ($0.name, $0.value) },
      keepsAlive: head.isKeepAlive && !head.headers.contains(name: "upgrade"), hasBody: hasBody)
  }
}
