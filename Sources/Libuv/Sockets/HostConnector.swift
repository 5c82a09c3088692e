/// A connection attempt to a host by name: each of its addresses is tried in turn.
package final class HostConnector {
  private let loop: EventLoop
  private var resolver: Resolver?
  private var attempt: TCPStream?
  private var addresses: [SocketAddress] = []
  /// Whether the present attempt was ended in favour of the next one.
  private var isSkipped = false
  private var completion: ((Result<TCPStream, UVError>) -> Void)?

  /// Begins to connect, and calls back at most once, from the loop: with a stream, or the error of the
  /// last address.
  package init(
    to address: ServerAddress, on loop: EventLoop,
    completion: @escaping (Result<TCPStream, UVError>) -> Void
  ) throws(UVError) {
    self.loop = loop
    self.completion = completion
    resolver = try Resolver.resolve(address.host, port: address.port, on: loop) { [weak self] in
      self?.didResolve($0)
    }
  }

  deinit { cancel() }

  /// Whether an address is being tried that has not answered yet.
  package var isConnecting: Bool { attempt != nil }

  /// Leaves the address that is being tried for the next one.
  package func tryNext() {
    guard let attempt else { return }
    // It ends with a failure, whose reason is this.
    isSkipped = true
    attempt.close()
  }

  /// Gives up, without calling back.
  package func cancel() {
    completion = nil
    resolver?.cancel()
    attempt?.close()
    attempt = nil
  }

  private func didResolve(_ result: Result<[SocketAddress], UVError>) {
    resolver = nil
    switch result {
    case .success(let addresses):
      self.addresses = addresses
      connect(after: .canceled)
    case .failure(let error): finish(.failure(error))
    }
  }

  private func connect(after error: UVError) {
    guard !addresses.isEmpty else { return finish(.failure(error)) }
    do throws(UVError) {
      attempt = try TCPStream.connect(to: addresses.removeFirst(), on: loop) { [weak self] in
        self?.didConnect($0)
      }
    } catch {
      connect(after: error)
    }
  }

  private func didConnect(_ result: Result<TCPStream, UVError>) {
    guard completion != nil else { return }
    attempt = nil
    switch result {
    case .success: finish(result)
    case .failure(let error):
      let reason = isSkipped ? .timedOut : error
      isSkipped = false
      connect(after: reason)
    }
  }

  private func finish(_ result: Result<TCPStream, UVError>) {
    defer { completion = nil }
    completion?(result)
  }
}
