extension ABNF {
  /// Parses a grammar, and adds the core rules of RFC 5234 that it uses and does not define.
  package static func parse(_ text: String) throws -> ABNF {
    var grammar = try rules(of: text)
    let core = try rules(of: coreRules)
    while let name = grammar.undefined.first(where: { core.rules[$0] != nil }) {
      _ = grammar.add(name, core.rules[name]!, extends: false)
    }
    grammar.findBeginnings()
    return grammar
  }

  private static func rules(of text: String) throws -> ABNF {
    var parser = ABNFParser(text)
    return try parser.grammar()
  }

  private static let coreRules = """
    ALPHA = %x41-5A / %x61-7A
    BIT = "0" / "1"
    CHAR = %x01-7F
    CR = %x0D
    CRLF = CR LF
    CTL = %x00-1F / %x7F
    DIGIT = %x30-39
    DQUOTE = %x22
    HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
    HTAB = %x09
    LF = %x0A
    LWSP = *(WSP / CRLF WSP)
    OCTET = %x00-FF
    SP = %x20
    VCHAR = %x21-7E
    WSP = SP / HTAB
    """
}

package struct ABNFError: Error, CustomStringConvertible {
  let line: Int
  let reason: String

  package var description: String { "line \(line): \(reason)" }
}

/// Reads a grammar character by character.
private struct ABNFParser {
  private let text: [Character]
  private var index = 0
  private var line = 1

  init(_ text: String) {
    self.text = Array(text)
  }

  mutating func grammar() throws -> ABNF {
    var grammar = ABNF()
    skipBlanks()
    while next != nil {
      guard index == 0 || text[index - 1] == "\n" else { throw error("a rule begins its line") }
      let name = try ruleName()
      skipBlanks()
      guard take("=") else { throw error("no = behind \(name)") }
      let extends = take("/")
      skipBlanks()
      guard grammar.add(name, try alternatives(), extends: extends) else {
        throw error("\(name) is defined twice, or extended before it is defined")
      }
    }
    return grammar
  }

  private mutating func alternatives() throws -> ABNF.Element {
    var elements = [try sequence()]
    while take("/") {
      skipBlanks()
      elements.append(try sequence())
    }
    return elements.count == 1 ? elements[0] : .oneOf(elements)
  }

  private mutating func sequence() throws -> ABNF.Element {
    var elements: [ABNF.Element] = []
    while let next, isContinued, next != "/", next != ")", next != "]" {
      elements.append(try repetition())
      skipBlanks()
    }
    guard !elements.isEmpty else { throw error("nothing between two signs") }
    return elements.count == 1 ? elements[0] : .sequence(elements)
  }

  private mutating func repetition() throws -> ABNF.Element {
    let least = decimal()
    guard take("*") else {
      guard let least else { return try element() }
      return .repeated(try element(), atLeast: least, atMost: least)
    }
    let most = decimal()
    return .repeated(try element(), atLeast: least ?? 0, atMost: most)
  }

  private mutating func element() throws -> ABNF.Element {
    if take("(") { return try group(")") }
    if take("[") { return .repeated(try group("]"), atLeast: 0, atMost: 1) }
    if next == "\"" { return try quoted(ignoresCase: true) }
    if take("%") { return try terminal() }
    return .rule(try ruleName())
  }

  private mutating func group(_ end: Character) throws -> ABNF.Element {
    skipBlanks()
    let element = try alternatives()
    guard take(end) else { throw error("no \(end)") }
    return element
  }

  private mutating func quoted(ignoresCase: Bool) throws -> ABNF.Element {
    guard take("\""), let end = text[index...].firstIndex(of: "\"") else {
      throw error("no end of a string")
    }
    let scalars = String(text[index..<end]).unicodeScalars.map(\.value)
    guard scalars.allSatisfy({ (0x20...0x7E).contains($0) }) else { throw error("a bad string") }
    index = end + 1
    return .text(scalars, ignoresCase: ignoresCase)
  }

  /// The value after a `%`.
  private mutating func terminal() throws -> ABNF.Element {
    guard let sign = next?.lowercased() else { throw error("nothing behind %") }
    index += 1
    switch sign {
    case "s": return try quoted(ignoresCase: false)
    case "i": return try quoted(ignoresCase: true)
    case "x": return try numbers(radix: 16)
    case "d": return try numbers(radix: 10)
    case "b": return try numbers(radix: 2)
    default: throw error("%\(sign)")
    }
  }

  private mutating func numbers(radix: Int) throws -> ABNF.Element {
    let first = try number(radix)
    if take("-") {
      let last = try number(radix)
      guard first <= last else { throw error("a range that ends before it begins") }
      return .range(first...last)
    }
    var scalars = [first]
    while take(".") { scalars.append(try number(radix)) }
    return .text(scalars, ignoresCase: false)
  }

  private mutating func number(_ radix: Int) throws -> UInt32 {
    let digits = run { $0.isHexDigit && Int(String($0), radix: 16)! < radix }
    guard let number = UInt32(digits, radix: radix) else { throw error("no number") }
    return number
  }

  private mutating func decimal() -> Int? { Int(run { ("0"..."9").contains($0) }) }

  private mutating func ruleName() throws -> String {
    guard let next, next.isASCII, next.isLetter else { throw error("no rule name") }
    return run { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }.lowercased()
  }
}

extension ABNFParser {
  private var next: Character? { index < text.count ? text[index] : nil }

  /// Whether the rule goes on here: a new line that begins without a blank begins another rule.
  private var isContinued: Bool { index == 0 || text[index - 1] != "\n" }

  private mutating func take(_ character: Character) -> Bool {
    guard next == character, isContinued else { return false }
    index += 1
    return true
  }

  private mutating func run(_ belongs: (Character) -> Bool) -> String {
    let start = index
    while let next, belongs(next) { index += 1 }
    return String(text[start..<index])
  }

  /// Skips blanks, comments and line ends.
  private mutating func skipBlanks() {
    while let next {
      if next == ";" { _ = run { $0 != "\n" } }
      guard index < text.count, " \t\n".contains(text[index]) else { return }
      if text[index] == "\n" { line += 1 }
      index += 1
    }
  }

  private func error(_ reason: String) -> ABNFError { ABNFError(line: line, reason: reason) }
}
