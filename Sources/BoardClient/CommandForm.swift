/// Tells which commands a connection can match with an answer: one line, or one whole block.
enum CommandForm {
  /// Whether a command is one that the server answers exactly once.
  ///
  /// Lines without words have no answer; a control byte could end a line; and a block that is not
  /// ended would swallow what follows.
  static func hasOneAnswer(_ command: String) -> Bool {
    let lines = command.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }),
      let first = verb(of: lines[0])
    else { return false }
    guard ["batch", "replace"].contains(first) else { return lines.count == 1 }
    return lines.count > 1
      && lines.dropFirst().firstIndex { verb(of: $0) == "end" }
        == lines.count - 1
  }

  /// The first word behind a tag, in small letters.
  private static func verb(of line: Substring) -> String? {
    let words = line.split(separator: " ", maxSplits: 2)
    guard let first = words.first else { return nil }
    if first.hasPrefix("#") { return words.count > 1 ? words[1].lowercased() : "" }
    return first.lowercased()
  }
}
