import Glibc
import Libuv
import Net

/// A port on 127.0.0.1 that no other socket of the machine gets while this object lives.
///
/// A server may listen on it, end, and listen on it again. While none does, connections to it are
/// refused.
package final class ReservedPort {
  package let number: UInt16
  private let descriptor: Int32

  /// - Throws: `UVError` if the system has no port left.
  package init() throws {
    // A bound socket that does not listen shares its port with a listener; the system itself gives the port to
    // nobody.
    let descriptor = try SocketAddress.loopback(0).boundSocket()
    self.descriptor = descriptor
    let address = SocketAddress { address, size in
      var length = socklen_t(size.pointee)
      return getsockname(descriptor, address, &length)
    }
    number = address?.port ?? 0
  }

  deinit { close(descriptor) }

  /// Returns once no socket listens on a port.
  ///
  /// The listener of a server that has ended may live for a moment in a child that another test starts:
  /// until the child runs its program, it has a copy of every descriptor.
  ///
  /// - Throws: `LoopbackError.silence` if that does not happen.
  package static func waitUntilFree(_ number: UInt16) throws {
    let address = SocketAddress.loopback(number)
    for _ in 0..<1_000_000 where (try? address.checkFree()) != nil { return }
    throw LoopbackError.silence
  }
}
