import BoardModel

/// The first line of a board file: `board BOARD [REV [SECTIONS [LINES]]]`.
struct SnapshotFileHead {
  /// How the line is written.
  static let form = "`board BOARD [REV [SECTIONS [LINES]]]`; each number may be -"

  let board: BoardName
  let revision: Int
  /// The counts, where the file has them.
  let sections: Int?
  let lines: Int?

  /// - Parameter words: What stands behind `board`.
  init(_ words: WordReader) throws(LineError) {
    var words = words
    guard let name = words.next() else { throw .missingArgument("BOARD") }
    board = try BoardName(name)
    revision = try Self.number(&words) ?? 0
    sections = try Self.number(&words)
    lines = try Self.number(&words)
    if let word = words.next(), !word.isKeyed { throw .quoting(word, LineError.tooManyArguments) }
  }

  private static func number(_ words: inout WordReader) throws(LineError) -> Int? {
    guard let word = words.next(), !word.isDash else { return nil }
    return try word.requireNumber()
  }
}

/// The rows of a board file, which hold each other to what they count.
struct SnapshotFileRows {
  private(set) var head: SnapshotFileHead?
  /// The rows and events behind the head.
  private(set) var count = 0
  private var sections: Content = []
  private var itemCount = 0
  /// The `item` rows that the last section still has to have; nil if it counts none.
  private var missingItems: Int?
  private var sectionLine = 1
  private var hasEvents = false
  /// The lines on which ids are.
  private var sectionLines: [SectionID: Int] = [:]
  private var itemLines: [ItemID: Int] = [:]

  var content: ContentBlock { ContentBlock(content: sections) }

  /// Reads a line.
  ///
  /// - Returns: What is wrong with it, or nil.
  mutating func read(_ line: UnsafeRawBufferPointer, number: Int) -> String? {
    guard !line.isBlank else { return nil }
    guard let head else { return readHead(line) }
    count += 1
    if let lines = head.lines, count > lines {
      return "nothing may follow the \(lines) lines that the first line counts"
    }
    var words = WordReader(line)
    guard let kind = words.next() else { return nil }
    if kind.equals("section") { return readSection(line, words, number) }
    if kind.equals("item") { return readItem(line, number) }
    do throws(LineError) {
      hasEvents = try Event(kind, words) != nil
    } catch {
      return Sentences.inFile(error)
    }
    return hasEvents ? nil : "a line begins with `section` or `item`. \(Self.forms)"
  }

  private static let forms =
    "Right are `section ID [COUNT] [TITLE]` and `item ID [TEXT]`; an id may be -"

  private mutating func readHead(_ line: UnsafeRawBufferPointer) -> String? {
    let form = "the first line is \(SnapshotFileHead.form)"
    var words = WordReader(line)
    guard let kind = words.next(), kind.equals("board") else { return form }
    do throws(LineError) {
      head = try SnapshotFileHead(words)
      return nil
    } catch {
      return "\(Sentences.inFile(error)) \(form)"
    }
  }

  private mutating func readSection(
    _ line: UnsafeRawBufferPointer, _ words: WordReader, _ number: Int
  ) -> String? {
    if let reason = sectionFault ?? eventFault { return reason }
    do throws(LineError) {
      let row = try SectionRow(inFile: words)
      let id = row.section
      if !id.isMissing, let other = sectionLines.updateValue(number, forKey: id) {
        return "section \(id) is on line \(other) already; write - for the id, or another one"
      }
      sections.append(Section(id: id, title: row.text))
      (missingItems, sectionLine) = (row.items.number, number)
    } catch {
      return "\(Sentences.inFile(error)) \(Self.forms)"
    }
    return sections.count > Limits.sections
      ? "a board has at most \(Limits.sections) sections" : nil
  }

  private mutating func readItem(_ line: UnsafeRawBufferPointer, _ number: Int) -> String? {
    guard !sections.isEmpty else { return "a section must be before this item. \(Self.forms)" }
    if let eventFault { return eventFault }
    if missingItems == 0 {
      return "the section on line \(sectionLine) counts fewer items; "
        + "correct the number or write - for it"
    }
    do throws(LineError) {
      guard case .item(let row) = try Row(line, .client), row.was == nil else {
        return "`was=` has no place in a file. \(Self.forms)"
      }
      let id = row.item
      if !id.isMissing, let other = itemLines.updateValue(number, forKey: id) {
        return "item \(id) is on line \(other) already; write - for the id, or another one"
      }
      missingItems = missingItems.map { $0 - 1 }
      sections[sections.count - 1].items.append(Item(id: id, text: row.text))
      itemCount += 1
    } catch {
      return "\(Sentences.inFile(error)) \(Self.forms)"
    }
    return itemCount > Limits.items ? "a board has at most \(Limits.items) items" : nil
  }

  private var eventFault: String? {
    hasEvents ? "sections and items must be before drag sessions and selections" : nil
  }
}

extension SnapshotFileRows {
  /// What is wrong with the last section, if it counts more items than it has.
  private var sectionFault: String? {
    guard let missingItems, missingItems > 0 else { return nil }
    return "the section on line \(sectionLine) counts \(missingItems) more items than it has; "
      + "correct the number or write - for it"
  }

  /// What is wrong at the end of the file.
  var endFault: String? {
    guard let head else { return nil }
    if let lines = head.lines, count < lines {
      return "the file ends too early: its first line counts \(lines) lines, and there are \(count)"
    }
    if let sectionFault { return sectionFault }
    guard let counted = head.sections, counted != sections.count else { return nil }
    return "the first line counts \(counted) sections, and there are \(sections.count); "
      + "correct the number or write - for it"
  }

  /// The line that `endFault` is about, unless the file ends too early.
  var lineOfEndFault: Int { sectionFault == nil ? 1 : sectionLine }
}

extension SectionRow {
  /// Reads the words behind `section`: an id, a count that may be left out, and a title.
  fileprivate init(inFile words: WordReader) throws(LineError) {
    var behindID = words
    _ = behindID.next()
    let count = behindID.next()
    var line = LineReader(words, .client, allowsOpenIDs: true)
    if let count, count.isDash || count.isDigits {
      try self.init(&line, from: nil)
    } else {
      let id: SectionID = try line.word("section", nil)
      let title = try line.trailingText(limit: Limits.titleBytes, nil)
      self.init(id, items: ItemCount(nil), text: title)
    }
    try line.finish()
  }
}

extension Sentences {
  /// What is wrong with a line of a file.
  static func inFile(_ error: LineError) -> String {
    switch error {
    case .badName(let word): "\"\(word.string)\" is no id. \(sentence(for: error, nil))"
    case .badNumber(let word): "\"\(word.string)\" is no number. \(sentence(for: error, nil))"
    case .unknownKey(let key):
      "\"\(key.string)=\" begins like a key; in a text write \(key.string)\\=."
    case .missingArgument(let word): "\(word.string) is missing."
    case .tooManyArguments(let word): "\"\(word.string)\" is one word too many."
    case .textTooLong(let limit): "The text has more than \(limit) bytes."
    case .lineTooLong(let limit): "The line has more than \(limit) bytes."
    case .badArgument, .badEscape, .badJSON, .badRow, .badTag, .badUTF8, .blockTooLong,
      .controlByte, .duplicateKey, .notDropline, .tooManyRows, .unfinishedLine, .unknownVerb:
      sentence(for: error, nil)
    }
  }
}
