extension Scenario {
  /// The boards that the scenario speaks of: those given, those created, and those that are not
  /// there on purpose.
  public var boardNames: Set<String> {
    let named = steps.compactMap { $0.argument(of: "create", "board") }
    let missing = steps.compactMap { $0.fact(of: "unknown-board", "board") }
    return Set(boards.map(\.name) + named + missing).filter(isName)
  }

  /// The names that clients say they have, apart from those that a server gives.
  public var clientNames: Set<String> {
    // `hello json` and `hello text` choose a form; a name may follow.
    let forms: Set<String> = ["json", "text"]
    let names = steps.compactMap { $0.argument(of: "hello", "name", after: forms) }
    return Set(names.filter { isName($0) && !$0.hasPrefix("guest-") && !forms.contains($0) })
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
  /// The first argument of a command, or the part of that name where it is an object.
  fileprivate func argument(
    of verb: String, _ part: String, after others: Set<String> = []
  ) -> String? {
    guard case .line(let line, malformed: false) = action else { return nil }
    if line.hasPrefix("{") {
      return line.firstRange(of: "\"do\":\"\(verb)\"") == nil ? nil : value(of: part, in: line)
    }
    let words = split(line).drop { $0.hasPrefix("#") }
    guard words.first == verb else { return nil }
    return words.dropFirst().first { !others.contains($0) }
  }

  /// The fact behind the code of a refusal that is expected.
  fileprivate func fact(of code: String, _ part: String) -> String? {
    guard case .expect(.line(let pattern)) = action else { return nil }
    let line = pattern.description
    if line.hasPrefix("{\"refused\":\"\(code)\"") { return value(of: part, in: line) }
    let words = split(line)
    guard words.first == "refused", let index = words.firstIndex(of: code) else { return nil }
    return words.dropFirst(index + 1).first
  }

  private func value(of part: String, in object: String) -> String? {
    object.firstRange(of: "\"\(part)\":\"").map { range in
      String(object[range.upperBound...].prefix { $0 != "\"" })
    }
  }

  private func split(_ line: String) -> [String] {
    line.split(separator: " ").map(String.init)
  }
}
