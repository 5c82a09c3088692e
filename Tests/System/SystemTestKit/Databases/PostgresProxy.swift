import Glibc
import KillTrial
import Net
import Synchronization

/// A TCP proxy before a PostgreSQL server that spoils one commit.
///
/// It reads the frames of the protocol to find where a group is committed.
package final class PostgresProxy: Sendable {
  package enum Fault: Sendable {
    /// The connection ends before the server gets the `COMMIT`.
    case lostBeforeCommit
    /// The server commits, and the connection ends before anybody is told.
    case lostAfterCommit
    /// The server gets the `COMMIT`, and its answer is held back for ever.
    case answerHeld
    /// The connection ends, and the server gets what was sent on it after so many other commits, just before the
    /// next one. If it `isBegun`, only the `COMMIT` is late.
    case late(commits: Int, isBegun: Bool)
  }

  /// What the server is to get late.
  private struct LateCommit {
    let server: Int32
    let bytes: ArraySlice<UInt8>
    /// The commits before it.
    var count: Int
    /// Where the server's answer is noted.
    let answered: (read: Int32, write: Int32)
  }

  private struct State {
    /// What happens to the next commit.
    var fault: Fault?
    var late: LateCommit?
    var lateCount = 0
    var descriptors: [Int32] = []
    var isClosed = false
  }

  private let listener: Int32
  private let server: String
  private let state = Mutex(State())
  package let port: UInt16

  /// - Parameter server: The path of the server's socket.
  package init(before server: String) throws {
    self.server = server
    (listener, port) = try RelaySocket.listen()
    RelaySocket.detach { [self] in accept() }
  }

  /// Spoils the next commit.
  package func spoil(_ fault: Fault) { state.withLock { $0.fault = fault } }

  /// The number of commits that the server has got late.
  package var lateCount: Int { state.withLock { $0.lateCount } }

  /// Ends all connections, and takes none any more.
  package func close() {
    let open = state.withLock { state in
      state.isClosed = true
      return state.descriptors
    }
    for descriptor in open + [listener] { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  private func accept() {
    while true {
      guard let client = RelaySocket.accept(from: listener) else { return }
      guard let server = RelaySocket.connect(to: ServerAddress(.unix(server))) else {
        Glibc.close(client)
        continue
      }
      state.withLock { $0.descriptors += [client, server] }
      let link = Link()
      RelaySocket.detach { [self] in forward(from: client, to: server, link) }
      RelaySocket.detach { [self] in answer(from: server, to: client, link) }
    }
  }

  /// What the two directions of a connection know of each other.
  private final class Link: Sendable {
    let fault = Mutex<Fault?>(nil)
  }

  /// Passes on what the client sends, each pipeline in one piece.
  private func forward(from client: Int32, to server: Int32, _ link: Link) {
    let commit = Array("\0commit\0".utf8)
    while let bytes = Self.readPipeline(client) {
      var rest = bytes[...]
      if let range = bytes.firstRange(of: commit) {
        deliverLate()
        if let fault = state.withLock({ $0.fault.take() }) {
          link.fault.withLock { $0 = fault }
          // A type and four bytes of length are before it.
          guard spoil(&rest, at: range.lowerBound - 5, to: server, fault) else { break }
        }
      }
      guard RelaySocket.write(rest, to: server) else { break }
    }
    switch link.fault.withLock({ $0 }) {
    case nil, .lostBeforeCommit:
      shutdown(server, Int32(SHUT_RDWR))
      shutdown(client, Int32(SHUT_RDWR))
    case .late: shutdown(client, Int32(SHUT_RDWR))
    case .lostAfterCommit, .answerHeld: break
    }
  }

  /// Spoils the commit at an offset of what a client has sent.
  ///
  /// - Returns: Whether the connection goes on.
  private func spoil(
    _ bytes: inout ArraySlice<UInt8>, at offset: Int, to server: Int32, _ fault: Fault
  ) -> Bool {
    switch fault {
    case .lostBeforeCommit: return false
    case .lostAfterCommit, .answerHeld: return true
    case .late(let count, let isBegun):
      if isBegun, !RelaySocket.write(bytes[..<offset], to: server) { return false }
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      let late = LateCommit(
        server: server, bytes: isBegun ? bytes[offset...] : bytes, count: count,
        answered: (ends[0], ends[1]))
      state.withLock { $0.late = late }
      return false
    }
  }

  /// Sends what is late, if that is due, and waits until the server has executed it.
  private func deliverLate() {
    let due = state.withLock { state -> LateCommit? in
      guard let late = state.late else { return nil }
      if late.count == 0 { return late }
      state.late?.count -= 1
      return nil
    }
    guard let due, RelaySocket.write(due.bytes, to: due.server) else { return }
    _ = Self.read(due.answered.read)
    state.withLock { state in
      state.late = nil
      state.lateCount += 1
    }
  }

  /// Passes on what the server answers.
  private func answer(from server: Int32, to client: Int32, _ link: Link) {
    let committed = Array("COMMIT\0".utf8)
    var buffered: [UInt8] = []
    reading: while let bytes = Self.read(server) {
      switch link.fault.withLock({ $0 }) {
      case nil, .lostBeforeCommit:
        guard RelaySocket.write(bytes[...], to: client) else { break reading }
      case .answerHeld: continue
      case .late:
        if let late = state.withLock({ $0.late }) { Glibc.write(late.answered.write, "a", 1) }
      case .lostAfterCommit:
        buffered += bytes
        guard buffered.firstRange(of: committed) != nil else { continue }
        shutdown(client, Int32(SHUT_RDWR))
        shutdown(server, Int32(SHUT_RDWR))
      }
    }
    shutdown(client, Int32(SHUT_RDWR))
  }

  /// Reads to the end of a pipeline or of the connection. What comes before them has no type, and begins with a zero.
  private static func readPipeline(_ descriptor: Int32) -> [UInt8]? {
    var found: [UInt8] = []
    while let bytes = read(descriptor) {
      found += bytes
      let last = found.suffix(5)
      let isEnd = ["S", "X"].contains { last.elementsEqual(Array($0.utf8) + [0, 0, 0, 4]) }
      if found.first == 0 || isEnd { return found }
    }
    return found.isEmpty ? nil : found
  }

  private static func read(_ descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }
}
