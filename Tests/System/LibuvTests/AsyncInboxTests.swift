import Libuv
import SystemTestKit
import TestKit
import Testing

@Suite("An inbox")
struct AsyncInboxTests {
  @Test("delivers every message of every thread, in the order of each thread")
  func threads() throws {
    let harness = try Harness()
    var received: [Int: [Int]] = [:]
    let inbox = try AsyncInbox<(thread: Int, number: Int)>(on: harness.loop) {
      received[$0.thread, default: []].append($0.number)
    }
    let sender = inbox.sender
    let threads = (0..<2).map { thread in
      Background { for number in 0..<1000 { sender.post((thread, number)) } }
    }
    harness.run { received.values.map(\.count) == [1000, 1000] }
    for thread in threads { thread.join() }
    expectEqual(received, [0: Array(0..<1000), 1: Array(0..<1000)])
  }

  @Test("refuses messages once it is closed, from any thread")
  func closed() throws {
    let harness = try Harness()
    let inbox = try AsyncInbox<Int>(on: harness.loop) { _ in Issue.record("It is closed.") }
    let sender = inbox.sender
    #expect(sender.post(1))
    inbox.close()
    Background { #expect(!sender.post(2)) }.join()
    harness.loop.run()
  }

  @Test("may be closed while threads post")
  func race() throws {
    let harness = try Harness()
    var inbox: AsyncInbox<Int>?
    inbox = try AsyncInbox<Int>(on: harness.loop) { if $0 >= 10 { inbox = nil } }
    let sender = try #require(inbox).sender
    let thread = Background {
      var number = 0
      while sender.post(number) { number += 1 }
    }
    harness.run { inbox == nil }
    thread.join()
  }

  @Test("delivers nothing after a message whose handler releases it")
  func dropped() throws {
    let harness = try Harness()
    var received: [Int] = []
    var inbox: AsyncInbox<Int>?
    inbox = try AsyncInbox<Int>(on: harness.loop) {
      received.append($0)
      inbox = nil
    }
    for number in 1...3 { inbox?.sender.post(number) }
    harness.run { inbox == nil }
    expectEqual(received, [1])
  }
}
