/// A connection attempt to a host by name, which tries each address in turn.
package final class HostConnector {
  private let loop: EventLoop
  private var resolver: Resolver?
  private var attempt: TCPStream?
  private var addresses: [SocketAddress] = []
  /// Whether the present attempt was cancelled in favour of the next one.
  private var isSkipped = false
  private var completion: ((Result<TCPStream, UVError>) -> Void)?

  /// Starts connecting. Calls back at most once, from the loop, with a stream or the error of the
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

  /// Whether an attempt is pending.
  package var isConnecting: Bool { attempt != nil }

  /// Cancels the pending attempt and tries the next address.
  package func tryNext() {
    guard let attempt else { return }
    // The attempt then fails; this flag is the reason.
    isSkipped = true
    attempt.close()
  }

  /// Cancels everything, without calling back.
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
