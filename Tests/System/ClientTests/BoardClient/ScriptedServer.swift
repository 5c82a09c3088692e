import Libuv
import Net

/// A fake server with scripted replies.
final class ScriptedServer: SocketStreamHandler {
  /// The bytes sent to a new connection. Each text has its own line ends.
  var greeting = greeting(epoch: "aaaa")
  /// The reply to a line; nil closes the connection.
  var answer: (String) -> String? = { _ in "" }
  /// All lines it was sent, on all connections.
  private(set) var lines: [String] = []
  private(set) var connectionCount = 0
  private var listener: SocketListener?
  private var streams: [SocketStream] = []
  private var rest = ""

  init(on loop: EventLoop, host: String = "127.0.0.1") throws {
    listener = try SocketListener(at: try SocketAddress(host: host, port: 0), on: loop) {
      [weak self] result in
      if let self, let stream = try? result.get() { self.accept(stream) }
    }
  }

  static func greeting(epoch: String) -> String {
    "dropline 1 epoch=\(epoch) client=guest-1 line=4096 text=1024 profiles=core\n"
  }

  /// The replies of a server with one list of one item.
  static func serveList(_ line: String) -> String? {
    switch line.split(separator: " ").first {
    case "hello": "ok hello anna\n"
    case "open": "ok open list 3\nboard list 3 1 2\nsection s1 1 Fruit\nitem a apple\n"
    case "ping": "pong\n"
    default: ""
    }
  }

  var port: UInt16 { listener!.port }

  private func accept(_ stream: SocketStream) {
    connectionCount += 1
    streams.append(stream)
    rest = ""
    stream.handler = self
    stream.startReading()
    stream.write(Array(greeting.utf8))
  }

  /// Sends unsolicited bytes.
  func say(_ text: String) { streams.last?.write(Array(text.utf8)) }

  /// Ends the connections that are open.
  func hangUp() {
    for stream in streams { stream.finishWriting() }
  }

  func close() {
    for stream in streams { stream.close() }
    streams = []
    listener?.close()
  }

  func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
    rest += bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    while let end = rest.firstIndex(of: "\n") {
      let line = String(rest[..<end])
      rest = String(rest[rest.index(after: end)...])
      lines.append(line)
      guard let answer = answer(line) else { return stream.finishWriting() }
      stream.write(Array(answer.utf8))
    }
  }

  func streamDidEnd(_ stream: SocketStream) { stream.close() }
  func streamDidClose(_ stream: SocketStream, error: UVError) {}
}
