/// The first difference between a server and a transcript.
public struct TranscriptDifference: Error, Hashable, Sendable, CustomStringConvertible {
  public let file: String
  public let line: Int
  public let scenario: String
  public let client: String
  public let expected: String
  public let got: String

  public init(
    file: String, line: Int, scenario: String, client: String, expected: String, got: String
  ) {
    self.file = file
    self.line = line
    self.scenario = scenario
    self.client = client
    self.expected = expected
    self.got = got
  }

  public var description: String {
    """
    \(file):\(line): \(scenario)
      \(client) expected: \(expected)
      \(client) got:      \(got)
    """
  }
}

extension Received {
  /// The received value, as text.
  func shown(_ text: (Value) -> String) -> String {
    switch self {
    case .value(let value): text(value)
    case .closed: "(closed)"
    case .nothing: "(nothing)"
    }
  }
}

extension Received {
  /// The received value, as text; nil if there is nothing.
  func logged(_ text: (Value) -> String) -> String? {
    if case .nothing = self { nil } else { shown(text) }
  }
}

/// Bytes in the notation: `FF FC 06`.
func hex(_ bytes: [UInt8]) -> String {
  bytes.map { byte in
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "0" + digits : digits
  }.joined(separator: " ")
}
