import Glibc

/// The path of a Unix socket.
public struct UnixPath: Hashable, Sendable {
  public let string: String

  /// The most bytes of a path: `sun_path` without its last zero byte.
  public static let maximumBytes = 107

  /// - Throws: `tooLong` if the path has more than `maximumBytes`; `invalid` if it is empty or has a zero byte.
  public init(_ string: String) throws(AddressFault) {
    guard string.utf8.count <= Self.maximumBytes else { throw .tooLong }
    guard !string.isEmpty, !string.utf8.contains(0) else { throw .invalid }
    self.string = string
  }

  /// The directory of the socket.
  package var folder: String {
    guard let slash = string.lastIndex(of: "/") else { return "." }
    return slash == string.startIndex ? "/" : String(string[..<slash])
  }

  /// Calls a closure with the address of the socket and its size.
  package func withSockaddr<Result, Failure: Error>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: string.utf8) }
    return try withUnsafePointer(to: &address) { (address) throws(Failure) in
      try address.withMemoryRebound(to: sockaddr.self, capacity: 1) { (address) throws(Failure) in
        try body(address, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

extension UnixPath: CustomStringConvertible {
  public var description: String { "unix:\(string)" }
}
