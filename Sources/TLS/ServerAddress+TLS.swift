import Libuv

extension ServerAddress {
  /// Puts a layer on a stream to this server, if the address asks for one.
  ///
  /// - Throws: `TLSFault` if the authorities cannot be read.
  package func secure(_ stream: TCPStream) throws(TLSFault) {
    guard let trust else { return }
    stream.secure(with: try trust.makeLayer(to: host))
  }
}

extension LineSocket {
  /// Connects to a server, encrypted if its address asks for that.
  ///
  /// - Throws: As `init`, and `SocketFault.unreachable` if its certificate is not trusted.
  package static func connect(
    to address: ServerAddress, timeout: Duration
  ) throws(SocketFault) -> LineSocket {
    let socket = try LineSocket(to: address, timeout: timeout)
    guard let trust = address.trust else { return socket }
    let layer: any StreamLayer
    do throws(TLSFault) {
      layer = try trust.makeLayer(to: address.host)
    } catch { throw .unreachable("\(error)") }
    try socket.secure(with: layer, within: timeout)
    return socket
  }
}
