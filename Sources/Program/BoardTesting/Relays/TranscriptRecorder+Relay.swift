import Transcripts

extension TranscriptRecorder {
  /// Writes down what has happened on a connection through a relay.
  ///
  /// - Parameter number: The number of the connection.
  /// - Returns: Why there is no server; nil if there is one.
  package mutating func record(
    _ event: Relay.Event, of number: Int, at time: Duration
  ) -> String? {
    switch event {
    case .connected: connect(number, at: time)
    case .sent(let bytes): send(bytes, from: number, at: time)
    case .received(let bytes): receive(bytes, by: number, at: time)
    case .inputEnded: endInput(of: number, at: time)
    case .cut: cut(number, at: time)
    case .closed: close(number, at: time)
    case .unreachable(let reason): return reason
    }
    return nil
  }
}
