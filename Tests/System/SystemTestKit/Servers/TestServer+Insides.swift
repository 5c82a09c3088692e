import BoardJournal
import BoardModel
import BoardServer
import BoardTesting
import Libuv
import Simulation

// What tests of the server itself see of it.

extension TestServer {
  /// The unsent bytes of each connection, beyond the kernel's buffers.
  package var unsentBytes: [Int] { queues.map(\.bytes) }

  /// The queued writes and bytes of each connection, beyond the kernel's buffers.
  package var queues: [(writes: Int, bytes: Int)] {
    control.ask { $0.soleSpace.recipients.peers.map { (Int($0.pendingWrites), $0.unsentBytes) } }
      ?? []
  }

  /// The revision of the board `list`.
  package var revision: Int { control.board("list")!.revision }

  /// Encrypts new connections with this certificate.
  package func secure(with certificate: BoardServer.Certificate) throws {
    let fault = control.ask { server -> BoardServerFault? in
      do throws(BoardServerFault) {
        server.secure(with: try certificate.identity())
        return nil
      } catch { return error }
    }
    if let fault = fault ?? nil { throw fault }
  }

  /// Returns once the server knows of exactly so many connections.
  ///
  /// - Throws: `LoopbackError.silence` if that does not happen.
  package func wait(forConnections count: Int) throws {
    for _ in 0..<1_000_000 where control.connectionCount == count { return }
    throw LoopbackError.silence
  }
}

extension BoardServer.Place {
  /// The memory of the test, which survives a crash of the server.
  package static func store(_ store: MemoryStore, of space: SpaceName? = nil) -> Self {
    .journal(MemoryJournal(store), of: space, at: "memory")
  }

  /// A server with the name of a space.
  package static func space(_ name: String) -> Self { .store(MemoryStore(), of: SpaceName(name)) }
}
