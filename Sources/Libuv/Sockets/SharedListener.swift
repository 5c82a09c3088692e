import CLibuv
import Glibc

/// A TCP socket that listens as long as this object exists, whoever accepts from it.
///
/// While nobody accepts, connections wait in the kernel. So one owner of the connections can follow another
/// without anybody being refused.
public final class SharedListener {
  private let descriptor: Int32

  /// Listens at an address, where port 0 lets the system choose, or with an inherited socket.
  ///
  /// - Throws: `UVError` if the address is not available.
  public init(_ source: SocketListener.Source, backlog: Int32 = 4096) throws(UVError) {
    switch source {
    case .inherited(let socket): descriptor = socket.descriptor
    case .own(.unix): throw .notSupported
    case .own(.internet(let address)):
      let socket = try address.boundSocket()
      guard listen(socket, backlog) == 0 else {
        let error = UVError(code: -errno)
        close(socket)
        throw error
      }
      descriptor = socket
    }
  }

  deinit { close(descriptor) }

  /// The socket once more, for a listener, which closes its own.
  ///
  /// - Throws: `UVError` if no descriptor is left.
  public var source: SocketListener.Source {
    get throws(UVError) {
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
      guard copy >= 0 else { throw UVError(code: -errno) }
      return .inherited(InheritedSocket(name: "", descriptor: copy))
    }
  }

  /// Where it listens, with the actual port.
  public var endpoint: Endpoint? { InheritedSocket(name: "", descriptor: descriptor).endpoint }
}
