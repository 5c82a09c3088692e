import Libuv
import SystemTestKit
import TestKit
import Testing

@Suite("An event loop")
struct EventLoopTests {
  @Test("returns if nothing can happen any more")
  func empty() throws {
    let loop = try EventLoop()
    var ends = 0
    loop.onTurnEnd = { ends += 1 }
    loop.run()
    expectEqual(ends, 1)
  }

  @Test("closes cleanly with open streams, timers, watchers and inboxes")
  func closing() throws {
    let harness = try Harness()
    let (client, server) = try harness.connectedPair()
    let recorder = Recorder()
    client.attach(recorder)
    server.attach(recorder)
    server.write([UInt8](repeating: 0, count: 16 << 20))
    let listener = try harness.listen { _ in }
    let timer = try Timer(on: harness.loop) {}
    timer.start(after: .seconds(60))
    let inbox = try AsyncInbox<Int>(on: harness.loop) { _ in }
    let sender = inbox.sender
    var attempt: Result<SocketStream, UVError>?
    try SocketStream.connect(to: listener.endpoint, on: harness.loop) { attempt = $0 }
    harness.loop.close()
    #expect(recorder.events.isEmpty)
    #expect(!client.isOpen && !server.isOpen)
    expectEqual(server.write([UInt8]("anyone?")), .failed(.brokenPipe))
    #expect(!sender.post(1))
    #expect(!timer.isActive)
    guard case .failure(.canceled) = attempt else {
      Issue.record("The attempt to connect ended with \(String(describing: attempt)).")
      return
    }
  }

  @Test("that is closed accepts nothing new, and closing it again has no effect")
  func closed() throws {
    let loop = try EventLoop()
    loop.close()
    loop.close()
    #expect(throws: UVError.canceled) { try Timer(on: loop) {} }
  }

  @Test("lives as long as anything on it, and is released with the last")
  func lifetime() throws {
    weak var watched: EventLoop?
    do {
      let stream: SocketStream
      do {
        let harness = try Harness()
        watched = harness.loop
        stream = try harness.connectedPair().client
      }
      #expect(watched != nil)
      #expect(!stream.isOpen)
    }
    expectNil(watched)
  }

  @Test("has a time, which does not go back")
  func now() throws {
    let loop = try EventLoop()
    let before = loop.now
    #expect(loop.now >= before)
  }

  @Test("runs beside another one on another thread")
  func parallel() throws {
    let conversations = (0..<2).map { number in
      Background {
        do {
          let harness = try Harness()
          let (client, server) = try harness.connectedPair()
          let (near, far) = (Recorder(), Recorder())
          far.onRead = { _, server in server.write([1]) }
          near.onRead = { near, client in if near.received.count < 200 { client.write([2]) } }
          client.attach(near)
          server.attach(far)
          client.write([UInt8(number)])
          harness.run { near.received.count == 200 }
        } catch {
          Issue.record(error)
        }
      }
    }
    for conversation in conversations { conversation.join() }
  }
}
