/// A moment as ISO 8601 writes it in UTC, to the millisecond: `2026-11-21T05:52:44.123Z`.
public struct Timestamp: Hashable, Sendable, CustomStringConvertible {
  /// Milliseconds since the beginning of 1970, UTC, leap seconds not counted.
  public let milliseconds: Int

  /// - Parameter milliseconds: a moment of the years 0 to 9999; others are clamped
  ///   to these.
  public init(milliseconds: Int) {
    self.milliseconds = min(max(milliseconds, Self.first), Self.last)
  }

  /// The beginning of the year 0 and the end of the year 9999.
  private static let first = -62_167_219_200_000
  private static let last = 253_402_300_799_999
  private static let dayLength = 86_400_000

  public var description: String {
    let time = milliseconds.remainder(of: Self.dayLength)
    let (year, month, day) = date
    return year.padded(to: 4) + "-" + month.padded(to: 2) + "-" + day.padded(to: 2) + "T"
      + (time / 3_600_000).padded(to: 2) + ":" + (time / 60_000 % 60).padded(to: 2) + ":"
      + (time / 1_000 % 60).padded(to: 2) + "." + (time % 1_000).padded(to: 3) + "Z"
  }

  /// The date in the Gregorian calendar.
  ///
  /// The computation uses years from March on, so that the leap day is the last day, in cycles of four
  /// hundred years from the year 0 on.
  private var date: (year: Int, month: Int, day: Int) {
    let days = (milliseconds - Self.first - milliseconds.remainder(of: Self.dayLength))
    let fromMarch = days / Self.dayLength - 60
    let cycle = fromMarch.remainder(of: 146_097)
    let year = (cycle - cycle / 1_460 + cycle / 36_524 - cycle / 146_096) / 365
    let dayOfYear = cycle - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let isAfterNewYear = month >= 10
    assert((0..<12).contains(month) && (1...31).contains(day), "a day of the calendar")
    let cycles = (fromMarch - cycle) / 146_097
    return (
      400 * cycles + year + (isAfterNewYear ? 1 : 0), isAfterNewYear ? month - 9 : month + 3, day
    )
  }
}

extension Int {
  /// The remainder of the Euclidean division: never negative.
  fileprivate func remainder(of divisor: Int) -> Int {
    let rest = self % divisor
    return rest < 0 ? rest + divisor : rest
  }

  fileprivate func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
