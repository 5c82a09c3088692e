/// A grammar in the form of RFC 5234, with the case-sensitive strings of RFC 7405.
///
/// Terminals are Unicode code points. Rule names are compared without regard to case, so they are
/// stored in lower case.
package struct ABNF: Sendable {
  package indirect enum Element: Hashable, Sendable {
    case rule(String)
    case oneOf([Element])
    case sequence([Element])
    case repeated(Element, atLeast: Int, atMost: Int?)
    case text([UInt32], ignoresCase: Bool)
    case range(ClosedRange<UInt32>)
  }

  package fileprivate(set) var rules: [String: Element] = [:]
  /// With what the rules may begin, once `findBeginnings` has found it.
  fileprivate var beginnings: [String: Beginning] = [:]
  /// Texts that a rule does not match, as a grammar says in words, by the name of the rule.
  package var exceptions: [String: Set<String>] = [:]

  /// Adds a rule, or alternatives to an existing one (`=/`).
  mutating func add(_ name: String, _ element: Element, extends: Bool) -> Bool {
    switch (rules[name], extends) {
    case (nil, false): rules[name] = element
    case (let old?, true): rules[name] = .oneOf([old, element])
    default: return false
    }
    return true
  }

  /// The undefined rules that other rules refer to.
  package var undefined: Set<String> {
    rules.values.reduce(into: Set()) { $0.formUnion($1.names) }.subtracting(rules.keys)
  }

  /// The rules that cannot be reached from some.
  package func unused(from starts: [String]) -> Set<String> {
    var reached: Set<String> = []
    var open = starts
    while let name = open.popLast() {
      guard reached.insert(name).inserted, let element = rules[name] else { continue }
      open += element.names
    }
    return Set(rules.keys).subtracting(reached)
  }
}

extension ABNF.Element {
  /// The rules that are named here.
  fileprivate var names: Set<String> {
    switch self {
    case .rule(let name): [name]
    case .oneOf(let elements), .sequence(let elements):
      elements.reduce(into: []) { $0.formUnion($1.names) }
    case .repeated(let element, _, _): element.names
    case .text, .range: []
    }
  }
}

extension ABNF {
  /// With what a match may begin. Where another scalar is next, nothing has to be tried.
  fileprivate struct Beginning: Equatable {
    /// A match may have no scalars.
    var mayBeEmpty = false
    /// Whether a match may begin with each ASCII character, and the last one: with any other scalar.
    private var scalars = [Bool](repeating: false, count: 129)

    mutating func insert(_ scalar: UInt32) { scalars[Int(min(scalar, 128))] = true }

    mutating func formUnion(_ other: Beginning) {
      for index in scalars.indices where other.scalars[index] { scalars[index] = true }
    }

    func allows(_ next: UInt32?) -> Bool {
      mayBeEmpty || next.map { scalars[Int(min($0, 128))] } ?? false
    }
  }

  /// Finds with what each rule may begin, when all rules are there.
  mutating func findBeginnings() {
    for name in rules.keys { beginnings[name] = Beginning() }
    var last: [String: Beginning] = [:]
    while last != beginnings {
      last = beginnings
      for (name, element) in rules { beginnings[name] = beginning(of: element) }
    }
  }

  private func beginning(of element: Element) -> Beginning {
    var beginning = Beginning()
    switch element {
    case .rule(let name): return beginnings[name] ?? beginning
    case .oneOf(let elements):
      for each in elements.map(self.beginning) {
        beginning.formUnion(each)
        beginning.mayBeEmpty = beginning.mayBeEmpty || each.mayBeEmpty
      }
    case .sequence(let elements):
      beginning.mayBeEmpty = true
      for element in elements where beginning.mayBeEmpty {
        let each = self.beginning(of: element)
        beginning.formUnion(each)
        beginning.mayBeEmpty = each.mayBeEmpty
      }
    case .repeated(let element, let least, _):
      beginning = self.beginning(of: element)
      if least == 0 { beginning.mayBeEmpty = true }
    case .text(let scalars, _):
      beginning.mayBeEmpty = scalars.isEmpty
      for scalar in scalars.prefix(1) {
        for each in [scalar, lowercased(scalar), uppercased(scalar)] { beginning.insert(each) }
      }
    case .range(let range):
      for scalar in range.clamped(to: 0...128) { beginning.insert(scalar) }
    }
    return beginning
  }
}

