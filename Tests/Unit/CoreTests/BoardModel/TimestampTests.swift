import BoardModel
import Foundation
import Simulation
import TestKit
import Testing

@Suite("A timestamp")
struct TimestampTests {
  @Test(
    "is written in ISO 8601",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"),
      (-1, "1969-12-31T23:59:59.999Z"),
      (951_782_400_000, "2000-02-29T00:00:00.000Z"),
      (951_868_800_000, "2000-03-01T00:00:00.000Z"),
      (1_709_251_199_999, "2024-02-29T23:59:59.999Z"),
      (1_795_240_364_123, "2026-11-21T05:52:44.123Z"),
      (4_107_542_399_000, "2100-02-28T23:59:59.000Z"),
      (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
    ])
  func known(_ milliseconds: Int, _ text: String) {
    expectEqual(Timestamp(milliseconds: milliseconds).description, text)
  }

  @Test("counts every day of nine hundred years as a calendar does")
  func everyDay() throws {
    var (year, month, day) = (1600, 1, 1)
    for count in 0..<328_700 {
      let expected = "\(year)-\(two(month))-\(two(day))T12:34:56.789Z"
      let milliseconds = (count - 135_140) * 86_400_000 + 45_296_789
      try #require(Timestamp(milliseconds: milliseconds).description == expected)
      day += 1
      if day > length(of: month, year) { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    expectEqual(year, 2499)
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private func length(of month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  @Test("agrees with Foundation, at moments of ten thousand years")
  func foundation() {
    var random = SeededRandom(seed: 1)
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: false)
    for _ in 0..<2_000 {
      let seconds = random.below(253_402_300_800)
      let expected = style.format(Date(timeIntervalSince1970: Double(seconds)))
      let text = Timestamp(milliseconds: seconds * 1_000).description
      expectEqual(text, "\(expected.dropLast()).000Z")
    }
  }

  @Test("has at most four digits in the year")
  func bounds() {
    expectEqual(Timestamp(milliseconds: .max).description, "9999-12-31T23:59:59.999Z")
    expectEqual(Timestamp(milliseconds: .min).description, "0000-01-01T00:00:00.000Z")
  }
}
