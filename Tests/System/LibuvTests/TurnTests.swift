import Glibc
import Libuv
import SystemTestKit
import TestKit
import Testing

/// Each of these would hang if the loop polled before the end of the turn, because only the end of
/// the turn stops it.
@Suite("The end of a turn comes")
struct TurnTests {
  @Test("after a timer")
  func timer() throws {
    let harness = try Harness()
    var fired = false
    let timer = try Timer(on: harness.loop) { fired = true }
    timer.start(after: .milliseconds(1))
    harness.run { fired }
  }

  @Test("after a message from another thread, and exactly once")
  func message() throws {
    let harness = try Harness()
    let loop = harness.loop
    var log: [String] = []
    let inbox = try AsyncInbox<Int>(on: loop) { log.append("message \($0)") }
    var count = 0
    loop.onTurnEnd = { [unowned loop] in
      log.append("end")
      count += 1
      if count < 4 { inbox.sender.post(count) } else { loop.stop() }
    }
    harness.run()
    loop.onTurnEnd = nil
    expectEqual(
      log, ["end", "message 1", "end", "message 2", "end", "message 3", "end", "end"],
      "The last is that of run() as it returns.")
  }

  @Test("after a signal")
  func signal() throws {
    let harness = try Harness()
    var received = false
    let watcher = try SignalWatcher(for: SIGWINCH, on: harness.loop) { received = true }
    kill(getpid(), SIGWINCH)
    harness.run { received }
    withExtendedLifetime(watcher) {}
  }

  @Test("after a connection, a read and the end of a stream")
  func stream() throws {
    let harness = try Harness()
    let (client, server) = try harness.connectedPair()
    let far = Recorder()
    server.attach(far)
    client.write([UInt8]("x"))
    harness.run { far.text == "x" }
    client.finishWriting()
    harness.run { far.events == [.ended] }
  }

  @Test("after a stream has closed by itself")
  func close() throws {
    let harness = try Harness()
    let (stream, far) = try harness.resetStream()
    harness.run { if case .closed? = far.events.last { true } else { false } }
    withExtendedLifetime(stream) {}
  }

  @Test("in which the loop is stopped, too")
  func stopping() throws {
    let harness = try Harness()
    var log: [String] = []
    let inbox = try AsyncInbox<Int>(on: harness.loop) { [unowned loop = harness.loop] _ in
      log.append("message")
      loop.stop()
    }
    inbox.sender.post(1)
    harness.loop.onTurnEnd = { log.append("end") }
    harness.run()
    expectEqual(log, ["end", "message", "end"])
  }
}
