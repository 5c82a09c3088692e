import Glibc
import Libuv
import SystemTestKit
import TestKit
import Testing

@Suite("A worker")
struct WorkerTests {
  @Test("does its job on another thread and returns the result, repeatedly")
  func jobs() throws {
    let harness = try Harness()
    let worker = Worker(on: harness.loop)
    let home = pthread_self()
    var results: [Int] = []
    func next() throws {
      let number = results.count
      try worker.run {
        pthread_equal(pthread_self(), home) == 0 ? number : -1
      } then: { result in
        #expect(pthread_equal(pthread_self(), home) != 0)
        #expect(!worker.isBusy)
        results.append(result)
        if results.count < 100 { #expect(throws: Never.self) { try next() } }
      }
      #expect(worker.isBusy)
    }
    try next()
    harness.loop.run()
    expectEqual(results, Array(0..<100))
  }

  @Test("does not block the loop while it works")
  func concurrent() throws {
    let harness = try Harness()
    let worker = Worker(on: harness.loop)
    var ends: [Int32] = [0, 0]
    expectEqual(pipe(&ends), 0)
    let (readEnd, writeEnd) = (ends[0], ends[1])
    var result: Int?
    try worker.run {
      var byte: UInt8 = 0
      return read(readEnd, &byte, 1)
    } then: {
      result = $0
    }
    let timer = try Timer(on: harness.loop) { _ = write(writeEnd, "x", 1) }
    timer.start(after: .milliseconds(1))
    harness.loop.run()
    expectEqual(result, 1)
    for end in ends { close(end) }
  }

  @Test("finishes its job before its loop is closed, and makes no callback")
  func closing() throws {
    let harness = try Harness()
    let worker = Worker(on: harness.loop)
    let flag = Flag()
    try worker.run {
      flag.raise()
    } then: {
      Issue.record("The loop is closed.")
    }
    harness.loop.close()
    #expect(flag.isRaised)
    #expect(!worker.isBusy)
    #expect(throws: UVError.canceled) {
      try worker.run {
      } then: {
      }
    }
  }

  @Test("that is released with its loop finishes its job first, and makes no callback")
  func dropped() throws {
    let flag = Flag()
    weak var watched: EventLoop?
    do {
      let loop = try EventLoop()
      watched = loop
      try Worker(on: loop).run {
        flag.raise()
      } then: {
        Issue.record("The worker is gone.")
      }
    }
    expectNil(watched)
    #expect(flag.isRaised)
  }
}

/// Something that a job leaves behind, read after the job has come back.
private final class Flag: @unchecked Sendable {
  private(set) var isRaised = false

  func raise() {
    // Some work, so that whoever does not wait for the job sees the flag too early.
    isRaised = (0..<300_000).reduce(0, &+) > 0
  }
}
