/// Why a blocking socket gives nothing.
package enum SocketFault: Error, CustomStringConvertible {
  /// There is no such host, or nobody answers there.
  case unreachable(String)
  /// The server has closed the connection.
  case closed
  /// The server says nothing for so long.
  case silent(Duration)
  /// The server sends a line without an end.
  case endlessLine

  package var description: String {
    switch self {
    case .unreachable(let reason): reason
    case .closed: "the server has closed the connection"
    case .silent(let time): "the server says nothing for \(time.shown)"
    case .endlessLine: "the server sends a line without an end"
    }
  }
}

extension Duration {
  /// `30 s`, or `250 ms` where it is no whole number of seconds.
  package var shown: String {
    let milliseconds = Int(self / .milliseconds(1))
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
  }
}
