import Libuv
import Net
import Testing

/// A loop for tests, with a timeout instead of a hang.
package final class Harness {
  package let loop: EventLoop
  private let timeout: Timer

  package init() throws {
    ProcessSetup.ignoreBrokenPipes()
    let loop = try EventLoop()
    self.loop = loop
    timeout = try Timer(on: loop) { [unowned loop] in
      Issue.record("The loop waited for something that never came.")
      loop.stop()
    }
  }

  deinit { loop.close() }

  /// Runs the loop until it is stopped.
  package func run() {
    timeout.start(after: .seconds(30))
    loop.run()
    timeout.stop()
  }

  /// Runs the loop until a condition holds at the end of a turn.
  package func run(until isDone: @escaping () -> Bool) {
    loop.onTurnEnd = { [unowned loop] in if isDone() { loop.stop() } }
    run()
    loop.onTurnEnd = nil
  }

  /// Listens on a free port of the loopback interface.
  package func listen(
    host: String = "127.0.0.1", onConnection: @escaping (SocketStream) -> Void
  ) throws -> SocketListener {
    let anyPort = try SocketAddress(host: host, port: 0)
    return try SocketListener(at: anyPort, on: loop) { result in
      do { onConnection(try result.get()) } catch { Issue.record(error) }
    }
  }

  /// Connects two streams to each other.
  package func connectedPair() throws -> (client: SocketStream, server: SocketStream) {
    var client: SocketStream?
    var server: SocketStream?
    let listener = try listen { server = $0 }
    try SocketStream.connect(to: listener.endpoint, on: loop) { result in
      do { client = try result.get() } catch { Issue.record(error) }
    }
    run { client != nil && server != nil }
    return (try #require(client), try #require(server))
  }

  /// Connects so many streams to a listener.
  package func connect(_ count: Int, to listener: SocketListener) throws -> [SocketStream] {
    try (0..<count).map { _ in try SocketStream.connect(to: listener.endpoint, on: loop) { _ in } }
  }

  /// Connects a stream whose peer resets it, and the handler of it.
  package func resetStream() throws -> (stream: SocketStream, recorder: Recorder) {
    let (client, server) = try connectedPair()
    let recorder = Recorder()
    server.attach(recorder)
    client.reset()
    return (server, recorder)
  }

  /// Runs the loop until a count has reached a total.
  ///
  /// - Returns: The most by which it grew in a turn.
  package func mostInATurn(until total: Int, _ count: @escaping () -> Int) -> Int {
    var (before, most) = (0, 0)
    run {
      most = max(most, count() - before)
      before = count()
      return before == total
    }
    return most
  }

  /// Writes a byte in every turn until the stream knows that its peer has gone.
  package func writeUntilFailure(to stream: SocketStream) throws {
    let heartbeat = try Timer(on: loop) {}
    heartbeat.start(after: .zero, repeating: .milliseconds(1))
    run {
      if case .failed = stream.write([0]) { true } else { false }
    }
  }
}

/// A handler that records events and runs scripted reactions.
package final class Recorder: SocketStreamHandler {
  package enum Event: Equatable {
    case ended, drained
    case closed(UVError)
  }

  package private(set) var received: [UInt8] = []
  package private(set) var events: [Event] = []
  package var onRead: ((Recorder, SocketStream) -> Void)?
  package var onEnd: ((Recorder, SocketStream) -> Void)?
  package var onDrain: ((Recorder, SocketStream) -> Void)?
  package var onClose: ((Recorder, SocketStream) -> Void)?

  package init() {}

  /// Everything received, as text.
  package var text: String { String(decoding: received, as: UTF8.self) }

  package func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
    bytes.withUnsafeBytes { received.append(contentsOf: $0) }
    onRead?(self, stream)
  }

  package func streamDidEnd(_ stream: SocketStream) {
    events.append(.ended)
    onEnd?(self, stream)
  }

  package func streamDidDrain(_ stream: SocketStream) {
    events.append(.drained)
    onDrain?(self, stream)
  }

  package func streamDidClose(_ stream: SocketStream, error: UVError) {
    events.append(.closed(error))
    onClose?(self, stream)
  }
}

extension SocketStream {
  /// Begins to tell a handler what happens.
  package func attach(_ handler: Recorder) {
    self.handler = handler
    startReading()
  }
}

extension [UInt8] {
  /// The bytes of a text, as a literal in a test.
  package init(_ text: String) { self.init(text.utf8) }
}
