import BoardModel
import BoardTesting
import Libuv
import Net
import Simulation
import SystemTestKit
import TestKit

@testable import dropline

/// A loop for tests with a real server, and a timeout.
final class Bench {
  let server: TestServer
  private let harness: Harness

  init(_ content: Content = DemoBoard.content) throws {
    harness = try Harness()
    server = try TestServer(boards: [BoardFile("kanban", revision: 0, content)]) {
      $0.place = .memory
    }
  }

  var address: SocketAddress { .loopback(server.port) }

  var loop: EventLoop { harness.loop }

  /// Runs the loop until a condition holds at the end of a turn.
  func run(until isDone: @escaping () -> Bool) { harness.run(until: isDone) }
}

/// A plain connection on a loop.
final class Plain: SocketStreamHandler {
  private var stream: SocketStream?
  private(set) var text = ""
  private(set) var isClosed = false

  init(to address: SocketAddress, on loop: EventLoop) throws {
    let stream = try SocketStream.connect(to: .internet(address), on: loop) { [weak self] result in
      switch result {
      case .success(let stream): stream.startReading()
      case .failure: self?.isClosed = true
      }
    }
    stream.handler = self
    self.stream = stream
  }

  func say(_ line: String) { stream?.write(Array("\(line)\n".utf8)) }

  func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
    bytes.withUnsafeBytes { text += String(decoding: $0, as: UTF8.self) }
  }

  func streamDidEnd(_ stream: SocketStream) { isClosed = true }
  func streamDidClose(_ stream: SocketStream, error: UVError) { isClosed = true }
}
