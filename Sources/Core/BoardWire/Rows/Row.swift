import BoardModel

/// One line inside a batch, a snapshot or a block, as it was read.
public enum Row {
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

/// The kinds of rows a batch has, as they are spelled.
public typealias RowKind = BatchRow.Kind

extension RowKind {
  init?(_ word: Word) {
    if word.equals("move") {
      self = .move
    } else if word.equals("insert") {
      self = .insert
    } else if word.equals("delete") {
      self = .delete
    } else if word.equals("reload") {
      self = .reload
    } else if let kind = Self(spelledBy: word) {
      self = kind
    } else {
      return nil
    }
  }
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

  /// Reads a row that a server wrote.
  public init(fromServer line: UnsafeRawBufferPointer) throws(LineError) {
    try self.init(line, .server)
  }

  /// Reads a row.
  ///
  /// - Parameter side: Whose row it is. In a client's, ids may be `-`.
  init(_ line: UnsafeRawBufferPointer, _ side: LineReader.Side) throws(LineError) {
    var words = WordReader(line)
    guard let kind = words.next() else { throw .missingArgument("KIND") }
    var parts = LineReader(words, side, allowsOpenIDs: side == .client)
    if kind.equals("item") {
      self = .item(try .init(&parts, from: nil))
    } else if kind.equals("section") {
      let row = try SectionRow(&parts, from: nil)
      self = .section(row.section, items: row.items)
    } else if let kind = RowKind(kind) {
      self = try Row(kind, &parts)
    } else {
      throw .argument(kind)
    }
    try parts.finish()
  }

  private init(_ kind: RowKind, _ line: inout LineReader) throws(LineError) {
    switch kind {
    case .deleteSection: self = .deleteSection(try .init(&line, from: nil))
    case .insertSection:
      let row = try InsertSectionRow(&line, from: nil)
      self = .insertSection(row.section, items: row.items)
    case .moveSection: self = .moveSection(try .init(&line, from: nil))
    case .reloadSection: self = .reloadSection(try .init(&line, from: nil))
    case .delete: self = .delete(try .init(&line, from: nil))
    case .move: self = .move(try .init(&line, from: nil))
    case .insert: self = .insert(try .init(&line, from: nil))
    case .reload: self = .reload(try .init(&line, from: nil))
    }
  }
}

extension WireBuffer {
  /// Appends a row with its line end.
  mutating func append(_ row: Row) {
    switch row {
    case .deleteSection(let row): line("delete-section", row)
    case .insertSection(let row, let items):
      line("insert-section", InsertSectionRow(row, items: items))
    case .moveSection(let row): line("move-section", row)
    case .reloadSection(let row): line("reload-section", row)
    case .delete(let row): line("delete", row)
    case .move(let row): line("move", row)
    case .insert(let row): line("insert", row)
    case .reload(let row): line("reload", row)
    case .item(let row): line("item", row)
    case .section(let section, let items): line("section", SectionRow(section, items: items))
    }
  }
}

// The parts of every row, in the order of `protocol/lines.md`.

extension BatchUpdate.Move: LineFields {
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let source = try line.word("from", old?.source)
    let destination = try line.word("to", old?.destination)
    self.init(try line.word("item", old?.id), from: source, to: destination)
  }
}

extension BatchUpdate.Delete: LineFields {
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let path = try line.word("path", old?.path)
    self.init(try line.word("item", old?.id), at: path)
  }
}

extension BatchUpdate.Insert: LineFields {
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let path = try line.word("path", old?.path)
    let arrival = try BatchUpdate.Arrival(&line, from: old?.arrival)
    self.init(arrival.item, at: path, was: arrival.was)
  }
}

extension BatchUpdate.Arrival: LineFields {
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let id = try line.word("item", old?.item.id)
    let was = try line.key("was", old?.was)
    let text = try line.trailingText(limit: Limits.textBytes, old?.item.text)
    self.init(Item(id: id, text: text), was: was)
  }
}

extension BatchUpdate.Reload: LineFields {
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let path = try line.word("path", old?.path)
    let id = try line.word("item", old?.item.id)
    let text = try line.trailingText(limit: Limits.textBytes, old?.item.text)
    self.init(Item(id: id, text: text), at: path)
  }
}

extension BatchUpdate.SectionDelete: LineFields {
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let index = try line.word("index", old?.index)
    self.init(try line.word("section", old?.id), at: index)
  }
}

extension BatchUpdate.SectionMove: LineFields {
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let source = try line.word("from", old?.source)
    let destination = try line.word("to", old?.destination)
    self.init(try line.word("section", old?.id), from: source, to: destination)
  }
}

extension BatchUpdate.SectionReload: LineFields {
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let index = try line.word("index", old?.index)
    let id = try line.word("section", old?.id)
    let title = try line.trailingText(limit: Limits.titleBytes, old?.title)
    self.init(id, title: title, at: index)
  }
}

/// `insert-section`, whose items are lines of their own.
struct InsertSectionRow {
  let section: BatchUpdate.SectionInsert
  let items: Int

  init(_ section: BatchUpdate.SectionInsert, items: Int) {
    self.section = section
    self.items = items
  }
}

extension InsertSectionRow: LineFields {
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let index = try line.word("index", old?.section.index)
    let id = try line.word("section", old?.section.id)
    items = try line.word("items", old?.items)
    let title = try line.trailingText(limit: Limits.titleBytes, old?.section.title)
    section = BatchUpdate.SectionInsert(id, title: title, at: index)
  }
}

/// `section`, whose items are lines of their own.
struct SectionRow {
  let section: Section
  let items: Int?

  init(_ section: Section, items: Int?) {
    self.section = section
    self.items = items
  }
}

extension SectionRow: LineFields {
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let id = try line.word("section", old?.section.id)
    items = try line.word("items", old.map { ItemCount($0.items) }).number
    let title = try line.trailingText(limit: Limits.titleBytes, old?.section.title)
    section = Section(id: id, title: title)
  }
}
