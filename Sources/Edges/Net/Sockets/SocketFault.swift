/// A failure of a blocking socket.
package enum SocketFault: Error, CustomStringConvertible {
  /// The host does not exist, or no server answers.
  case unreachable(String)
  /// The server has closed the connection.
  case closed
  /// The server sent nothing within this timeout.
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
  /// `30 s`, or `250 ms` if it is not a whole number of seconds.
  package var shown: String {
    let milliseconds = Int(self / .milliseconds(1))
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
  }
}
