import ArgumentParser
import Libuv
import Net
import WebSocket

/// `proofs echo`: a WebSocket server that sends each text message back, for the public Autobahn test suite. It has the
/// server's reader of requests and frames, but no limit on frames that the suite would exceed. Binary messages are
/// refused, as by the server.
struct EchoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "echo", abstract: "Serve WebSockets for the public test suite, until the end.")

  @Argument(help: "The port.")
  var port: UInt16

  func run() throws { try EchoServer(port).run() }
}

private final class EchoServer {
  private let loop: EventLoop
  private var listener: SocketListener?
  private var clients: [ObjectIdentifier: EchoClient] = [:]

  init(_ port: UInt16) throws {
    loop = try EventLoop()
    listener = try SocketListener(
      at: try SocketAddress(host: "127.0.0.1", port: port), on: loop
    ) { [unowned self] in
      guard case .success(let stream) = $0 else { return }
      clients[ObjectIdentifier(stream)] = EchoClient(stream, of: self)
    }
  }

  func run() { loop.run() }

  func connection() -> HTTPConnection {
    let limits = HTTPLimits(
      headBytes: 16_384, fields: 64, targetBytes: 1_024, pipelined: 16, frameBytes: 1 << 25,
      headTime: .seconds(10), pingTime: .seconds(3_600), silenceTime: .seconds(7_200))
    return HTTPConnection(limits, at: .zero)
  }

  func forget(_ stream: SocketStream) { clients[ObjectIdentifier(stream)] = nil }
}

private final class EchoClient: SocketStreamHandler {
  private let stream: SocketStream
  private unowned let server: EchoServer
  private let connection: HTTPConnection
  private var message: [UInt8] = []

  init(_ stream: SocketStream, of server: EchoServer) {
    self.stream = stream
    self.server = server
    connection = server.connection()
    stream.handler = self
    stream.startReading()
  }

  func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
    bytes.withUnsafeBytes { connection.receive($0, at: .zero) { receive($0) } }
  }

  func streamDidEnd(_ stream: SocketStream) { finish() }

  func streamDidClose(_ stream: SocketStream, error: UVError) { server.forget(stream) }

  private func receive(_ event: HTTPConnection.Event) {
    switch event {
    case .request(let request): upgrade(request)
    case .refused(let status):
      stream.write(status.head([("Connection", "close")]))
      finish()
    case .payload(let bytes): receive(bytes)
    case .output(let frame): stream.write(frame)
    case .closed(let code), .failed(let code):
      stream.write(ControlFrame.close(code))
      finish()
    }
  }

  /// The stream closes when it has sent everything.
  private func finish() {
    stream.finishWriting()
    server.forget(stream)
  }

  private func upgrade(_ request: HTTPRequest) {
    guard let fields = try? Handshake.accept(request, subprotocol: "dropline.1") else {
      stream.write(HTTPStatus.badRequest.head([("Connection", "close")]))
      return finish()
    }
    connection.upgrade(at: .zero)
    stream.write(HTTPStatus.switchingProtocols.head(fields))
  }

  /// A part that ends a line ends a message: no text of the suite has line feeds.
  private func receive(_ bytes: UnsafeRawBufferPointer) {
    message += bytes
    guard message.last == 0x0A else { return }
    message.removeLast()
    stream.write(FrameHeader(payload: message.count).copy + message)
    message = []
  }
}
