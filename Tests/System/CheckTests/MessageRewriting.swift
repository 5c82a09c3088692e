import SystemTestKit

/// A rewriting of a server's messages by a proxy.
protocol MessageRewriting: Sendable {
  /// Rewrites messages that arrived together.
  mutating func rewrite(_ messages: [ProxiedMessage]) -> [ProxiedMessage]

  /// Rewrites bytes of a client.
  mutating func rewrite(sent bytes: [UInt8]) -> [UInt8]
}

extension MessageRewriting {
  mutating func rewrite(sent bytes: [UInt8]) -> [UInt8] { bytes }
}

/// Takes bytes apart into messages, and puts together what becomes of them.
struct FramedRewriting<Base: MessageRewriting>: Rewriting {
  private var base: Base
  private var framer = MessageFramer()

  init(_ base: Base) { self.base = base }

  mutating func rewrite(received bytes: [UInt8]) -> [UInt8] {
    base.rewrite(framer.consume(bytes)).flatMap(\.bytes)
  }

  mutating func rewrite(sent bytes: [UInt8]) -> [UInt8] { base.rewrite(sent: bytes) }
}

extension Proxy {
  static func start(
    before port: UInt16, _ rewriting: @escaping @Sendable () -> some MessageRewriting
  ) throws -> Doorkeeper {
    let framed = { @Sendable in FramedRewriting(rewriting()) }
    return try start(at: { port }, framed)
  }
}
