import CLibuv
import Glibc
import Net

/// Resolves host names without blocking the loop.
public final class Resolver {
  private let request = UnsafeMutablePointer<uv_getaddrinfo_t>.allocate(capacity: 1)
  private let port: UInt16
  private weak var loop: EventLoop?
  private var completion: ((Result<[SocketAddress], UVError>) -> Void)?

  private init(
    port: UInt16, on loop: EventLoop,
    completion: @escaping (Result<[SocketAddress], UVError>) -> Void
  ) {
    self.port = port
    self.loop = loop
    self.completion = completion
    request.initialize(to: uv_getaddrinfo_t())
  }

  deinit { request.deallocate() }

  /// Calls `getaddrinfo` on a thread of libuv's pool and calls back exactly once, from the loop,
  /// unless it is cancelled.
  ///
  /// A numeric address is resolved in the same way. If the loop closes meanwhile, it waits for the
  /// system, and there is no callback.
  ///
  /// - Parameters:
  ///   - host: A name such as `localhost`, or a numeric address.
  ///   - completion: Receives at least one address, IPv6 before IPv4 and otherwise in the system's
  ///     order, or the error.
  /// - Throws: the error of libuv if the request cannot start, or `UVError.canceled` on a closed
  ///   loop.
  @discardableResult
  public static func resolve(
    _ host: String, port: UInt16, on loop: EventLoop,
    completion: @escaping (Result<[SocketAddress], UVError>) -> Void
  ) throws(UVError) -> Resolver {
    guard let raw = loop.raw else { throw .canceled }
    let resolver = Resolver(port: port, on: loop, completion: completion)
    try resolver.start(host, on: raw)
    return resolver
  }

  /// Cancels the callback.
  public func cancel() {
    completion = nil
    request.withMemoryRebound(to: uv_req_t.self, capacity: 1) { _ = uv_cancel($0) }
  }

  private func start(_ host: String, on raw: UnsafeMutablePointer<uv_loop_t>) throws(UVError) {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    request.pointee.data = Unmanaged.passRetained(self).toOpaque()
    let status = uv_getaddrinfo(raw, request, Self.didResolve, host, nil, &hints)
    if status < 0 {
      Unmanaged.passUnretained(self).release()
      throw UVError(code: status)
    }
  }

  private static let didResolve: uv_getaddrinfo_cb = { request, status, list in
    let resolver = Unmanaged<Resolver>.fromOpaque(request!.pointee.data).takeRetainedValue()
    defer { uv_freeaddrinfo(list) }
    resolver.finish(status, list)
  }

  private func finish(_ status: Int32, _ list: UnsafeMutablePointer<addrinfo>?) {
    guard let completion, loop?.raw != nil else { return }
    self.completion = nil
    if status < 0 { return completion(.failure(UVError(code: status))) }
    var hosts: [(family: Int32, host: String)] = []
    var next = list
    while let entry = next {
      if let host = SocketAddress.name(of: entry.pointee.ai_addr),
        !hosts.contains(where: { $0.host == host })
      {
        hosts.append((entry.pointee.ai_family, host))
      }
      next = entry.pointee.ai_next
    }
    let ordered = hosts.filter { $0.family == AF_INET6 } + hosts.filter { $0.family != AF_INET6 }
    let addresses = ordered.compactMap { try? SocketAddress(host: $0.host, port: port) }
    completion(
      addresses.isEmpty ? .failure(UVError(code: UV_EAI_NONAME.rawValue)) : .success(addresses))
  }
}

@available(*, unavailable)
extension Resolver: Sendable {}
