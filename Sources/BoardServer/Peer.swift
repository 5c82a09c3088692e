import BoardHub
import Libuv

/// One connection as the server sees it: a stream and the hub's name for it.
final class Peer: TCPStreamHandler {
  let stream: TCPStream
  let id: ConnectionID
  private unowned let server: Server

  init(stream: TCPStream, id: ConnectionID, server: Server) {
    self.stream = stream
    self.id = id
    self.server = server
    stream.handler = self
  }

  /// Writes the pieces in order, own bytes and the shared ones behind them in one system call.
  ///
  /// - Returns: The outcome of the last write, or the first failure.
  func write(_ pieces: [Piece]) -> WriteOutcome {
    var outcome = WriteOutcome.sent
    var own: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .own(let bytes):
        own = own.isEmpty ? bytes : own + bytes
      case .shared(let encoding):
        outcome = own.withUnsafeBytes { stream.write($0, then: encoding.sharedBytes) }
        own = []
      }
      if case .failed = outcome { return outcome }
    }
    return own.isEmpty ? outcome : stream.write(own)
  }

  func streamDidRead(_ stream: TCPStream, _ bytes: RawSpan) { server.didRead(bytes, from: self) }

  func streamDidEnd(_ stream: TCPStream) { server.didEnd(self) }

  func streamDidDrain(_ stream: TCPStream) { server.didDrain(self) }

  func streamDidClose(_ stream: TCPStream, error: UVError?) { server.didClose(self) }
}

extension Encoding {
  /// The bytes in the form that streams share; they are not copied.
  var sharedBytes: SharedBytes { SharedBytes(bytes, ownedBy: self) }
}
