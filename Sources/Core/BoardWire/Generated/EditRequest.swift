// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

/// Commands that change the data of a board directly.
public enum EditRequest: Hashable, Sendable {
  case insert(Insert)
  case delete(Delete)
  case move(Move)
  case edit(Edit)
  case set(Set)
  case insertSection(InsertSection)
  case deleteSection(DeleteSection)
  case moveSection(MoveSection)
  case renameSection(RenameSection)
  case clear(Clear)

  /// `insert PLACE [board=BOARD] [FIELD=VALUE…] TEXT`: inserts an item.
  public struct Insert: Hashable, Sendable, LineFields {
    public var place: Place
    /// The board; without it, the current board of the connection (3.7).
    public var board: BoardName?
    /// The fields of the item (19.1).
    public var fields: BoardModel.Fields
    public var text: Text

    public init(
      _ place: Place, text: Text, on board: BoardName? = nil,
      fields: BoardModel.Fields = BoardModel.Fields()
    ) {
      self.place = place
      self.board = board
      self.fields = fields
      self.text = text
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      place = try line.word("place", old?.place)
      board = try line.key("board", old?.board)
      fields = try line.fields(old?.fields)
      text = try line.text(limit: Limits.textBytes, old?.text)
    }
  }

  /// `delete ITEMS [force=yes] [board=BOARD]`: deletes items.
  public struct Delete: Hashable, Sendable, LineFields {
    public var items: ItemReferences
    /// Leases of others are no hindrance.
    public var force: Bool
    /// The board; without it, the current board of the connection (3.7).
    public var board: BoardName?

    public init(_ items: ItemReferences, force: Bool = false, on board: BoardName? = nil) {
      self.items = items
      self.force = force
      self.board = board
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      items = try line.word("items", old?.items)
      force = try line.flag("force", old?.force)
      board = try line.key("board", old?.board)
    }
  }

  /// `move ITEMS PLACE [force=yes] [board=BOARD]`: moves items, as one change.
  public struct Move: Hashable, Sendable, LineFields {
    public var items: ItemReferences
    public var place: Place
    /// Leases of others are no hindrance.
    public var force: Bool
    /// The board; without it, the current board of the connection (3.7).
    public var board: BoardName?

    public init(
      _ items: ItemReferences, place: Place, force: Bool = false, on board: BoardName? = nil
    ) {
      self.items = items
      self.place = place
      self.force = force
      self.board = board
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      items = try line.word("items", old?.items)
      place = try line.word("place", old?.place)
      force = try line.flag("force", old?.force)
      board = try line.key("board", old?.board)
    }
  }

  /// `edit ITEM [board=BOARD] TEXT`: changes the text of an item.
  public struct Edit: Hashable, Sendable, LineFields {
    public var item: ItemReference
    /// The board; without it, the current board of the connection (3.7).
    public var board: BoardName?
    public var text: Text

    public init(_ item: ItemReference, text: Text, on board: BoardName? = nil) {
      self.item = item
      self.board = board
      self.text = text
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      item = try line.word("item", old?.item)
      board = try line.key("board", old?.board)
      text = try line.text(limit: Limits.textBytes, old?.text)
    }
  }

  /// `set ITEMS [board=BOARD] FIELD=[VALUE]…`: sets fields of items, as one change; `FIELD=` removes
  /// one.
  public struct Set: Hashable, Sendable, LineFields {
    public var items: ItemReferences
    /// The board; without it, the current board of the connection (3.7).
    public var board: BoardName?
    /// The fields that change, with their new values; without a value the field goes.
    public var changes: FieldChanges

    public init(_ items: ItemReferences, changes: FieldChanges, on board: BoardName? = nil) {
      self.items = items
      self.board = board
      self.changes = changes
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      items = try line.word("items", old?.items)
      board = try line.key("board", old?.board)
      changes = try line.changes(old?.changes)
      try line.require("FIELD", !changes.isEmpty)
    }
  }

  /// `insert-section INDEX [board=BOARD] TEXT`: inserts a section with this title.
  public struct InsertSection: Hashable, Sendable, LineFields {
    public var index: SectionPlace
    /// The board; without it, the current board of the connection (3.7).
    public var board: BoardName?
    /// The title of the section.
    public var text: Text

    public init(_ index: SectionPlace, text: Text, on board: BoardName? = nil) {
      self.index = index
      self.board = board
      self.text = text
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      index = try line.word("index", old?.index)
      board = try line.key("board", old?.board)
      text = try line.text(limit: Limits.titleBytes, old?.text)
    }
  }

  /// `delete-section SECTION [force=yes] [board=BOARD]`: deletes a section with its items.
  public struct DeleteSection: Hashable, Sendable, LineFields {
    public var section: SectionReference
    /// Leases of others are no hindrance.
    public var force: Bool
    /// The board; without it, the current board of the connection (3.7).
    public var board: BoardName?

    public init(_ section: SectionReference, force: Bool = false, on board: BoardName? = nil) {
      self.section = section
      self.force = force
      self.board = board
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      section = try line.word("section", old?.section)
      force = try line.flag("force", old?.force)
      board = try line.key("board", old?.board)
    }
  }

  /// `move-section SECTION INDEX [board=BOARD]`: moves a section; INDEX counts without it.
  public struct MoveSection: Hashable, Sendable, LineFields {
    public var section: SectionReference
    public var index: SectionPlace
    /// The board; without it, the current board of the connection (3.7).
    public var board: BoardName?

