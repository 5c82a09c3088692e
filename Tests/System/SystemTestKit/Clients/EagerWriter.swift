import BoardTesting
import Glibc
import Net
import TLS

/// A client that writes all it is told to, and knows whether it could.
package final class EagerWriter {
  package enum Transport: String, CaseIterable {
    case tcp, unix, tls, webSocket
  }

  private let socket: LineSocket
  private let layer: (any StreamLayer)?
  private let isFramed: Bool
  package private(set) var isBroken = false

  /// Lines that have no effect, in one piece.
  package static let blanks = Array(
    String(repeating: String(repeating: " ", count: 1_023) + "\n", count: 63).utf8)

  package init(port: UInt16) throws {
    (socket, layer, isFramed) = (try LineSocket(to: .loopback(port)), nil, false)
  }

  package init(_ transport: Transport, of server: TestServer) throws {
    switch transport {
    case .tcp, .tls: socket = try LineSocket(to: .loopback(server.port))
    case .webSocket: socket = try LineSocket(to: .loopback(server.webPort))
    case .unix: socket = try LineSocket(to: ServerAddress(.unix(server.unixSocket)))
    }
    layer = transport == .tls ? try ServerTrust.anybody.makeLayer(to: "localhost") : nil
    isFramed = transport == .webSocket
    if let layer { try socket.secure(with: layer, within: .seconds(60)) }
    if isFramed { upgrade(at: server.webPort) }
  }

  package init(webSocketAt port: UInt16) throws {
    (socket, layer, isFramed) = (try LineSocket(to: .loopback(port)), nil, true)
    upgrade(at: port)
  }

  private func upgrade(at port: UInt16) {
    socket.send(
      """
      GET /ws HTTP/1.1\r\nHost: localhost:\(port)\r\nUpgrade: websocket\r
      Connection: Upgrade\r\nSec-WebSocket-Version: 13\r
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r
      """)
  }

  package func sendTenMegabytes() { for _ in 0..<160 { send(Self.blanks) } }

  /// Sends bytes of the line protocol, in one frame or record.
  package func send(_ bytes: [UInt8]) {
    if isFramed {
      let header = WebSocketClient.header(0x81, bytes.count, isMasked: true)
      return sendRaw(header + [0, 0, 0, 0] + bytes)
    }
    guard let layer else { return sendRaw(bytes) }
    _ = bytes.withUnsafeBytes { layer.send($0) }
    layer.withOutput { sendRaw(Array($0)) }
  }

  private func sendRaw(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, !isBroken {
      guard let count = socket.sendWithoutWaiting(rest) else {
        isBroken = true
        return
      }
      rest = rest.dropFirst(count)
      if count == 0 { wait(for: POLLOUT) }
    }
  }

  private func wait(for event: Int32) {
    var request = pollfd(fd: socket.descriptor, events: Int16(event), revents: 0)
    if poll(&request, 1, 60_000) != 1 { isBroken = true }
  }

  /// Reads up to some text, of a connection that does not encrypt.
  package func read(until text: String) throws {
    var all: [UInt8] = []
    while !String(decoding: all, as: UTF8.self).contains(text) {
      all += try socket.bytes(1, within: .seconds(60)) ?? []
    }
  }

  /// Reads everything up to the end, and whether it was one and no reset.
  package func readToEnd() throws -> (text: String, isClean: Bool) {
    var (all, chunk) = (socket.arrivedBytes(), [UInt8](repeating: 0, count: 65_536))
    while true {
      wait(for: POLLIN)
      let count = recv(socket.descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      guard count > 0 else { return (String(decoding: all, as: UTF8.self), count == 0) }
      guard let layer else {
        all += chunk[..<count]
        continue
      }
      chunk[..<count].withUnsafeBytes { bytes in _ = layer.receive(bytes) { all += $0 } }
    }
  }
}
