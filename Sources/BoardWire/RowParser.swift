import BoardCore

/// One line inside a batch, a snapshot or a block, as it was read.
enum Row {
  case deleteSection(BatchUpdate.SectionDelete)
  /// The row without its items, and how many `item` lines follow.
  case insertSection(BatchUpdate.SectionInsert, items: Int)
  case moveSection(BatchUpdate.SectionMove)
  case reloadSection(BatchUpdate.SectionReload)
  case delete(BatchUpdate.Delete)
  case move(BatchUpdate.Move)
  case insert(BatchUpdate.Insert)
  case reload(BatchUpdate.Reload)
  case item(BatchUpdate.Arrival)
  /// A section of a content, and how many `item` lines follow; nil for all that do.
  case section(Section, items: Int?)
}

extension Row {
  /// The kind of a batch row, or nil for the lines that are none.
  var kind: RowKind? {
    switch self {
    case .deleteSection: .deleteSection
    case .insertSection: .insertSection
    case .moveSection: .moveSection
    case .reloadSection: .reloadSection
    case .delete: .delete
    case .move: .move
    case .insert: .insert
    case .reload: .reload
    case .item, .section: nil
    }
  }
}

/// Reads the rows of rules 5.3 and 6.1, one line each.
struct RowParser {
  /// Whether a name may be `-`. A row then holds `Name.missing`.
  let allowsMissing: Bool

  func row(_ line: UnsafeRawBufferPointer) throws(LineError) -> Row {
    var words = WordReader(line)
    let keyword = try words.required()
    if keyword.equals("item") { return .item(try arrival(&words)) }
    if keyword.equals("section") { return try section(&words) }
    guard let kind = RowKind(keyword) else { throw .argument(keyword) }
    let row = try row(kind, &words)
    if let word = words.next() { throw .tooManyArguments(word.quoted) }
    return row
  }

  private func row(_ kind: RowKind, _ words: inout WordReader) throws(LineError) -> Row {
    switch kind {
    case .deleteSection:
      let index = try words.required().requireNumber()
      return .deleteSection(.init(try name(&words), at: index))
    case .insertSection: return try insertSection(&words)
    case .moveSection:
      let (source, destination) = (
        try words.required().requireNumber(), try words.required().requireNumber()
      )
      return .moveSection(.init(try name(&words), from: source, to: destination))
    case .reloadSection:
      let index = try words.required().requireNumber()
      let id: SectionID = try name(&words)
      return .reloadSection(.init(id, title: try title(&words), at: index))
    case .delete:
      let path = try words.required().requirePath()
      return .delete(.init(try name(&words), at: path))
    case .move:
      let (source, destination) = (
        try words.required().requirePath(), try words.required().requirePath()
      )
      return .move(.init(try name(&words), from: source, to: destination))
    case .insert:
      let path = try words.required().requirePath()
      let arrival = try arrival(&words)
      return .insert(.init(arrival.item, at: path, was: arrival.was))
    case .reload:
      let path = try words.required().requirePath()
      let id: ItemID = try name(&words)
      return .reload(.init(Item(id: id, text: try text(&words)), at: path))
    }
  }

  private func insertSection(_ words: inout WordReader) throws(LineError) -> Row {
    let index = try words.required().requireNumber()
    let id: SectionID = try name(&words)
    let items = try words.required().requireNumber()
    return .insertSection(.init(id, title: try title(&words), at: index), items: items)
  }

  /// `SECTION ITEMS TITLE`.
  private func section(_ words: inout WordReader) throws(LineError) -> Row {
    let id: SectionID = try name(&words)
    let count = try words.required()
    let items = allowsMissing && count.isDash ? nil : try count.requireNumber()
    return .section(Section(id: id, title: try title(&words)), items: items)
  }

  /// `ITEM WAS TEXT`.
  private func arrival(_ words: inout WordReader) throws(LineError) -> BatchUpdate.Arrival {
    let id: ItemID = try name(&words)
    let was = try words.required()
    let path = was.isDash ? nil : try was.requirePath()
    return BatchUpdate.Arrival(Item(id: id, text: try text(&words)), was: path)
  }

  private func name<Kind>(_ words: inout WordReader) throws(LineError) -> Name<Kind> {
    let word = try words.required()
    return allowsMissing && word.isDash ? .missing : try word.requireName()
  }

  private func text(_ words: inout WordReader) throws(LineError) -> Text {
    guard let rest = words.rest() else { return "" }
    return try TextEscapes.read(rest)
  }

  private func title(_ words: inout WordReader) throws(LineError) -> Text {
    guard let rest = words.rest() else { return "" }
    return try TextEscapes.read(rest, limit: Limits.titleBytes)
  }
}

extension WordReader {
  mutating func required() throws(LineError) -> Word {
    guard let word = next() else { throw .missingArgument("WORD") }
    return word
  }
}

extension Name {
  /// The placeholder `-` of a block, which is no name and stands on no board.
  static var missing: Name { Name(unchecked: "-") }

  var isMissing: Bool { string == "-" }
}
