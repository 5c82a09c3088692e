import Libuv
import Net

extension ServerAddress {
  /// Puts a layer on a stream to this server, if the address asks for one.
  ///
  /// - Throws: `TLSFault` if the authorities cannot be read, or if it is a Unix socket.
  package func secure(_ stream: SocketStream) throws(TLSFault) {
    if let layer = try makeLayer() { stream.secure(with: layer) }
  }

  /// The layer of a new connection to this server; nil if it is plain.
  fileprivate func makeLayer() throws(TLSFault) -> (any StreamLayer)? {
    guard let trust else { return nil }
    switch place {
    case .host(let host, _): return try trust.makeLayer(to: host)
    case .unix: throw TLSFault("a Unix socket is not encrypted; leave out tls://")
    }
  }
}

extension LineSocket {
  /// Connects to a server, encrypted if its address asks for that.
  ///
  /// - Throws: As `init`, and `SocketFault.unreachable` if its certificate is not trusted.
  package static func connect(
    to address: ServerAddress, timeout: Duration
  ) throws(SocketFault) -> LineSocket {
    let layer: (any StreamLayer)?
    do throws(TLSFault) { layer = try address.makeLayer() } catch {
      throw .unreachable("\(error)")
    }
    let socket = try LineSocket(to: address, timeout: timeout)
    if let layer { try socket.secure(with: layer, within: timeout) }
    return socket
  }
}