extension ABNF {
  /// Whether a rule matches the whole of a text.
  package func matches(_ text: String, _ rule: String) -> Bool {
    let scalars = text.unicodeScalars.map(\.value)
    var matcher = ABNFMatcher(grammar: self, text: scalars)
    return matcher.ends(of: .rule(rule), from: 0).contains(scalars.count)
  }
}

/// Matches one text.
///
/// An element is matched at an index by finding every index at which it can end, so there is no
/// backtracking and no missed alternative. Results of rules are memoized per index.
private struct ABNFMatcher {
  private struct Visit: Hashable {
    let rule: String
    let start: Int
  }

  let grammar: ABNF
  let text: [UInt32]
  private var known: [Visit: Set<Int>] = [:]

  init(grammar: ABNF, text: [UInt32]) {
    self.grammar = grammar
    self.text = text
  }

  mutating func ends(of element: ABNF.Element, from start: Int) -> Set<Int> {
    switch element {
    case .rule(let name): ends(ofRule: name, from: start)
    case .oneOf(let elements):
      elements.reduce(into: []) { $0.formUnion(ends(of: $1, from: start)) }
    case .sequence(let elements):
      elements.reduce([start]) { ends(of: $1, fromEach: $0) }
    case .repeated(let element, let least, let most):
      ends(ofRepeated: element, least, most, from: start)
    case .text(let scalars, let ignoresCase):
      hasText(scalars, ignoresCase, at: start) ? [start + scalars.count] : []
    case .range(let range):
      start < text.count && range.contains(text[start]) ? [start + 1] : []
    }
  }

  private mutating func ends(ofRule name: String, from start: Int) -> Set<Int> {
    let next = start < text.count ? text[start] : nil
    if let beginning = grammar.beginnings[name], !beginning.allows(next) { return [] }
    let visit = Visit(rule: name, start: start)
    if let ends = known[visit] { return ends }
    guard let element = grammar.rules[name] else { preconditionFailure("no rule \(name)") }
    known[visit] = []
    let exceptions = grammar.exceptions[name] ?? []
    let ends = ends(of: element, from: start).filter { end in
      exceptions.isEmpty || !exceptions.contains(string(start..<end))
    }
    known[visit] = ends
    return ends
  }

  private func string(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(text[range].compactMap(Unicode.Scalar.init)))
  }

  private mutating func ends(of element: ABNF.Element, fromEach starts: Set<Int>) -> Set<Int> {
    starts.reduce(into: []) { $0.formUnion(ends(of: element, from: $1)) }
  }

  private mutating func ends(
    ofRepeated element: ABNF.Element, _ least: Int, _ most: Int?, from start: Int
  ) -> Set<Int> {
    var present: Set<Int> = [start]
    for _ in 0..<least { present = ends(of: element, fromEach: present) }
    var all = present
    var count = least
    while !present.isEmpty, count < most ?? .max {
      present = ends(of: element, fromEach: present).subtracting(all)
      all.formUnion(present)
      count += 1
    }
    return all
  }

  private func hasText(_ scalars: [UInt32], _ ignoresCase: Bool, at start: Int) -> Bool {
    guard start + scalars.count <= text.count else { return false }
    return zip(scalars, text[start...]).allSatisfy { wanted, found in
      wanted == found || ignoresCase && lowercased(wanted) == lowercased(found)
    }
  }
}

/// An ASCII letter in lower case; everything else is itself.
private func lowercased(_ scalar: UInt32) -> UInt32 {
  (0x41...0x5A).contains(scalar) ? scalar + 0x20 : scalar
}

/// An ASCII letter in upper case; everything else is itself.
private func uppercased(_ scalar: UInt32) -> UInt32 {
  (0x61...0x7A).contains(scalar) ? scalar - 0x20 : scalar
}
