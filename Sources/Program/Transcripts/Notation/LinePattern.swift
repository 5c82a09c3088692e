/// The pattern of an expected line of a transcript.
public struct LinePattern: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ line: String) {
    description = line
  }

  /// Whether a line of a server matches. Its following lines are not compared.
  public func matches(_ line: String) -> Bool {
    guard let line = ParsedLine(message: line), let expected = ParsedLine(message: description)
    else { return false }
    var comparison = LineComparison(conditions: .exact)
    return comparison.matches(line, expected)
  }

  /// Whether the line is an unknown event, which must be skipped.
  public static func isUnknownEvent(_ line: String) -> Bool { Message.isUnknownEvent(line) }
}

func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}
