import BoardModel
import BoardWire

/// The first line of a board file: `board BOARD [REV [SECTIONS [LINES]]]`.
struct BoardFileHead {
  /// How the line is written.
  static let form = "`board BOARD [REV [SECTIONS [LINES]]]`; each number may be -"

  let board: BoardName
  let revision: Int
  /// The counts, where the file has them.
  let sections: Int?
  let lines: Int?

  /// - Parameter words: What stands behind `board`.
  init(_ words: ArraySlice<Substring>) throws(LineError) {
    var words = words
    guard let name = words.popFirst() else { throw .missingArgument("BOARD") }
    guard let board = BoardName(String(name)) else { throw Self.quoting(name, LineError.badName) }
    self.board = board
    revision = try Self.number(&words) ?? 0
    sections = try Self.number(&words)
    lines = try Self.number(&words)
    if let word = words.first, !word.contains("=") {
      throw Self.quoting(word, LineError.tooManyArguments)
    }
  }

  private static func number(_ words: inout ArraySlice<Substring>) throws(LineError) -> Int? {
    guard let word = words.popFirst(), word != "-" else { return nil }
    guard let number = Int(word), number >= 0, number <= Limits.number, word == "\(number)" else {
      throw quoting(word, LineError.badNumber)
    }
    return number
  }

  private static func quoting(
    _ word: Substring, _ error: (QuotedWord) -> LineError
  ) -> LineError {
    QuotedWord(String(word)).map(error) ?? .missingArgument("WORD")
  }
}

/// The rows of a board file, which hold each other to what they count.
struct BoardFileRows {
  private(set) var head: BoardFileHead?
  /// The sections with their items. What has no id has `-`.
  private(set) var content: Content = []
  private(set) var settings = BoardFileSettings()
  /// The rows and events behind the head.
  private var count = 0
  private var itemCount = 0
  /// The `item` rows that the last section still has to have; nil if it counts none.
  private var missingItems: Int?
  private var sectionLine = 1
  private var hasEvents = false
  /// The lines on which ids are.
  private var sectionLines: [SectionID: Int] = [:]
  private var itemLines: [ItemID: Int] = [:]

  /// Reads a line.
  ///
  /// - Returns: What is wrong with it, or nil.
  mutating func read(_ line: UnsafeRawBufferPointer, number: Int) -> String? {
    let words = line.split(separator: 0x20, maxSplits: 3)
    guard let first = words.first else { return nil }
    guard let head else { return readHead(line) }
    count += 1
    if let lines = head.lines, count > lines {
      return "nothing may follow the \(lines) lines that the first line counts"
    }
    switch String(decoding: first, as: UTF8.self) {
    case "section": return readSection(line, words, number)
    case "item": return readItem(line, number)
    case "policy", "fields":
      hasEvents = true
      return sectionFault ?? settings.read(line, of: head.board, number: number)
    default: return readEvent(line)
    }
  }

  private static let forms =
    "Right are `section ID [COUNT] [TITLE]` and `item ID [FIELD=VALUE…] [TEXT]`; an id may be -"

  private mutating func readHead(_ line: UnsafeRawBufferPointer) -> String? {
    let form = "the first line is \(BoardFileHead.form)"
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.first == "board" else { return form }
    do throws(LineError) {
      head = try BoardFileHead(words.dropFirst())
      return nil
    } catch {
      return "\(error.inFile) \(form)"
    }
  }

  private mutating func readSection(
    _ line: UnsafeRawBufferPointer, _ words: [Slice<UnsafeRawBufferPointer>], _ number: Int
  ) -> String? {
    if let reason = sectionFault ?? eventFault { return reason }
    let counted = Self.counted(line, words)
    let read = counted.withUnsafeBytes { line in
      Result { () throws(LineError) in try Row(fromClient: line) }
    }
    switch read {
    case .success(.section(let row)): return add(row, number)
    case .success: return Self.forms
    case .failure(let error): return "\(error.inFile) \(Self.forms)"
    }
  }

  /// The row of a section with its count, which may be left out in a file.
  private static func counted(
    _ line: UnsafeRawBufferPointer, _ words: [Slice<UnsafeRawBufferPointer>]
  ) -> [UInt8] {
    guard words.count > 1 else { return Array(line) }
    if words.count > 2 {
      let isCount = words[2].allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      if isCount || words[2].elementsEqual("-".utf8) { return Array(line) }
    }
    return line[..<words[1].endIndex] + Array(" -".utf8) + line[words[1].endIndex...]
  }

