import Libuv
import SystemTestKit
import TestKit
import Testing

@Suite("A timer")
struct TimerTests {
  @Test("fires once, and may be started again")
  func once() throws {
    let harness = try Harness()
    var count = 0
    let timer = try Timer(on: harness.loop) { count += 1 }
    #expect(!timer.isActive)
    timer.start(after: .nanoseconds(1))
    #expect(timer.isActive)
    harness.run { count == 1 }
    #expect(!timer.isActive)
    timer.start(after: .zero)
    harness.run { count == 2 }
  }

  @Test("fires repeatedly until it is stopped, even in its own callback")
  func repeating() throws {
    let harness = try Harness()
    var count = 0
    var timer: Timer?
    timer = try Timer(on: harness.loop) {
      count += 1
      if count == 3 { timer?.stop() }
    }
    timer?.start(after: .zero, repeating: .zero)
    harness.run { timer?.isActive == false }
    timer = nil
    expectEqual(count, 3)
  }

  @Test("that is restarted forgets its earlier deadline")
  func restart() throws {
    let harness = try Harness()
    var log: [String] = []
    let late = try Timer(on: harness.loop) { log.append("late") }
    let soon = try Timer(on: harness.loop) { log.append("soon") }
    late.start(after: .seconds(3600))
    soon.start(after: .seconds(3600))
    soon.start(after: .zero)
    late.start(after: .milliseconds(1))
    harness.run { log.count == 2 }
    expectEqual(log, ["soon", "late"])
  }

  @Test("may be released in its own callback")
  func dropped() throws {
    let harness = try Harness()
    var timer: Timer?
    timer = try Timer(on: harness.loop) { timer = nil }
    timer?.start(after: .zero, repeating: .milliseconds(1))
    harness.run { timer == nil }
  }
}
