import FuzzTargets
import Glibc

/// The input that took the longest, by processor time for a line.
struct SlowestInput {
  /// An input that needs more for a line in the best of several tries is a fault.
  private static let limit = 1_000_000
  private static let tries = 20

  private var nanoseconds = 0
  /// How many lines were read in this time, with those that were read again.
  private var lines = 1
  private var bytes = 0

  /// Checks an input.
  ///
  /// - Throws: `SlowInput`, and whatever the check throws.
  mutating func measure(_ input: [UInt8], of target: FuzzTarget) throws {
    let lines = (1 + input.count { $0 == 0x0A }) * target.readings(of: input)
    let check = { try target.check(input) }
    var time = try Self.time(check)
    guard time / lines > nanoseconds / self.lines else { return }
    // The machine may have been busy with something else.
    for _ in 0..<Self.tries where time / lines > nanoseconds / self.lines {
      time = min(time, try Self.time(check))
    }
    guard time / lines > nanoseconds / self.lines else { return }
    (nanoseconds, self.lines, bytes) = (time, lines, input.count)
    if time / lines > Self.limit { throw SlowInput(microseconds: time / 1_000, lines: lines) }
  }

  func report() {
    sayError("slowest: \(nanoseconds / lines / 1_000) µs (\(bytes) bytes)")
  }

  /// The processor time of this thread, in nanoseconds.
  private static func time(_ check: () throws -> Void) rethrows -> Int {
    let begin = now
    try check()
    return now - begin
  }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

/// An input that takes too long.
struct SlowInput: Error {
  let microseconds: Int
  let lines: Int
}

func sayError(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  write(STDERR_FILENO, bytes, bytes.count)
}
