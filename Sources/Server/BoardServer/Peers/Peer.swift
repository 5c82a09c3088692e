import BoardDelivery
import BoardModel
import BoardWire
import Libuv
import Net
import WebSocket

/// One connection of the server: a stream whose key is the connection's number in the hub.
///
/// There may be thousands, so there is no object between the stream and the server. What a framed one
/// is sent are text frames with the same bytes: a peer of a WebSocket.
package typealias Peer = SocketStream

extension Peer {
  var id: ConnectionID { ConnectionID(number: key) }

  /// Writes the pieces in order, shared bytes and the own ones around them in one system call.
  ///
  /// - Returns: The outcome of the last write, or the first failure.
  package func write(_ pieces: [OutputPiece]) -> WriteOutcome {
    var outcome = WriteOutcome.sent
    var own: [UInt8] =
      isFramed ? FrameHeader(payload: pieces.reduce(0) { $0 + $1.count }).copy : []
    var shared: SharedBytes?
    var last: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .own(let bytes) where shared == nil: own = own.isEmpty ? bytes : own + bytes
      case .own(let bytes): last = last.isEmpty ? bytes : last + bytes
      case .shared(let encoding):
        if let shared { outcome = own.withUnsafeBytes { write($0, then: shared) } }
        if case .failed = outcome { return outcome }
        if shared != nil { (own, last) = (last, []) }
        shared = encoding.sharedBytes
      }
    }
    guard let shared else { return own.isEmpty ? outcome : write(own) }
    return own.withUnsafeBytes { own in
      last.withUnsafeBytes { write(own, then: shared, then: $0) }
    }
  }

  /// Writes a message whose bytes others get, too.
  ///
  /// - Parameter header: That of a frame with the message.
  package func write(_ message: SharedBytes, framedBy header: FrameHeader) -> WriteOutcome {
    isFramed ? header.withBytes { write($0, then: message) } : write(message)
  }

  /// Sends last lines as far as the kernel accepts them at once, then closes.
  package func close(saying farewell: [UInt8], _ bye: Bye) {
    let header = isFramed && !farewell.isEmpty ? FrameHeader(payload: farewell.count).copy : []
    let end = isFramed ? ControlFrame.close(bye.closeCode) : []
    close(saying: SharedBytes(header + farewell + end))
  }
}

extension PeerOrigin {
  package init(of stream: SocketStream) {
    if let network = stream.peerNetwork {
      self = .network(network)
    } else if let user = stream.peerUser {
      self = .localUser(user)
    } else {
      self = .unknown
    }
  }
}

/// Receives the events of peers, and passes them to what serves them.
package final class PeerHandler: SocketStreamHandler {
  private unowned let service: any PeerService

  package init(of service: any PeerService) { self.service = service }

  package func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
    service.didRead(bytes, from: stream)
  }

  package func streamDidEnd(_ stream: SocketStream) { service.didEnd(stream) }

  package func streamDidDrain(_ stream: SocketStream) { service.didDrain(stream) }

  package func streamDidClose(_ stream: SocketStream, error: UVError) { service.didClose(stream) }
}

extension PeerService {
  /// Does what follows from a write to a peer.
  package func handle(_ outcome: WriteOutcome, of peer: Peer) {
    switch outcome {
    case .sent: return
    case .queued(let bytes):
      didBlock(peer, unsentBytes: bytes)
      if bytes >= Limits.unsentBytes { peer.stopReading() }
    case .failed:
      peer.close()
      drop(peer)
    }
  }
}

extension Encoding {
  /// The bytes in the form that streams share; they are not copied.
  package var sharedBytes: SharedBytes { SharedBytes(bytes, ownedBy: self) }
}

extension Bye {
  /// The code with which a WebSocket is closed.
  package var closeCode: CloseCode {
    switch self {
    case .quit: .normal
    case .shutdown, .moved: .goingAway
    case .full, .unavailable: .tryAgainLater
    case .tooManyErrors, .tooManyTokens, .accessDenied, .notDropline, .unknownSpace, .idle:
      .policyViolation
    }
  }

  /// The line that says so.
  package var line: [UInt8] { ByeEvent(self).line }
}

extension ByeEvent {
  package var line: [UInt8] {
    var buffer = WireBuffer()
    buffer.append(.bye(self))
    return buffer.bytes
  }

  /// The line in the JSON form.
  package var object: [UInt8] {
    var json = WireBuffer()
    var translator = JSONTranslator()
    line.withUnsafeBytes { translator.translate($0, to: &json) }
    return json.bytes
  }
}
