import Libuv
import Net
import SystemTestKit
import TestKit
import Testing

@Suite("A TCP connection")
struct ConversationTests {
  @Test("echoes what was sent", arguments: ["127.0.0.1", "::1"])
  func echo(host: String) throws {
    let harness = try Harness()
    let (near, far) = (Recorder(), Recorder())
    var server: SocketStream?
    far.onRead = { far, server in server.write(far.received) }
    let listener = try harness.listen(host: host) { stream in
      stream.attach(far)
      server = stream
    }
    let client = try SocketStream.connect(to: listener.endpoint, on: harness.loop) { result in
      do { try result.get().attach(near) } catch { Issue.record(error) }
    }
    client.write([UInt8]("hello"))
    harness.run { near.text == "hello" }
    expectEqual(server?.peerAddress?.host, host)
    expectEqual(server?.peerNetwork, (host == "::1" ? 0 : 0x7F00_0001))
    expectEqual(client.peerAddress, listener.address)
  }

  @Test("still gets its reply after the client has ended its input")
  func halfClose() throws {
    let harness = try Harness()
    let (client, server) = try harness.connectedPair()
    let (near, far) = (Recorder(), Recorder())
    far.onEnd = { far, server in
      server.write([UInt8]("answer to \(far.text)"))
      server.finishWriting()
    }
    client.attach(near)
    server.attach(far)
    client.write([UInt8]("question"))
    client.finishWriting()
    harness.run { near.events == [.ended] && far.events == [.ended] }
    expectEqual(near.text, "answer to question")
    expectEqual(client.write([UInt8]("more")), .failed(.brokenPipe))
  }

  @Test("may be closed in its own read callback")
  func closeWhileReading() throws {
    let harness = try Harness()
    let (client, server) = try harness.connectedPair()
    let (near, far) = (Recorder(), Recorder())
    far.onRead = { _, server in server.close() }
    client.attach(near)
    server.attach(far)
    client.write([UInt8]("go away"))
    harness.run { near.events == [.ended] }
    #expect(!server.isOpen)
    #expect(far.events.isEmpty)
  }

  @Test("may be released in its own read callback, together with its handler")
  func dropWhileReading() throws {
    final class Session {
      let stream: SocketStream
      let recorder = Recorder()
      init(_ stream: SocketStream) { self.stream = stream }
    }
    let harness = try Harness()
    let near = Recorder()
    var sessions: [Session] = []
    let listener = try harness.listen { stream in
      let session = Session(stream)
      session.recorder.onRead = { _, _ in sessions = [] }
      stream.attach(session.recorder)
      sessions.append(session)
    }
    let client = try SocketStream.connect(to: listener.endpoint, on: harness.loop) { _ in }
    client.write([UInt8]("go away"))
    harness.run { !sessions.isEmpty }
    client.attach(near)
    harness.run { near.events == [.ended] }
    #expect(sessions.isEmpty)
  }

  @Test("receives nothing while reading is paused, and everything afterwards")
  func pause() throws {
    let harness = try Harness()
    let (quiet, lively) = (try harness.connectedPair(), try harness.connectedPair())
    let (far, other) = (Recorder(), Recorder())
    quiet.server.attach(far)
    lively.server.attach(other)
    quiet.server.stopReading()
    quiet.client.write([UInt8]("one"))
    lively.client.write([UInt8]("two"))
    harness.run { other.text == "two" }
    expectEqual(far.text, "")
    quiet.server.startReading()
    harness.run { far.text == "one" }
  }

  @Test("may be ended by a reset, which the peer receives as an error")
  func reset() throws {
    let harness = try Harness()
    let (stream, far) = try harness.resetStream()
    harness.run { !far.events.isEmpty }
    guard case .closed(let error) = far.events.first else {
      Issue.record("No error but \(far.events).")
      return
    }
    expectEqual(error.name, "ECONNRESET")
    #expect(!stream.isOpen)
  }
}
