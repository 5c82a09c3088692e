import Foundation
import SystemTestKit

/// A channel over a WebSocket, which a thread of its own reads.
final class WebSocketChannel: MessageChannel, @unchecked Sendable {
  private let client: WebSocketClient
  private let texts: AsyncStream<String>

  struct Ended: Error {}

  /// Connects to a server on loopback.
  init(port: UInt16) throws {
    client = try WebSocketClient(port: port)
    guard client.answer.first?.contains(" 101 ") == true else { throw Ended() }
    let incoming: AsyncStream<String>.Continuation
    (texts, incoming) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread { [self] in
      while let text = text() { incoming.yield(text) }
      incoming.finish()
    }
  }

  /// The next text; nil at the end.
  private func text() -> String? {
    while let frame = try? client.frame() {
      if frame.first == 0x81 { return String(decoding: frame.payload, as: UTF8.self) }
      if frame.first == 0x89 { client.send([WebSocketClient.frame(0x8A, frame.payload)]) }
    }
    return nil
  }

  func send(_ text: String) async throws { client.send(text) }

  func receive() async throws -> String {
    for await text in texts { return text }
    throw Ended()
  }
}