  private mutating func add(_ row: SectionRow, _ number: Int) -> String? {
    let id = row.section
    if !id.isMissing, let other = sectionLines.updateValue(number, forKey: id) {
      return "section \(id) is on line \(other) already; write - for the id, or another one"
    }
    content.append(Section(id: id, title: row.text))
    (missingItems, sectionLine) = (row.items.number, number)
    return content.count > Limits.sections
      ? "a board has at most \(Limits.sections) sections" : nil
  }

  private mutating func readItem(_ line: UnsafeRawBufferPointer, _ number: Int) -> String? {
    guard !content.isEmpty else { return "a section must be before this item. \(Self.forms)" }
    if let eventFault { return eventFault }
    if missingItems == 0 {
      return "the section on line \(sectionLine) counts fewer items; "
        + "correct the number or write - for it"
    }
    do throws(LineError) {
      guard case .item(let row) = try Row(fromClient: line), row.was == nil else {
        return "`was=` has no place in a file. \(Self.forms)"
      }
      return add(row, number)
    } catch {
      return "\(error.inFile) \(Self.forms)"
    }
  }

  private mutating func add(_ row: ItemRow, _ number: Int) -> String? {
    let id = row.item
    if !id.isMissing, let other = itemLines.updateValue(number, forKey: id) {
      return "item \(id) is on line \(other) already; write - for the id, or another one"
    }
    if let fault = row.fields.fileFault { return fault }
    missingItems = missingItems.map { $0 - 1 }
    content[content.count - 1].items.append(Item(id: id, text: row.text, fields: row.fields))
    itemCount += 1
    return itemCount > Limits.items ? "a board has at most \(Limits.items) items" : nil
  }

  /// Reads over an event, with which a recorded snapshot may end.
  private mutating func readEvent(_ line: UnsafeRawBufferPointer) -> String? {
    var reader = MessageReader()
    guard case .event? = try? reader.read(line) else {
      return "a line begins with `section`, `item`, `policy` or `fields`. \(Self.forms)"
    }
    hasEvents = true
    return nil
  }

  private var eventFault: String? {
    hasEvents ? "sections and items must be before settings, drag sessions and selections" : nil
  }
}

extension BoardFileRows {
  /// What is wrong with the last section, if it counts more items than it has.
  private var sectionFault: String? {
    guard let missingItems, missingItems > 0 else { return nil }
    return "the section on line \(sectionLine) counts \(missingItems) more items than it has; "
      + "correct the number or write - for it"
  }

  /// Whether the first line counts more lines than there are.
  var isTooShort: Bool { head?.lines.map { count < $0 } ?? false }

  /// What is wrong at the end of the file.
  var endFault: String? {
    guard let head else { return nil }
    if let lines = head.lines, isTooShort {
      return "the file ends too early: its first line counts \(lines) lines, and there are \(count)"
    }
    if let sectionFault { return sectionFault }
    guard let counted = head.sections, counted != content.count else { return nil }
    return "the first line counts \(counted) sections, and there are \(content.count); "
      + "correct the number or write - for it"
  }

  /// The line that `endFault` is about, unless the file ends too early.
  var lineOfEndFault: Int { sectionFault == nil ? 1 : sectionLine }
}

extension LineError {
  /// What is wrong with a line of a file.
  var inFile: String {
    let sentence = Failure(self, nil).sentence
    return switch self {
    case .badName(let word): "\"\(word)\" is no id. \(sentence)"
    case .badNumber(let word): "\"\(word)\" is no number. \(sentence)"
    case .unknownKey(let key): "\"\(key)=\" begins like a key; in a text write \(key)\\=."
    case .missingArgument(let word): "\(word) is missing."
    case .tooManyArguments(let word): "\"\(word)\" is one word too many."
    case .textTooLong(let limit): "The text has more than \(limit) bytes."
    case .lineTooLong(let limit): "The line has more than \(limit) bytes."
    case .badArgument, .badEscape, .badJSON, .badRow, .badTag, .badUTF8, .blockTooLong,
      .controlByte, .duplicateKey, .notDropline, .tooManyFields, .tooManyRows, .unfinishedLine,
      .unknownVerb:
      sentence
    }
  }
}
