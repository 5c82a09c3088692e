import Libuv

/// A connection to a host by name: each of its addresses is tried in turn.
final class ServerStream {
  private let loop: EventLoop
  private var resolver: Resolver?
  private var stream: TCPStream?
  private var rest: [SocketAddress] = []
  private let completion: (Result<TCPStream, UVError>) -> Void

  /// Begins to connect, and calls back exactly once from the loop.
  init(
    to address: ServerAddress, on loop: EventLoop,
    completion: @escaping (Result<TCPStream, UVError>) -> Void
  ) throws(UVError) {
    self.loop = loop
    self.completion = completion
    resolver = try Resolver.resolve(address.host, port: address.port, on: loop) { [weak self] in
      self?.didResolve($0)
    }
  }

  private func didResolve(_ result: Result<[SocketAddress], UVError>) {
    switch result {
    case .success(let addresses):
      rest = addresses
      connect(after: .canceled)
    case .failure(let error): completion(.failure(error))
    }
  }

  private func connect(after error: UVError) {
    guard !rest.isEmpty else { return completion(.failure(error)) }
    do throws(UVError) {
      stream = try TCPStream.connect(to: rest.removeFirst(), on: loop) { [weak self] result in
        guard case .failure(let error) = result else { return self?.completion(result) ?? () }
        self?.connect(after: error)
      }
    } catch { connect(after: error) }
  }
}
