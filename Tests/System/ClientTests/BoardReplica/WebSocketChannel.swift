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
      while let line = try? client.line() { incoming.yield("\(line)\n") }
      incoming.finish()
    }
  }

  func send(_ text: String) async throws { client.send(text) }

  func receive() async throws -> String {
    for await text in texts { return text }
    throw Ended()
  }
}
