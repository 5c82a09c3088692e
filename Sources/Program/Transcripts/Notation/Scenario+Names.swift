extension Scenario {
  /// The boards of the scenario: given ones, created ones, and intentionally missing ones.
  public var boardNames: Set<String> {
    let named = commands.compactMap { command -> String? in
      switch command.verb {
      case "create": command.value("board", orWord: 0)
      case "rename-board": command.value("to", orWord: 1)
      default: nil
      }
    }
    return Set(boards.map(\.name) + named + steps.compactMap(\.missingBoard)).filter(isName)
  }

  /// The names that clients choose, without those that a server assigns.
  public var clientNames: Set<String> {
    let names = commands.filter { $0.verb == "hello" }
      .compactMap { $0.value("client", orWord: 0) }
    return Set(names.filter { isName($0) && !$0.hasPrefix("guest-") })
  }

  /// The well-formed commands of clients, without the rows of blocks.
  public var commands: [SentCommand] {
    var blocks: Set<String> = []
    return steps.compactMap { step in
      guard case .line(let line, let isMalformed) = step.action, let command = SentCommand(line)
      else { return nil }
      if blocks.contains(step.client) {
        if command.verb == "end" { blocks.remove(step.client) }
        return nil
      }
      if command.beginsBlock { blocks.insert(step.client) }
      return isMalformed ? nil : command
    }
  }

  /// The minimal duration of the scenario.
  public var waiting: Duration {
    steps.reduce(.zero) { sum, step in
      if case .wait(let time) = step.action { sum + time } else { sum }
    }
  }

  private func isName(_ word: String) -> Bool {
    word.utf8.contains { !isDigit($0) }
      && word.utf8.allSatisfy { byte in
        isDigit(byte) || UInt8(ascii: "_") == byte || UInt8(ascii: "-") == byte
          || Character(UnicodeScalar(byte)).isLetter && byte < 0x80
      }
  }
}

extension Step {
  /// The board of an expected `unknown-board` refusal.
  fileprivate var missingBoard: String? {
    guard let line = expectedLine.flatMap({ ParsedLine(message: $0) }), line.kind == "refused",
      line.words[0].string == "unknown-board"
    else { return nil }
    return line.key("board")?.string
  }
}
