import Libuv
import Testing

@Suite("A conversation")
struct ConversationTests {
  @Test("brings back what was sent", arguments: ["127.0.0.1", "::1"])
  func echo(host: String) throws {
    let harness = try Harness()
    let (near, far) = (Recorder(), Recorder())
    var server: TCPStream?
    far.onRead = { far, server in server.write(far.received) }
    let listener = try harness.listen(host: host) { stream in
      stream.attach(far)
      server = stream
    }
    let client = try TCPStream.connect(to: listener.address, on: harness.loop) { result in
      do { try result.get().attach(near) } catch { Issue.record(error) }
    }
    client.write([UInt8]("hello"))
    harness.run { near.text == "hello" }
    #expect(server?.peerAddress?.host == host)
    #expect(client.peerAddress == listener.address)
  }

  @Test("still has its answer after the asker has finished writing")
  func halfClose() throws {
    let harness = try Harness()
    let (client, server) = try harness.connectedPair()
    let (near, far) = (Recorder(), Recorder())
    far.onEnd = { far, server in
      server.write([UInt8]("answer to \(far.text)"))
      server.shutdownAfterWrites()
    }
    client.attach(near)
    server.attach(far)
    client.write([UInt8]("question"))
    client.finishWriting()
    harness.run { near.events == [.ended] && far.events == [.ended, .closed(nil)] }
    #expect(near.text == "answer to question")
  }
}
