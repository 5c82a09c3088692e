import Glibc

/// A new Unix socket with a path, which the caller closes.
///
/// - Throws: `LoopbackError.system`.
package func boundUnixSocket(
  at path: String, _ type: __socket_type = SOCK_STREAM
) throws -> Int32 {
  let descriptor = socket(AF_UNIX, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  let status = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  guard status == 0 else { throw LoopbackError.system(errno) }
  return descriptor
}
