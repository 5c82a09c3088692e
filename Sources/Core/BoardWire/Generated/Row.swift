// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

/// One line inside a batch, a snapshot or a block, as it was read.
public enum Row: Hashable, Sendable {
  case deleteSection(DeleteSectionRow)
  case insertSection(InsertSectionRow)
  case moveSection(MoveSectionRow)
  case reloadSection(ReloadSectionRow)
  case delete(DeleteRow)
  case move(MoveRow)
  case insert(InsertRow)
  case reload(ReloadRow)
  case reconfigure(ReconfigureRow)
  case section(SectionRow)
  case item(ItemRow)
}

extension Row {
  /// The kind of a row of a batch; nil for a row of a content.
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
    case .reconfigure: .reconfigure
    case .section, .item: nil
    }
  }

  /// Reads the parts of a row behind its kind. Short kinds are frequent, and tried first.
  init(_ kind: Word, _ line: inout LineReader) throws(LineError) {
    if kind.equals("move") {
      self = .move(try .init(&line, from: nil))
    } else if kind.equals("item") {
      self = .item(try .init(&line, from: nil))
    } else if kind.equals("delete") {
      self = .delete(try .init(&line, from: nil))
    } else if kind.equals("insert") {
      self = .insert(try .init(&line, from: nil))
    } else if kind.equals("reload") {
      self = .reload(try .init(&line, from: nil))
    } else if kind.equals("section") {
      self = .section(try .init(&line, from: nil))
    } else if kind.equals("reconfigure") {
      self = .reconfigure(try .init(&line, from: nil))
    } else if kind.equals("move-section") {
      self = .moveSection(try .init(&line, from: nil))
    } else if kind.equals("delete-section") {
      self = .deleteSection(try .init(&line, from: nil))
    } else if kind.equals("insert-section") {
      self = .insertSection(try .init(&line, from: nil))
    } else if kind.equals("reload-section") {
      self = .reloadSection(try .init(&line, from: nil))
    } else {
      throw .argument(kind)
    }
  }
}

/// `delete-section INDEX SECTION`: before.
public struct DeleteSectionRow: Hashable, Sendable, LineFields {
  public var index: Int
  public var section: SectionID

  public init(_ index: Int, section: SectionID) {
    self.index = index
    self.section = section
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    index = try line.word("index", old?.index)
    section = try line.word("section", old?.section)
  }
}

/// `insert-section INDEX SECTION ITEMS [content=CONTENT] [TEXT]`: after; ITEMS lines `item` follow,
/// with `content=counts` none (20.3); TEXT is the title.
public struct InsertSectionRow: Hashable, Sendable, LineFields {
  public var index: Int
  public var section: SectionID
  public var items: Int
  public var content: WatchedContent?
  public var text: Text

  public init(
    _ index: Int, section: SectionID, items: Int, content: WatchedContent? = nil, text: Text = ""
  ) {
    self.index = index
    self.section = section
    self.items = items
    self.content = content
    self.text = text
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    index = try line.word("index", old?.index)
    section = try line.word("section", old?.section)
    items = try line.word("items", old?.items)
    content = try line.key("content", old?.content)
    text = try line.trailingText(limit: Limits.titleBytes, old?.text)
  }
}

/// `move-section FROM TO SECTION`: FROM before, TO after.
public struct MoveSectionRow: Hashable, Sendable, LineFields {
  public var from: Int
  public var to: Int
  public var section: SectionID

  public init(_ from: Int, to: Int, section: SectionID) {
    self.from = from
    self.to = to
    self.section = section
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    from = try line.word("from", old?.from)
    to = try line.word("to", old?.to)
    section = try line.word("section", old?.section)
  }
}

/// `reload-section INDEX SECTION [TEXT]`: before; TEXT is the new title.
public struct ReloadSectionRow: Hashable, Sendable, LineFields {
  public var index: Int
  public var section: SectionID
  public var text: Text

  public init(_ index: Int, section: SectionID, text: Text = "") {
    self.index = index
    self.section = section
    self.text = text
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    index = try line.word("index", old?.index)
    section = try line.word("section", old?.section)
    text = try line.trailingText(limit: Limits.titleBytes, old?.text)
  }
}

/// `delete PATH ITEM`: before.
public struct DeleteRow: Hashable, Sendable, LineFields {
  public var path: IndexPath
  public var item: ItemID

