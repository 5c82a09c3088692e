/// What all clients of a scenario have sent and read, in order, in the notation of transcripts.
public struct PlayLog: Sendable {
  /// The limit on characters of a line, since a scenario may send very long ones.
  private static let longestLine = 300

  public private(set) var lines: [String] = []

  public init() {}

  mutating func add(_ step: Step) {
    if case .bytes(let bytes) = step.action, bytes.count > Self.longestLine {
      add("\(step.client)>! \(notation(of: bytes.prefix(Self.longestLine)))")
    } else {
      for line in step.description.split(separator: "\n") { add(String(line)) }
    }
  }

  /// Adds what a client has read; nil if it is nothing.
  mutating func add(_ text: String?, readBy client: String) {
    if let text { add("\(client)< \(text)") }
  }

  mutating func add(_ line: String) {
    let isLong = line.count > Self.longestLine
    lines.append(isLong ? "\(line.prefix(Self.longestLine))…" : line)
  }
}
