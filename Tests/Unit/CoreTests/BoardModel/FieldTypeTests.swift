import BoardModel
import TestKit
import Testing

@Suite("The type of a field")
struct FieldTypeTests {
  @Test(
    "takes its values and no others",
    arguments: [
      (.text, ["no", "\n", "a,,b"], []),
      (.flag, ["yes"], ["no", "Yes", "yes ", "true", "1"]),
      (
        .number, ["0", "7", "-7", "12345678901234567890", "0.5", "-0.0", "1.50"],
        ["", "-", "+1", "01", "-01", "1.", ".5", "1.2.3", "1,5", "1e3", " 1", "0x1", "\u{661}"]
      ),
      (
        .date, ["2026-12-01", "0001-01-31", "2028-02-29", "2000-02-29", "9999-12-31"],
        [
          "2026-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-01", "2026-01-00",
          "2026-1-1", "26-01-01", "2026-12-01T10", "2026/12/01", "-2026-12-01", "today",
        ]
      ),
      (
        .set, ["red", "red,blue", "red, blue", "a b"],
        ["", ",", "red,", ",red", "a,,b", "a, ,b", " "]
      ),
    ] as [(FieldType, [String], [String])])
  func values(_ type: FieldType, good: [String], bad: [String]) {
    for value in good { #expect(type.fits(Text(value)), "\(value)") }
    for value in bad { #expect(!type.fits(Text(value)), "\(value)") }
  }

  @Test("is kept unless it is text, and read back from words")
  func words() {
    let types = FieldTypes(words: ["done": "flag", "due": "date", "note": "text", "x": "later"])
    expectEqual(types, ["done": .flag, "due": .date])
    expectEqual(types.words, ["done": "flag", "due": "date"])
    expectEqual(
      types.applying(["done": nil, "due": "text", "label": "set"]), ["label": .set])
    expectEqual(types.applying([:]), types)
  }

  @Test("of each day of 400 years is that of the calendar")
  func calendar() {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    let padded = { (number: Int, count: Int) in
      let digits = "\(number)"
      return String(repeating: "0", count: count - digits.count) + digits
    }
    var days = 0
    for year in 1801...2200 {
      for month in 1...12 {
        days += (0...32).count { day in
          FieldType.date.fits(Text("\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"))
        }
      }
    }
    // Every fourth year but three of four centuries.
    expectEqual(days, 400 * lengths.reduce(0, +) + 97)
  }
}