  public init(_ path: IndexPath, item: ItemID) {
    self.path = path
    self.item = item
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    path = try line.word("path", old?.path)
    item = try line.word("item", old?.item)
  }
}

/// `move FROM TO ITEM`: FROM before, TO after.
public struct MoveRow: Hashable, Sendable, LineFields {
  public var from: IndexPath
  public var to: IndexPath
  public var item: ItemID

  public init(_ from: IndexPath, to: IndexPath, item: ItemID) {
    self.from = from
    self.to = to
    self.item = item
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    from = try line.word("from", old?.from)
    to = try line.word("to", old?.to)
    item = try line.word("item", old?.item)
  }
}

/// `insert PATH ITEM [was=PATH] [FIELD=VALUE…] [TEXT]`: after; `was` before (6.4).
public struct InsertRow: Hashable, Sendable, LineFields {
  public var path: IndexPath
  public var item: ItemID
  public var was: IndexPath?
  public var fields: Fields
  public var text: Text

  public init(
    _ path: IndexPath, item: ItemID, was: IndexPath? = nil, fields: Fields = Fields(),
    text: Text = ""
  ) {
    self.path = path
    self.item = item
    self.was = was
    self.fields = fields
    self.text = text
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    path = try line.word("path", old?.path)
    item = try line.word("item", old?.item)
    was = try line.key("was", old?.was)
    fields = try line.fields(old?.fields)
    text = try line.trailingText(limit: Limits.textBytes, old?.text)
  }
}

/// `reload PATH ITEM [FIELD=[VALUE]…] [TEXT]`: before; TEXT is the new text; the fields are those
/// that changed as well.
public struct ReloadRow: Hashable, Sendable, LineFields {
  public var path: IndexPath
  public var item: ItemID
  public var changes: FieldChanges
  public var text: Text

  public init(
    _ path: IndexPath, item: ItemID, changes: FieldChanges = FieldChanges(), text: Text = ""
  ) {
    self.path = path
    self.item = item
    self.changes = changes
    self.text = text
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    path = try line.word("path", old?.path)
    item = try line.word("item", old?.item)
    changes = try line.changes(old?.changes)
    text = try line.trailingText(limit: Limits.textBytes, old?.text)
  }
}

/// `reconfigure PATH ITEM FIELD=[VALUE]…`: before; the fields that changed, `FIELD=` for one that is
/// gone (19.3).
public struct ReconfigureRow: Hashable, Sendable, LineFields {
  public var path: IndexPath
  public var item: ItemID
  public var changes: FieldChanges

  public init(_ path: IndexPath, item: ItemID, changes: FieldChanges) {
    self.path = path
    self.item = item
    self.changes = changes
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    path = try line.word("path", old?.path)
    item = try line.word("item", old?.item)
    changes = try line.changes(old?.changes)
    try line.require("FIELD", !changes.isEmpty)
  }
}

/// `section SECTION ITEMS [TEXT]`: of a snapshot or `replace`; ITEMS lines `item` follow, but for a
/// snapshot with `content=counts`; TEXT is the title.
public struct SectionRow: Hashable, Sendable, LineFields {
  public var section: SectionID
  public var items: ItemCount
  public var text: Text

  public init(_ section: SectionID, items: ItemCount, text: Text = "") {
    self.section = section
    self.items = items
    self.text = text
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    section = try line.word("section", old?.section)
    items = try line.word("items", old?.items)
    text = try line.trailingText(limit: Limits.titleBytes, old?.text)
  }
}

/// `item ITEM [was=PATH] [FIELD=VALUE…] [TEXT]`: an item of the section above, or of `ok rows`; `was`
/// only after `insert-section`.
public struct ItemRow: Hashable, Sendable, LineFields {
  public var item: ItemID
  public var was: IndexPath?
  public var fields: Fields
  public var text: Text

  public init(_ item: ItemID, was: IndexPath? = nil, fields: Fields = Fields(), text: Text = "") {
    self.item = item
    self.was = was
    self.fields = fields
    self.text = text
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    item = try line.word("item", old?.item)
    was = try line.key("was", old?.was)
    fields = try line.fields(old?.fields)
    text = try line.trailingText(limit: Limits.textBytes, old?.text)
  }
}
