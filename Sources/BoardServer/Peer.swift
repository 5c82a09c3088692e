import BoardHub
import Libuv

/// One connection of the server: a stream whose key is the connection's number in the hub.
///
/// There may be thousands, so there is no object between the stream and the server.
package typealias Peer = TCPStream

extension Peer {
  var id: ConnectionID { ConnectionID(number: key) }

  /// Writes the pieces in order, own bytes and the shared ones after them in one system call.
  ///
  /// - Returns: The outcome of the last write, or the first failure.
  func write(_ pieces: [OutputPiece]) -> WriteOutcome {
    var outcome = WriteOutcome.sent
    var own: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .own(let bytes):
        own = own.isEmpty ? bytes : own + bytes
      case .shared(let encoding):
        outcome = own.withUnsafeBytes { write($0, then: encoding.sharedBytes) }
        own = []
      }
      if case .failed = outcome { return outcome }
    }
    return own.isEmpty ? outcome : write(own)
  }
}

/// Receives the events of all peers, and passes them to the server.
final class PeerHandler: TCPStreamHandler {
  private unowned let server: Server

  init(of server: Server) { self.server = server }

  func streamDidRead(_ stream: TCPStream, _ bytes: RawSpan) { server.didRead(bytes, from: stream) }

  func streamDidEnd(_ stream: TCPStream) { server.didEnd(stream) }

  func streamDidDrain(_ stream: TCPStream) { server.didDrain(stream) }

  func streamDidClose(_ stream: TCPStream, error: UVError?) { server.didClose(stream) }
}

extension Encoding {
  /// The bytes in the form that streams share; they are not copied.
  var sharedBytes: SharedBytes { SharedBytes(bytes, ownedBy: self) }
}
