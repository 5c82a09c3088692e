/// A proxy that replaces some lines of a server.
package enum LyingServer {
  /// Ends the connection in the middle of a replaced line.
  package struct HangUp: Error {
    package init() {}
  }

  package typealias Lie = @Sendable (String) throws -> String?

  package static func start(before port: UInt16, _ lie: @escaping Lie) throws -> Doorkeeper {
    try start(at: { port }, lie)
  }

  /// - Parameters:
  ///   - port: Returns the port of the real server, for each connection.
  ///   - lie: Returns the replacement of a line; nil drops it.
  package static func start(
    at port: @escaping @Sendable () -> UInt16, _ lie: @escaping Lie = { $0 }
  ) throws -> Doorkeeper {
    try Proxy.start(at: port) { Lying(lie: lie) }
  }

  private struct Lying: Rewriting {
    let lie: Lie
    private var unread: [UInt8] = []
    private(set) var hasEnded = false

    init(lie: @escaping Lie) { self.lie = lie }

    mutating func rewrite(received bytes: [UInt8]) -> [UInt8] {
      unread += bytes
      var rewritten: [UInt8] = []
      while !hasEnded, let end = unread.firstIndex(of: 0x0A) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread.removeSubrange(...end)
        do {
          if let said = try lie(line) { rewritten += Array(said.utf8) + [0x0A] }
        } catch {
          hasEnded = true
        }
      }
      return rewritten
    }
  }
}
