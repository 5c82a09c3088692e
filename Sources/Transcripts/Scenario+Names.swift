extension Scenario {
  /// The boards that the scenario speaks of: those given, those created, and those that are not
  /// there on purpose.
  public var boardNames: Set<String> {
    var names = Set(boards.map(\.name))
    for step in steps {
      let words = step.words
      if let verb = words.firstIndex(of: "create"), verb < 2, words.indices.contains(verb + 1) {
        names.insert(words[verb + 1])
      }
      if let code = words.firstIndex(of: "unknown-board"), words.indices.contains(code + 1) {
        names.insert(words[code + 1])
      }
    }
    return names.filter(isName)
  }

  /// The names that clients say they have, apart from those that a server gives.
  public var clientNames: Set<String> {
    let names = steps.compactMap { step -> String? in
      let words = step.words
      guard let verb = words.firstIndex(of: "hello"), verb < 2 else { return nil }
      // `hello json` and `hello text` choose a form; a name may follow.
      let rest = words[(verb + 1)...].drop { $0 == "json" || $0 == "text" }
      return rest.first
    }
    return Set(names.filter { isName($0) && !$0.hasPrefix("guest-") })
  }

  /// How long the scenario takes by the clock, at least.
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
  /// The words of a line that is sent or expected; of nothing else.
  fileprivate var words: [String] {
    switch action {
    case .line(let line, malformed: false): split(line)
    case .expect(.line(let pattern)): split(pattern.description)
    default: []
    }
  }

  private func split(_ line: String) -> [String] {
    line.split(separator: " ").map(String.init)
  }
}
