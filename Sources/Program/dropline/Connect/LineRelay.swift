import BoardModel
import BoardWire
import Glibc
import Libuv
import TLS

/// Relays lines between standard input and a server until all replies have arrived, like `nc -N`.
final class LineRelay: SocketStreamHandler {
  /// The count of unsent bytes above which standard input is not read (backpressure).
  private static let unsentLimit = 65_536

  private let loop: EventLoop
  private let destination: ConnectDestination
  private var connecting: ServerConnector?
  private var stream: SocketStream?
  private var input: InputBytes?
  /// Whether the reply that chooses the space is awaited.
  private var awaitsSpace = false
  private var framer = LineFramer.forServerLines
  private var reader = MessageReader()
  private var status: Int32 = 0

  private init(_ destination: ConnectDestination, on loop: EventLoop) {
    self.destination = destination
    self.loop = loop
  }

  /// - Returns: the exit status.
  static func run(_ destination: ConnectDestination) throws -> Int32 {
    let loop = try EventLoop()
    let relay = LineRelay(destination, on: loop)
    relay.connecting = try ServerConnector(to: destination.address, on: loop) {
      relay.didConnect($0)
    }
    loop.run()
    return relay.status
  }

  private func didConnect(_ result: Result<SocketStream, UVError>) {
    switch result {
    case .success(let stream): begin(on: stream)
    case .failure(let error):
      complain("\(destination.address): \(error.message)")
      end(EX_UNAVAILABLE)
    }
  }

  private func begin(on stream: SocketStream) {
    self.stream = stream
    stream.handler = self
    do throws(TLSFault) {
      try destination.address.secure(stream)
    } catch {
      complain("\(error)")
      return end(EX_UNAVAILABLE)
    }
    stream.startReading()
    guard let space = destination.space else { return beginInput(to: stream) }
    // Behind a refusal the lines would be executed in another space (rule 18.4).
    awaitsSpace = true
    var line = WireBuffer()
    line.append(.connection(.space(.init(space))))
    stream.write(line.bytes)
  }

  /// Looks for the reply to the choice of the space.
  private func readChoice(_ bytes: UnsafeRawBufferPointer, from stream: SocketStream) {
    var reply: ServerReply?
    _ = framer.feed(bytes) { frame in
      if case .line(let line) = frame, case .reply(let found)? = try? reader.read(line) {
        reply = found
      }
      return reply == nil
    }
    guard let reply else { return }
    awaitsSpace = false
    if reply.failure == nil { beginInput(to: stream) } else { end(1) }
  }

  /// Sends the name and the board, and from here on the lines of standard input.
  private func beginInput(to stream: SocketStream) {
    var lines = WireBuffer()
    if let name = destination.name {
      lines.append(.connection(.hello(.init(name, token: destination.token))))
    }
    if let board = destination.board { lines.append(.board(.open(.init(board)))) }
    stream.write(lines.bytes)
    do throws(UVError) {
      input = try InputBytes(of: STDIN_FILENO, on: loop) { [unowned self] in send($0) }
    } catch {
      complain("standard input: \(error.message)")
      end(EX_IOERR)
    }
  }

  private func send(_ bytes: ArraySlice<UInt8>) {
    guard let stream else { return }
    if bytes.isEmpty {
      input?.stop()
      stream.finishWriting()
    } else if case .queued(let count) = stream.write(Array(bytes)), count > Self.unsentLimit {
      input?.stop()
    }
  }

  func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = write(
          STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno != EINTR { return end(errno == EPIPE ? 0 : EX_IOERR) }
        rest = rest.dropFirst(max(0, count))
      }
      if awaitsSpace { readChoice(bytes, from: stream) }
    }
  }

  func streamDidEnd(_ stream: SocketStream) { end(0) }

  func streamDidDrain(_ stream: SocketStream) { input?.start() }

  func streamDidClose(_ stream: SocketStream, error: UVError) {
    if let fault = stream.layerFault {
      complain("\(destination.address): \(fault)")
      return end(EX_UNAVAILABLE)
    }
    complain("\(destination.address): \(error.message)")
    end(EX_IOERR)
  }

  private func end(_ status: Int32) {
    self.status = status
    input?.stop()
    stream?.close()
    loop.stop()
  }
}

/// Reads a descriptor on the loop: a pipe or a terminal when readable, a file one chunk per turn.
private final class InputBytes {
  private let descriptor: Int32
  private let take: (ArraySlice<UInt8>) -> Void
  private var watcher: DescriptorWatcher?
  private var timer: Timer?
  private var hasEnded = false

  /// - Parameter take: Receives bytes as they arrive, and an empty slice at the end.
  init(
    of descriptor: Int32, on loop: EventLoop, take: @escaping (ArraySlice<UInt8>) -> Void
  ) throws(UVError) {
    self.descriptor = descriptor
    self.take = take
    timer = try Timer(on: loop) { [unowned self] in read() }
    // A regular file cannot be polled.
    watcher = try? DescriptorWatcher(of: descriptor, on: loop) { [unowned self] in read() }
    start()
  }

  func start() {
    guard !hasEnded else { return }
    if let watcher {
      try? watcher.start(for: .readable)
    } else {
      timer?.start(after: .zero, repeating: .milliseconds(1))
    }
  }

  func stop() {
    watcher?.stop()
    timer?.stop()
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    if count <= 0 {
      hasEnded = true
      stop()
    }
    take(bytes[..<max(0, count)])
  }
}
