import Net

/// A connection attempt to a server. Of a host by name it tries each address in turn.
package final class ServerConnector {
  private let loop: EventLoop
  private var resolver: Resolver?
  private var attempt: SocketStream?
  private var endpoints: [Endpoint] = []
  /// Whether the present attempt was cancelled in favour of the next one.
  private var isSkipped = false
  private var completion: ((Result<SocketStream, UVError>) -> Void)?

  /// Starts connecting. Calls back at most once, from the loop, with a stream or the error of the
  /// last address.
  package init(
    to address: ServerAddress, on loop: EventLoop,
    completion: @escaping (Result<SocketStream, UVError>) -> Void
  ) throws(UVError) {
    self.loop = loop
    self.completion = completion
    switch address.place {
    case .host(let host, let port):
      resolver = try Resolver.resolve(host, port: port, on: loop) { [weak self] in
        self?.didResolve($0)
      }
    case .unix(let path):
      attempt = try SocketStream.connect(to: .unix(try Self.path(path)), on: loop) { [weak self] in
        self?.didConnect($0)
      }
    }
  }

  private static func path(_ text: String) throws(UVError) -> UnixPath {
    do throws(AddressFault) { return try UnixPath(text) } catch { throw UVError(error) }
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
      endpoints = addresses.map { .internet($0) }
      connect(after: .canceled)
    case .failure(let error): finish(.failure(error))
    }
  }

  private func connect(after error: UVError) {
    guard !endpoints.isEmpty else { return finish(.failure(error)) }
    do throws(UVError) {
      attempt = try SocketStream.connect(to: endpoints.removeFirst(), on: loop) { [weak self] in
        self?.didConnect($0)
      }
    } catch {
      connect(after: error)
    }
  }

  private func didConnect(_ result: Result<SocketStream, UVError>) {
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

  private func finish(_ result: Result<SocketStream, UVError>) {
    defer { completion = nil }
    completion?(result)
  }
}
