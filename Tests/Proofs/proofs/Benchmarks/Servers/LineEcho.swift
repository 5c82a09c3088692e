import Libuv
import Net

/// What our server does for a connection without its hub: it greets, sends back what it reads with one write
/// for each read, and closes when its client does. It is what the kernel and libuv take by themselves.
final class LineEcho: SocketStreamHandler {
  private static let greeting = Array("profiles=\n".utf8)

  private let loop: EventLoop
  private var listener: SocketListener?
  private var streams: [ObjectIdentifier: SocketStream] = [:]

  init() throws {
    loop = try EventLoop()
    let address = try SocketAddress(host: "127.0.0.1", port: 0)
    listener = try SocketListener(at: address, on: loop) { [unowned self] in
      if case .success(let stream) = $0 { accept(stream) }
    }
  }

  var port: UInt16 { listener?.port ?? 0 }

  /// Serves until the process is ended.
  func run() { loop.run() }

  private func accept(_ stream: SocketStream) {
    streams[ObjectIdentifier(stream)] = stream
    stream.handler = self
    stream.write(Self.greeting)
    stream.startReading()
  }

  /// A ping becomes a pong.
  func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
    var answer = bytes.withUnsafeBytes { Array($0) }
    if answer.starts(with: Array("ping ".utf8)) { answer[1] = UInt8(ascii: "o") }
    stream.write(answer)
  }

  func streamDidEnd(_ stream: SocketStream) {
    stream.close()
    streams[ObjectIdentifier(stream)] = nil
  }

  func streamDidClose(_ stream: SocketStream, error: UVError) {
    streams[ObjectIdentifier(stream)] = nil
  }
}
