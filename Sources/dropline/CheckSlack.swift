/// Numbers that are not the transcript's to say on a server with a clock and with other clients.
struct CheckSlack {
  private let expected: [Substring]
  private let isWholeServer: Bool

  /// - Parameter command: What the client sent last, which the expected line answers.
  init(expected: String, command: String) {
    self.expected = Self.words(of: expected)
    let words = Self.words(of: command).drop { $0 == "#" }
    isWholeServer = words.count == 1 && ["boards", "who", "drags"].contains(words.first)
  }

  /// Whether the line differs from the expected one in nothing but such a number.
  func allows(_ line: String) -> Bool {
    let words = Self.words(of: line)
    guard words.count == expected.count else { return false }
    let differences = expected.indices.filter { words[$0] != expected[$0] }
    guard differences.count == 1, let index = differences.first,
      let number = Int(expected[index]), let other = Int(words[index])
    else { return false }
    if expected.contains("leased") {
      // The seconds that a lease has left: some have passed since the client was heard from.
      return (max(0, number - 10)...number).contains(other)
    }
    // A listing of the whole server: there may be more than what the scenario made.
    return isWholeServer && index == expected.count - 1 && other > number
  }

  /// Names and numbers, in either form of the protocol, without the sentence for people.
  private static func words(of line: String) -> [Substring] {
    let sentence = line.firstRange(of: line.hasPrefix("{") ? ",\"sentence\":" : "; ")
    return line[..<(sentence?.lowerBound ?? line.endIndex)].split { character in
      !character.isASCII || !(character.isLetter || character.isNumber || "-_".contains(character))
    }
  }
}
