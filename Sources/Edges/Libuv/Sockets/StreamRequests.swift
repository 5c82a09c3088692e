import CLibuv
import Net

// A request retains itself and its resources until its libuv callback.

/// Bytes that the kernel did not accept at once.
final class PendingWrite {
  private let request = UnsafeMutablePointer<uv_write_t>.allocate(capacity: 1)
  private let own: SharedBytes?
  private let shared: SharedBytes?
  private let offset: Int

  /// Queues bytes of one stream, then shared ones from an offset on.
  init(own: SharedBytes?, shared: SharedBytes?, from offset: Int) {
    self.own = own
    self.shared = shared
    self.offset = offset
    request.initialize(to: uv_write_t())
  }

  deinit { request.deallocate() }

  func start(on socket: UnsafeMutablePointer<uv_stream_t>) -> Int32 {
    request.pointee.data = Unmanaged.passRetained(self).toOpaque()
    let status = write(to: socket)
    if status < 0 { Unmanaged.passUnretained(self).release() }
    return status
  }

  private func write(to socket: UnsafeMutablePointer<uv_stream_t>) -> Int32 {
    let first = own?.suffix(from: 0)
    let second = shared?.suffix(from: offset)
    guard let first, let second else {
      let only = first ?? second!
      return cuv_write1(request, socket, only.baseAddress!, only.count, Self.didWrite)
    }
    return cuv_write2(
      request, socket, first.baseAddress!, first.count, second.baseAddress!, second.count,
      Self.didWrite)
  }

  private static let didWrite: uv_write_cb = { request, status in
    let handle = request!.pointee.handle!
    Unmanaged<PendingWrite>.fromOpaque(request!.pointee.data).release()
    SocketStream.open(at: handle)?.didWrite(status: status)
  }
}

/// A pending shutdown of writing; retains the stream and its handler.
final class PendingShutdown {
  private let request = UnsafeMutablePointer<uv_shutdown_t>.allocate(capacity: 1)
  private let stream: SocketStream
  private let handler: (any SocketStreamHandler)?

  init(of stream: SocketStream) {
    self.stream = stream
    handler = stream.handler
    request.initialize(to: uv_shutdown_t())
  }

  deinit { request.deallocate() }

  func start(on socket: UnsafeMutablePointer<uv_stream_t>) -> Int32 {
    request.pointee.data = Unmanaged.passRetained(self).toOpaque()
    let status = uv_shutdown(request, socket) { request, status in
      let shutdown = Unmanaged<PendingShutdown>.fromOpaque(request!.pointee.data)
        .takeRetainedValue()
      shutdown.stream.didShutDown(status: status)
    }
    if status < 0 { Unmanaged.passUnretained(self).release() }
    return status
  }
}

/// A pending connection attempt; retains its stream until the outcome.
final class PendingConnect {
  private let request = UnsafeMutablePointer<uv_connect_t>.allocate(capacity: 1)
  private let stream: SocketStream
  private let completion: (Result<SocketStream, UVError>) -> Void

  init(of stream: SocketStream, completion: @escaping (Result<SocketStream, UVError>) -> Void) {
    self.stream = stream
    self.completion = completion
    request.initialize(to: uv_connect_t())
  }

  deinit { request.deallocate() }

  func start(
    on socket: UnsafeMutablePointer<uv_stream_t>, to endpoint: Endpoint
  ) throws(UVError) {
    request.pointee.data = Unmanaged.passRetained(self).toOpaque()
    switch endpoint {
    case .unix(let path):
      // A failure is reported by the callback.
      uv_pipe_connect(request, cuv_pipe(socket), path.string, Self.didConnect)
    case .internet(let address):
      let status = address.withSockaddr {
        uv_tcp_connect(request, cuv_tcp(socket), $0, Self.didConnect)
      }
      if status < 0 {
        Unmanaged.passUnretained(self).release()
        throw UVError(code: status)
      }
    }
  }

  private static let didConnect: uv_connect_cb = { request, status in
    let connect = Unmanaged<PendingConnect>.fromOpaque(request!.pointee.data).takeRetainedValue()
    connect.finish(status)
  }

  private func finish(_ status: Int32) {
    if status < 0 {
      stream.close()
      completion(.failure(UVError(code: status)))
    } else {
      stream.didConnect()
      completion(.success(stream))
    }
  }
}