    public init(_ section: SectionReference, index: SectionPlace, on board: BoardName? = nil) {
      self.section = section
      self.index = index
      self.board = board
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      section = try line.word("section", old?.section)
      index = try line.word("index", old?.index)
      board = try line.key("board", old?.board)
    }
  }

  /// `rename-section SECTION [board=BOARD] TEXT`: changes the title of a section.
  public struct RenameSection: Hashable, Sendable, LineFields {
    public var section: SectionReference
    /// The board; without it, the current board of the connection (3.7).
    public var board: BoardName?
    /// The title of the section.
    public var text: Text

    public init(_ section: SectionReference, text: Text, on board: BoardName? = nil) {
      self.section = section
      self.board = board
      self.text = text
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      section = try line.word("section", old?.section)
      board = try line.key("board", old?.board)
      text = try line.text(limit: Limits.titleBytes, old?.text)
    }
  }

  /// `clear SECTION [force=yes] [board=BOARD]`: deletes the items of a section.
  public typealias Clear = DeleteSection
}

extension EditRequest {
  /// Appends the command as a line.
  func append(to buffer: inout WireBuffer) {
    switch self {
    case .insert(let fields): buffer.line("insert", fields)
    case .delete(let fields): buffer.line("delete", fields)
    case .move(let fields): buffer.line("move", fields)
    case .edit(let fields): buffer.line("edit", fields)
    case .set(let fields): buffer.line("set", fields)
    case .insertSection(let fields): buffer.line("insert-section", fields)
    case .deleteSection(let fields): buffer.line("delete-section", fields)
    case .moveSection(let fields): buffer.line("move-section", fields)
    case .renameSection(let fields): buffer.line("rename-section", fields)
    case .clear(let fields): buffer.line("clear", fields)
    }
  }
}

extension EditRequest {
  public var verb: Verb {
    switch self {
    case .insert: .insert
    case .delete: .delete
    case .move: .move
    case .edit: .edit
    case .set: .set
    case .insertSection: .insertSection
    case .deleteSection: .deleteSection
    case .moveSection: .moveSection
    case .renameSection: .renameSection
    case .clear: .clear
    }
  }
}

/// `ok insert ITEM at=PATH rev=REV`: the new item.
public struct InsertReply: Hashable, Sendable, LineFields {
  public var item: ItemID
  public var path: IndexPath
  public var revision: Int

  public init(_ item: ItemID, path: IndexPath, revision: Int) {
    self.item = item
    self.path = path
    self.revision = revision
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    item = try line.word("item", old?.item)
    path = try line.fact("at", old?.path)
    revision = try line.fact("rev", old?.revision)
  }
}

/// `ok delete count=N rev=REV`: the number of deleted items.
public struct DeleteReply: Hashable, Sendable, LineFields {
  public var count: Int
  public var revision: Int

  public init(count: Int, revision: Int) {
    self.count = count
    self.revision = revision
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    count = try line.fact("count", old?.count)
    revision = try line.fact("rev", old?.revision)
  }
}

/// `ok move count=N at=PATH rev=REV`: the number of items, and where the first one is.
public struct MoveReply: Hashable, Sendable, LineFields {
  public var count: Int
  public var path: IndexPath
  public var revision: Int

  public init(count: Int, path: IndexPath, revision: Int) {
    self.count = count
    self.path = path
    self.revision = revision
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    count = try line.fact("count", old?.count)
    path = try line.fact("at", old?.path)
    revision = try line.fact("rev", old?.revision)
  }
}

/// `ok edit ITEM at=PATH rev=REV`: where the item is.
public typealias EditReply = InsertReply

/// `ok set count=N rev=REV`: the number of items.
public typealias SetReply = DeleteReply

/// `ok insert-section SECTION at=INDEX rev=REV`: the new section.
public struct InsertSectionReply: Hashable, Sendable, LineFields {
  public var section: SectionID
  public var index: Int
  public var revision: Int

  public init(_ section: SectionID, index: Int, revision: Int) {
    self.section = section
    self.index = index
    self.revision = revision
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    section = try line.word("section", old?.section)
    index = try line.fact("at", old?.index)
    revision = try line.fact("rev", old?.revision)
  }
}

/// `ok delete-section SECTION rev=REV`: the deleted section.
public struct DeleteSectionReply: Hashable, Sendable, LineFields {
  public var section: SectionID
  public var revision: Int

  public init(_ section: SectionID, revision: Int) {
    self.section = section
    self.revision = revision
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    section = try line.word("section", old?.section)
    revision = try line.fact("rev", old?.revision)
  }
}

/// `ok move-section SECTION at=INDEX rev=REV`: where the section is.
public typealias MoveSectionReply = InsertSectionReply

/// `ok rename-section SECTION at=INDEX rev=REV`: likewise.
public typealias RenameSectionReply = InsertSectionReply

/// `ok clear SECTION count=N rev=REV`: the number of deleted items.
public struct ClearReply: Hashable, Sendable, LineFields {
  public var section: SectionID
  public var count: Int
  public var revision: Int

  public init(_ section: SectionID, count: Int, revision: Int) {
    self.section = section
    self.count = count
    self.revision = revision
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    section = try line.word("section", old?.section)
    count = try line.fact("count", old?.count)
    revision = try line.fact("rev", old?.revision)
  }
}
