import CTLS
import Libuv
import Net

/// What is spoken with TLS 1.2: keys of this connection alone, and encryption that shows any change. TLS 1.3 has
/// nothing else.
private let authenticatedCiphers = "ECDHE+AESGCM:ECDHE+CHACHA20"

/// The certificate of a server with its private key, from which the layers of its connections are made.
///
/// TLS 1.2 with authenticated encryption and TLS 1.3 are spoken, and nothing older.
package final class ServerIdentity {
  private let context: OpaquePointer
  private let buffers = LayerBuffers()

  /// Reads the files.
  ///
  /// - Parameters:
  ///   - certificate: A PEM file with the certificate, and behind it those that lead to its authority.
  ///   - key: A PEM file with the private key, without a password.
  /// - Throws: `TLSFault` if they cannot be read, or do not belong together.
  package init(certificate: String, key: String) throws(TLSFault) {
    guard let configuration = tls_config_new() else { throw TLSFault("no memory") }
    defer { tls_config_free(configuration) }
    guard tls_config_set_cert_file(configuration, certificate) == 0 else {
      throw TLSFault("\(certificate): \(text(tls_config_error(configuration)))")
    }
    guard tls_config_set_key_file(configuration, key) == 0 else {
      throw TLSFault("\(key): \(text(tls_config_error(configuration)))")
    }
    context = try Self.context(configuration, of: "\(certificate) with \(key)")
  }

  /// - Parameter pair: A certificate, whose only key there is in this process.
  package init(_ pair: EphemeralCertificate) throws(TLSFault) {
    guard let configuration = tls_config_new() else { throw TLSFault("no memory") }
    defer { tls_config_free(configuration) }
    let (certificate, key) = (pair.certificate, pair.key)
    guard
      tls_config_set_keypair_mem(configuration, certificate, certificate.count, key, key.count) == 0
    else { throw TLSFault(text(tls_config_error(configuration))) }
    context = try Self.context(configuration, of: "an ephemeral certificate")
  }

  private static func context(
    _ configuration: OpaquePointer, of pair: String
  ) throws(TLSFault) -> OpaquePointer {
    guard let context = tls_server() else { throw TLSFault("no memory") }
    guard tls_config_set_ciphers(configuration, authenticatedCiphers) == 0,
      tls_configure(context, configuration) == 0
    else {
      defer { tls_free(context) }
      throw TLSFault("\(pair): \(text(tls_error(context) ?? tls_config_error(configuration)))")
    }
    return context
  }

  deinit { tls_free(context) }

  /// The layer of a new connection. It keeps this identity, also if the server has another one by then.
  ///
  /// - Parameter answer: What a peer is answered that does not speak TLS.
  package func makeLayer(
    answeringOthers answer: [UInt8] = []
  ) throws(TLSFault) -> any StreamLayer {
    let layer = TLSLayer(keeping: self, buffers, answer: answer)
    try layer.begin { tls_accept_cbs(context, &$0, readFromNetwork, writeToNetwork, $1) }
    return layer
  }
}

extension ServerTrust {
  /// The digest of the only certificate that is trusted; nil if others are.
  private var digest: String? {
    switch self {
    case .certificate(let digest): digest
    case .system, .authorities, .anybody: nil
    }
  }

  /// The layer of a new connection to a server of this name.
  ///
  /// - Throws: `TLSFault` if the authorities cannot be read.
  package func makeLayer(to host: String) throws(TLSFault) -> any StreamLayer {
    guard let configuration = tls_config_new(), let context = tls_client() else {
      throw TLSFault("no memory")
    }
    defer { tls_config_free(configuration) }
    let client = ClientContext(context)
    switch self {
    case .system: break
    case .authorities(let file):
      guard tls_config_set_ca_file(configuration, file) == 0 else {
        throw TLSFault("\(file): \(text(tls_config_error(configuration)))")
      }
    case .certificate, .anybody:
      tls_config_insecure_noverifycert(configuration)
      tls_config_insecure_noverifyname(configuration)
      tls_config_insecure_noverifytime(configuration)
    }
    guard tls_config_set_ciphers(configuration, authenticatedCiphers) == 0,
      tls_configure(context, configuration) == 0
    else { throw TLSFault(text(tls_error(context) ?? tls_config_error(configuration))) }
    let layer = TLSLayer(keeping: client, LayerBuffers(), host: host, digest: digest)
    try layer.begin {
      $0 = context
      return tls_connect_cbs(context, readFromNetwork, writeToNetwork, $1, host)
    }
    return layer
  }
}

/// Frees the context of a client, which is that of its one connection.
private final class ClientContext {
  let context: OpaquePointer

  init(_ context: OpaquePointer) { self.context = context }

  deinit { tls_free(context) }
}

/// Why TLS does not work.
package struct TLSFault: Error, Hashable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

func text(_ message: UnsafePointer<CChar>?) -> String {
  message.map { String(cString: $0) } ?? "no reason given"
}

@available(*, unavailable)
extension ServerIdentity: Sendable {}

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

/// What is wrong with the certificate of a server, and what helps.
struct CertificateFault: CustomStringConvertible {
  private let reason: String
  private let host: String

  /// - Parameter reason: As libtls and OpenSSL word it.
  init(_ reason: String, of host: String) {
    self.reason = reason
    self.host = host
  }

  var description: String {
    let certificate = "the certificate of \(host)"
    if reason.contains("has expired") { return "\(certificate) has expired" }
    if reason.contains("not yet valid") { return "\(certificate) is not valid yet" }
    if reason.contains("not present in server certificate") {
      return "\(certificate) is for another name"
    }
    if reason.contains("self signed") || reason.contains("self-signed") {
      return "\(certificate) is signed by itself; if that is right, name it in DROPLINE_CA"
    }
    if reason.contains("unable to get") {
      return
        "\(certificate) is of an unknown authority; if that is right, name its file in DROPLINE_CA"
    }
    if reason.contains("wrong version number") || reason.contains("packet length") {
      return "\(host) does not speak TLS there; leave out tls://"
    }
    return "no encrypted connection with \(host): \(reason)"
  }
}
