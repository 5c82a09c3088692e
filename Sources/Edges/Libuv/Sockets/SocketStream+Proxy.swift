import Net

// Streams through a proxy that has said whose they are.

/// The addresses of a stream, apart from it: most streams have none.
final class ProxiedStream {
  let addresses: ProxiedAddresses

  init(_ addresses: ProxiedAddresses) { self.addresses = addresses }
}

extension SocketStream {
  /// The addresses that a proxy has told, which count as those of the stream; nil without a proxy.
  public var proxiedAddresses: ProxiedAddresses? {
    get { proxied?.addresses }
    set { proxied = newValue.map { ProxiedStream($0) } }
  }

  /// Hands bytes to the layer or the handler that were read before there was one.
  public func receive(_ bytes: [UInt8]) {
    guard isOpen, !bytes.isEmpty else { return }
    bytes.withUnsafeBytes { didRead($0) }
  }
}
