import BoardModel
import Libuv
import Logging
import TLS

// Encryption: of all connections, or of none.

extension Server {
  /// Encrypts the connections that are accepted from now on.
  package func secure(with identity: ServerIdentity) { self.identity = identity }

  /// Loads the certificate and its key again. Connections keep theirs. If the files cannot be loaded, the old
  /// ones stay, and the log says why.
  ///
  /// - Parameter load: Returns nil if the server encrypts nothing.
  package func reloadIdentity(_ load: () throws -> ServerIdentity?) {
    do {
      guard let identity = try load() else { return }
      secure(with: identity)
      logger.info("new connections have the certificate as it is now")
    } catch {
      logger.error("the certificate is as it was: \(error)")
    }
  }

  /// Puts a layer on a stream of a client, if connections are encrypted.
  ///
  /// - Parameter answer: What a client is answered that does not speak TLS.
  /// - Returns: Whether the stream is open still.
  func addLayer(to stream: SocketStream, answeringOthers answer: [UInt8]) -> Bool {
    addLayer(of: identity, to: stream, answeringOthers: answer)
  }

  /// Puts a layer on a stream, if there is an identity for it.
  ///
  /// - Returns: Whether the stream is open still.
  func addLayer(
    of identity: ServerIdentity?, to stream: SocketStream, answeringOthers answer: [UInt8] = []
  ) -> Bool {
    guard let identity else { return true }
    do throws(TLSFault) {
      stream.secure(with: try identity.makeLayer(answeringOthers: answer), in: handshakes)
      return true
    } catch {
      logger.error("a connection cannot be encrypted", metadata: ["error": "\(error)"])
      stream.close()
      return false
    }
  }

  /// Logs why a layer has failed, if it has.
  package func logLayerFault(of stream: SocketStream) {
    guard let fault = stream.layerFault else { return }
    var metadata = metadata(of: stream)
    metadata["reason"] = "\(fault)"
    logger.debug("a connection was not encrypted", metadata: metadata)
  }

  /// What a person at a line port is answered that does not speak TLS.
  static let plainLineAnswer = Array(
    ("bye not-dropline This port speaks TLS, as in: "
      + "openssl s_client -quiet -connect HOST:PORT, or dropline connect tls://HOST:PORT\n").utf8)

  /// What a browser is answered that does not speak TLS.
  static let plainWebAnswer = Array(
    ("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/plain\r\n"
      + "Content-Length: 25\r\n\r\nThis port speaks HTTPS.\r\n").utf8)
}
