import CLibuv
import Net

/// An error of libuv or the kernel.
public struct UVError: Error, Hashable, Sendable {
  /// The negative code, as libuv spells it.
  public let code: Int32

  /// The stream can no longer be written to: it is closed, closing or shut down.
  public static let brokenPipe = UVError(code: UV_EPIPE.rawValue)
  /// The operation was cancelled because its handle was closed.
  public static let canceled = UVError(code: UV_ECANCELED.rawValue)
  /// The kind of socket is not one that is supported here.
  public static let notSupported = UVError(code: UV_EAFNOSUPPORT.rawValue)

  /// The peer broke the protocol of a layer.
  static let brokenProtocol = UVError(code: UV_EPROTO.rawValue)

  /// The peer did not answer in time.
  public static let timedOut = UVError(code: UV_ETIMEDOUT.rawValue)

  /// The short name, such as `ECONNRESET`.
  public var name: String { text(uv_err_name_r) }

  /// The explanation, such as "connection reset by peer".
  public var message: String { text(uv_strerror_r) }

  private func text(
    _ describe: (Int32, UnsafeMutablePointer<CChar>, Int) -> UnsafeMutablePointer<CChar>?
  ) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      let start = buffer.baseAddress!
      start.pointee = 0
      _ = describe(code, start, buffer.count)
      return String(cString: start)
    }
  }
}

extension UVError {
  /// The same as an error of the system.
  package init(_ fault: AddressFault) {
    switch fault {
    case .invalid: self.init(code: UV_EINVAL.rawValue)
    case .tooLong: self.init(code: UV_ENAMETOOLONG.rawValue)
    }
  }
}

extension UVError: CustomStringConvertible {
  public var description: String { "\(name): \(message)" }
}

/// Turns a negative status into an error.
func check(_ status: Int32) throws(UVError) {
  if status < 0 { throw UVError(code: status) }
}
