import BoardCore

/// Turns what a server says from the text form into the JSON form: each message, of however many
/// lines, becomes one object on one line.
///
/// It takes whole lines, in any number at a time. A line that has no form is `{"unknown":…}`.
public struct JSONTranslator: Sendable {
  /// What is being written.
  private enum State {
    case between
    /// The rows of a batch.
    case rows
    /// The lines of a listing for people.
    case lines
    /// The sections of a snapshot with their items.
    case content
    /// What stands behind the sections of a snapshot.
    case events
  }

  private var state = State.between
  /// The lines that the present message still has.
  private var missingLines = 0
  /// The items that the present section still has.
  private var missingItems = 0

  /// Whether the answers are given again. Where nobody says so, an answer with a tag that ends with
  /// `replayed` is taken for one, unless it cannot be.
  private let areReplayed: Bool?

  public init(areReplayed: Bool? = nil) { self.areReplayed = areReplayed }

  /// A translator for the `section` and `item` lines of a snapshot alone. They become the elements
  /// of an array, without its brackets.
  public static var forContent: JSONTranslator {
    var translator = JSONTranslator()
    translator.state = .content
    translator.missingLines = .max
    return translator
  }

  /// Appends the objects that lines become.
  ///
  /// - Parameter text: whole lines with their line feeds.
  /// - Complexity: O(bytes).
  public mutating func translate(_ text: UnsafeRawBufferPointer, to json: inout WireBuffer) {
    var start = 0
    while let end = ByteScan.first(0x0A, in: text, from: start) {
      translate(line: text.part(start..<end), to: &json)
      start = end + 1
    }
  }

  /// Takes note that this many `section` and `item` lines were translated elsewhere.
  public mutating func skip(contentLines count: Int, to json: inout WireBuffer) {
    missingLines -= count
    if missingLines == 0 { endMessage(&json) }
  }

  private mutating func translate(line: UnsafeRawBufferPointer, to json: inout WireBuffer) {
    switch state {
    case .between: return begin(line, &json)
    case .lines:
      json.separate()
      json.append(jsonOfShown: line.part(min(2, line.count)..<line.count))
    case .content where line.starts(with: "drag ") || line.starts(with: "selected "):
      json.append("],\"events\":[")
      state = .events
      event(line, &json)
    case .events: event(line, &json)
    case .rows, .content: row(line, &json)
    }
    missingLines -= 1
    if missingLines == 0 { endMessage(&json) }
  }
}

extension JSONTranslator {
  /// Begins a message, and ends it if it is of one line.
  private mutating func begin(_ line: UnsafeRawBufferPointer, _ json: inout WireBuffer) {
    let start = json.count
    guard let (form, count) = json.begin(message: line, isReplayed: areReplayed) else {
      json.truncate(to: start)
      json.append(unknown: line)
      return json.endLine()
    }
    guard form.hasCount else {
      json.append("}\n")
      return
    }
    json.begin(
      member: form.head[0] == "ok" ? "lines" : form.head[0] == "batch" ? "rows" : "sections")
    json.append("[")
    state = form.head[0] == "ok" ? .lines : form.head[0] == "batch" ? .rows : .content
    missingLines = count
    if count == 0 { endMessage(&json) }
  }

  private mutating func endMessage(_ json: inout WireBuffer) {
    json.append(state == .content ? "],\"events\":[]}\n" : "]}\n")
    state = .between
  }

  /// Writes a row, or an item among those of the section before it.
  private mutating func row(_ line: UnsafeRawBufferPointer, _ json: inout WireBuffer) {
    json.separate()
    let start = json.count
    guard let (form, count) = json.begin(row: line) else {
      json.truncate(to: start)
      return json.append(unknown: line)
    }
    if form.hasCount {
      json.append(",\"items\":[")
      missingItems = count
    } else {
      json.append("}")
      guard missingItems > 0 else { return }
      missingItems -= 1
    }
    if missingItems == 0 { json.append("]}") }
  }

  private func event(_ line: UnsafeRawBufferPointer, _ json: inout WireBuffer) {
    json.separate()
    let start = json.count
    if json.begin(message: line) != nil { return json.append("}") }
    json.truncate(to: start)
    json.append(unknown: line)
  }
}

