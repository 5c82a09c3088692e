/// Swift source that is written line by line, as the formatter would have it.
struct SwiftText {
  private static let width = 100

  private(set) var lines: [String] = []
  private var depth = 0

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// A file with the mark of what is not written by hand.
  ///
  /// - Parameters:
  ///   - page: The page of `protocol` that it is made from, and where in it.
  ///   - parts: What writes its declarations, with a blank line between two of them.
  static func file(
    from page: String, importing modules: [String] = [], _ parts: [(inout SwiftText) -> Void]
  ) -> SwiftText {
    var swift = SwiftText()
    swift.line("// Made from protocol/\(page) by `swift run lines`. What is changed here is lost.")
    if !modules.isEmpty { swift.line() }
    for module in modules { swift.line("import \(module)") }
    for part in parts {
      swift.line()
      part(&swift)
    }
    return swift
  }

  mutating func line(_ line: String = "") {
    lines.append(line.isEmpty ? "" : String(repeating: "  ", count: depth) + line)
  }

  /// Writes a line, and what is in its braces.
  mutating func block<E: Error>(
    _ head: String, _ body: (inout SwiftText) throws(E) -> Void
  ) throws(E) {
    try indented("\(head) {", "}", body)
  }

  /// Writes a line, what is behind it one step to the right, and another line if there is one.
  mutating func indented<E: Error>(
    _ head: String, _ end: String?, _ body: (inout SwiftText) throws(E) -> Void
  ) throws(E) {
    line(head)
    depth += 1
    try body(&self)
    depth -= 1
    if let end { line(end) }
  }

  /// Whether a line is no longer than the formatter lets it be.
  func fits(_ line: String) -> Bool { 2 * depth + line.count <= Self.width }

  /// Writes a `switch`, most often over the value itself.
  mutating func choice<E: Error>(
    of value: String = "self", _ body: (inout SwiftText) throws(E) -> Void
  ) throws(E) {
    line("switch \(value) {")
    try body(&self)
    line("}")
  }

  /// Writes a documentation comment.
  mutating func doc(_ sentence: String) {
    var words = sentence.split(separator: " ")[...]
    while !words.isEmpty {
      var text = "///"
      while let word = words.first,
        text == "///" || text.count + 1 + word.count <= 2 + Self.width - 2 * depth
      {
        text += " \(word)"
        words = words.dropFirst()
      }
      line(text)
    }
  }

  /// Writes the head of a function with its body. Its parameters get lines of their own if one line is
  /// too short.
  mutating func function<E: Error>(
    _ head: String, _ parameters: [String], _ tail: String = "",
    _ body: (inout SwiftText) throws(E) -> Void
  ) throws(E) {
    let whole = "\(head)(\(parameters.joined(separator: ", ")))\(tail)"
    if 2 * depth + whole.count + 2 <= Self.width { return try block(whole, body) }
    line("\(head)(")
    depth += 1
    fill(parameters)
    depth -= 1
    try block(")\(tail)", body)
  }

  /// Writes an array: on one line, or each element on its own.
  mutating func list(_ head: String, _ elements: [String]) {
    let whole = "\(head)[\(elements.joined(separator: ", "))]"
    if fits(whole) { return line(whole) }
    indented("\(head)[", "]") { swift in
      for element in elements { swift.line("\(element),") }
    }
  }

  /// Writes calls, each as the argument of the one before. If one line is too short, each gets its own, and so do the
  /// arguments of the last.
  mutating func call(_ heads: [String], _ arguments: [String]) {
    let tail = String(repeating: ")", count: heads.count)
    let whole = heads.joined() + arguments.joined(separator: ", ") + tail
    if fits(whole) { return line(whole) }
    for head in heads {
      line(head)
      depth += 1
    }
    fill(arguments)
    lines[lines.count - 1] += tail
    depth -= heads.count
  }

  /// Writes a case of a `switch` whose patterns have one result.
  mutating func patterns(_ patterns: [String], _ result: String) {
    let whole = "case \(patterns.joined(separator: ", ")): \(result)"
    if 2 * depth + whole.count <= Self.width { return line(whole) }
    depth += 1
    fill(patterns, first: "case ")
    lines[lines.count - 1] += ":"
    line(result)
    depth -= 1
  }

  /// Writes a `guard` that returns nil if one of the conditions does not hold.
  mutating func require(_ conditions: [String]) {
    let whole = "guard \(conditions.joined(separator: ", ")) else { return nil }"
    if fits(whole) { return line(whole) }
    depth += 1
    fill(conditions, first: "guard ")
    depth -= 1
    line("else { return nil }")
  }

  /// Writes elements with commas, as many on a line as fit.
  private mutating func fill(_ elements: [String], first: String = "") {
    var rest = elements[...]
    var lead = first
    while let next = rest.popFirst() {
      let indent = 2 * (lead.isEmpty ? depth : depth - 1)
      var text = next
      while let more = rest.first, indent + lead.count + text.count + more.count + 3 <= Self.width {
        text += ", \(more)"
        rest = rest.dropFirst()
      }
      lines.append(String(repeating: " ", count: indent) + lead + text + (rest.isEmpty ? "" : ","))
      lead = ""
    }
  }
}
