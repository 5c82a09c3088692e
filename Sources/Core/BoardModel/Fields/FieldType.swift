/// What the values of a field are on a board. A field without a type is a text.
///
/// Source: `protocol/profiles.md`, 19.7.
public enum FieldType: String, CaseIterable, Hashable, Sendable {
  case text
  /// `yes`, or no field at all.
  case flag
  /// A decimal number: digits, perhaps with a minus in front and a fraction behind a point.
  case number
  /// A day that there is, as `2026-12-01`.
  case date
  /// Values with commas between them, none of which is empty.
  case set

  /// Whether a value is one of this type.
  ///
  /// - Complexity: O(bytes).
  public func fits(_ value: Text) -> Bool {
    let bytes = Array(value.string.utf8)
    return switch self {
    case .text: true
    case .flag: value == "yes"
    case .number: Self.isNumber(bytes)
    case .date: Self.isDate(bytes)
    case .set:
      bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        .allSatisfy { part in part.contains { $0 != 0x20 } }
    }
  }

  private static func isNumber(_ bytes: [UInt8]) -> Bool {
    let unsigned = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
    let parts = unsigned.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }) else {
      return false
    }
    return parts[0].count == 1 || parts[0].first != UInt8(ascii: "0")
  }

  private static func isDate(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy(isDigit) else { return false }
    let numbers = parts.map { $0.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) } }
    return 1...12 ~= numbers[1] && 1...days(ofMonth: numbers[1], in: numbers[0]) ~= numbers[2]
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func days(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    case _: 31
    }
  }
}

/// The types of the fields of a board, other than text.
public typealias FieldTypes = FieldList<FieldType>

extension FieldTypes {
  /// The types that words name; those of later versions are left out, and so is text, which needs no type.
  public init(words: Fields) {
    self.init()
    for word in words {
      if let type = FieldType(rawValue: word.value.string), type != .text {
        append(word.name, type)
      }
    }
  }

  /// The types as words.
  public var words: Fields {
    var words = Fields()
    for entry in self { words.append(entry.name, Text(entry.value.rawValue)) }
    return words
  }

  /// The types after some changes: a field without a word is a text again.
  public func applying(_ changes: FieldChanges) -> FieldTypes {
    FieldTypes(words: words.applying(changes))
  }
}
