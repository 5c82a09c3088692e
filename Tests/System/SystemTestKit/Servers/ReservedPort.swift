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

  /// - Throws: `LoopbackError.system` if the system has no port left.
  package init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    // A bound socket that does not listen shares its port with sockets that have this option, such
    // as a listener; the system itself gives the port to nobody.
    var isShared: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &isShared, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { [descriptor] address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) | getsockname(descriptor, $0, &length)
      }
    }
    number = UInt16(bigEndian: address.sin_port)
    guard status == 0 else { throw LoopbackError.system(errno) }
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