extension WireBuffer {
  /// Appends the object of a line that has no form.
  fileprivate mutating func append(unknown line: UnsafeRawBufferPointer) {
    append("{\"unknown\":")
    append(jsonOfShown: line)
    append("}")
  }

  /// Appends the object of a row without its end.
  mutating func begin(
    row line: UnsafeRawBufferPointer
  ) -> (form: LineForm, count: Int)? {
    var words = LineWords(line)
    guard let first = words.next() else { return nil }
    guard let form = LineForm.rows.first(where: { $0.begins(with: first) }) else { return nil }
    var count = 0
    append("{")
    return form.writeMembers(of: &words, to: &self, count: &count) ? (form, count) : nil
  }

  /// Appends the object of a message's first line without its end.
  fileprivate mutating func begin(
    message line: UnsafeRawBufferPointer, isReplayed: Bool? = nil
  ) -> (form: LineForm, count: Int)? {
    guard let parts = MessageParts(line) else { return nil }
    let start = count
    let guesses = isReplayed.map { [$0] } ?? [true, false]
    for isReplayed in parts.mayBeReplayed ? guesses : [false] {
      for form in LineForm.server(parts.first) where form.begins(with: parts.first, parts.second) {
        var lines = 0
        if write(parts, as: form, isReplayed: isReplayed, lines: &lines) { return (form, lines) }
        truncate(to: start)
      }
    }
    return nil
  }

  private mutating func write(
    _ parts: MessageParts, as form: LineForm, isReplayed: Bool, lines: inout Int
  ) -> Bool {
    append("{")
    if form.head.count > 1, let second = parts.second {
      append("\"")
      append(bytes: parts.first)
      append("\":")
      append(jsonOf: second)
      if let tag = parts.tag { write(tag) }
    }
    var words = parts.words(behind: form.head.count, isReplayed: isReplayed)
    guard form.writeMembers(of: &words, to: &self, count: &lines) else { return false }
    if form.head.count == 1, let tag = parts.tag { write(tag) }
    if isReplayed {
      begin(member: "replayed")
      append("true")
    }
    if let sentence = parts.sentence {
      begin(member: "sentence")
      append(jsonOfShown: sentence)
    }
    return true
  }

  private mutating func write(_ tag: Word) {
    begin(member: "tag")
    append(jsonOf: tag)
  }
}

/// The parts that all messages have in common.
private struct MessageParts {
  let first: Word
  let tag: Word?
  let second: Word?
  /// What stands behind the first word and the tag, up to the sentence.
  private let body: UnsafeRawBufferPointer
  let sentence: UnsafeRawBufferPointer?

  init?(_ line: UnsafeRawBufferPointer) {
    let hasSentence =
      line.starts(with: "refused ") || line.starts(with: "error ") || line.starts(with: "bye ")
    let end = hasSentence ? line.firstSentence : nil
    sentence = end.map { line.part(($0 + 2)..<line.count) }
    let facts = line.part(0..<(end ?? line.count))
    var words = WordReader(facts)
    guard let first = words.next() else { return nil }
    self.first = first
    let isReply = ["ok", "refused", "error", "pong"].contains { first.spells($0) }
    var start = first.count
    if isReply, let word = words.peek(), word.first == UInt8(ascii: "#") {
      tag = word.part(1..<word.count)
      start += 1 + word.count
      _ = words.next()
    } else {
      tag = nil
    }
    second = words.next()
    body = facts.part(start..<facts.count)
  }

  /// Whether `replayed` stands where it says that an answer is given again (rule 9.3).
  var mayBeReplayed: Bool {
    tag != nil && !first.spells("pong") && body.ends(with: " replayed")
  }

  /// The words behind the head of a form.
  func words(behind headCount: Int, isReplayed: Bool) -> LineWords {
    let end = body.count - (isReplayed ? " replayed".utf8.count : 0)
    var words = LineWords(body.part(0..<end))
    if headCount > 1 { _ = words.next() }
    return words
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func ends(with suffix: String) -> Bool {
    count >= suffix.utf8.count && part((count - suffix.utf8.count)..<count).spells(suffix)
  }

  /// The offset of the `; ` that a sentence for people stands behind.
  fileprivate var firstSentence: Int? {
    var offset = 0
    while let found = ByteScan.first(UInt8(ascii: ";"), in: self, from: offset) {
      if found + 1 < count && self[found + 1] == 0x20 { return found }
      offset = found + 1
    }
    return nil
  }
}
