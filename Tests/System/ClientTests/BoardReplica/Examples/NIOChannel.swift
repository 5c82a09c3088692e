import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// A channel over the WebSocket client of SwiftNIO, which shares no code with the server.
struct NIOChannel: MessageChannel {
  private let frames: AsyncStream<String>
  private let channel: any Channel

  struct Ended: Error {}

  /// Connects to a server on loopback.
  static func connect(port: UInt16) async throws -> NIOChannel {
    let (frames, incoming) = AsyncStream.makeStream(of: String.self)
    let upgraded = MultiThreadedEventLoopGroup.singleton.next().makePromise(of: Void.self)
    let upgrader = NIOWebSocketClientUpgrader(maxFrameSize: 1 << 24) { channel, _ in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(TextHandler(incoming))
        upgraded.succeed(())
      }
    }
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          // The greeting may arrive together with the answer to the handshake.
          try channel.pipeline.syncOperations.addHTTPClientHandlers(
            leftOverBytesStrategy: .forwardBytes,
            withClientUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
        }
      }
      .connect(host: "127.0.0.1", port: Int(port)).get()
    var headers = HTTPHeaders([("Host", "127.0.0.1:\(port)"), ("Content-Length", "0")])
    headers.remove(name: "Content-Length")
    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/ws", headers: headers)
    channel.closeFuture.whenComplete { _ in upgraded.fail(Ended()) }
    channel.write(HTTPClientRequestPart.head(head), promise: nil)
    channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
    try await upgraded.futureResult.get()
    return NIOChannel(frames: frames, channel: channel)
  }

  func send(_ text: String) async throws {
    let frame = WebSocketFrame(
      fin: true, opcode: .text, maskKey: .random(), data: ByteBuffer(string: text))
    try await channel.writeAndFlush(frame).get()
  }

  func receive() async throws -> String {
    for await text in frames { return text }
    throw Ended()
  }

  func close() { channel.close(promise: nil) }
}

/// Passes the text frames of a server on, and answers its pings.
private final class TextHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let incoming: AsyncStream<String>.Continuation

  init(_ incoming: AsyncStream<String>.Continuation) { self.incoming = incoming }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = Self.unwrapInboundIn(data)
    if frame.opcode == .text { incoming.yield(String(buffer: frame.data)) }
    guard frame.opcode == .ping else { return }
    let pong = WebSocketFrame(fin: true, opcode: .pong, maskKey: .random(), data: frame.data)
    context.writeAndFlush(Self.wrapOutboundOut(pong), promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) { incoming.finish() }
}
