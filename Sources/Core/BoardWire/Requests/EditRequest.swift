import BoardModel

/// Commands that change the data of a board directly.
public enum EditRequest: Hashable, Sendable {
  case insert(Insert)
  case delete(Delete)
  case move(Move)
  case edit(Edit)
  case insertSection(InsertSection)
  case deleteSection(Section)
  case moveSection(MoveSection)
  case renameSection(RenameSection)
  case clear(Section)

  public struct Insert: Hashable, Sendable, LineFields {
    public var text: Text
    public var place: Place
    public var board: BoardName?

    public init(_ text: Text, at place: Place, on board: BoardName? = nil) {
      self.text = text
      self.place = place
      self.board = board
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      place = try line.word("place", old?.place)
      board = try line.key("board", old?.board)
      text = try line.text(limit: Limits.textBytes, old?.text)
    }
  }

  public struct Delete: Hashable, Sendable, LineFields {
    public var items: ItemReferences
    public var force: Bool
    public var board: BoardName?

    public init(_ items: ItemReferences, force: Bool = false, on board: BoardName? = nil) {
      self.items = items
      self.force = force
      self.board = board
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      items = try line.word("items", old?.items)
      force = try line.flag("force", old?.force)
      board = try line.key("board", old?.board)
    }
  }

  public struct Move: Hashable, Sendable, LineFields {
    public var items: ItemReferences
    public var place: Place
    public var force: Bool
    public var board: BoardName?

    public init(
      _ items: ItemReferences, to place: Place, force: Bool = false, on board: BoardName? = nil
    ) {
      self.items = items
      self.place = place
      self.force = force
      self.board = board
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      items = try line.word("items", old?.items)
      place = try line.word("place", old?.place)
      force = try line.flag("force", old?.force)
      board = try line.key("board", old?.board)
    }
  }

  public struct Edit: Hashable, Sendable, LineFields {
    public var item: ItemReference
    public var text: Text
    public var board: BoardName?

    public init(_ item: ItemReference, _ text: Text, on board: BoardName? = nil) {
      self.item = item
      self.text = text
      self.board = board
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      item = try line.word("item", old?.item)
      board = try line.key("board", old?.board)
      text = try line.text(limit: Limits.textBytes, old?.text)
    }
  }

  public struct InsertSection: Hashable, Sendable, LineFields {
    public var title: Text
    public var place: SectionPlace
    public var board: BoardName?

    public init(_ title: Text, at place: SectionPlace, on board: BoardName? = nil) {
      self.title = title
      self.place = place
      self.board = board
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      place = try line.word("index", old?.place)
      board = try line.key("board", old?.board)
      title = try line.text(limit: Limits.titleBytes, old?.title)
    }
  }

  /// A section to be deleted or cleared.
  public struct Section: Hashable, Sendable, LineFields {
    public var section: SectionReference
    public var force: Bool
    public var board: BoardName?

    public init(_ section: SectionReference, force: Bool = false, on board: BoardName? = nil) {
      self.section = section
      self.force = force
      self.board = board
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      section = try line.word("section", old?.section)
      force = try line.flag("force", old?.force)
      board = try line.key("board", old?.board)
    }
  }

  public struct MoveSection: Hashable, Sendable, LineFields {
    public var section: SectionReference
    public var place: SectionPlace
    public var board: BoardName?

    public init(
      _ section: SectionReference, to place: SectionPlace, on board: BoardName? = nil
    ) {
      self.section = section
      self.place = place
      self.board = board
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      section = try line.word("section", old?.section)
      place = try line.word("index", old?.place)
      board = try line.key("board", old?.board)
    }
  }

  public struct RenameSection: Hashable, Sendable, LineFields {
    public var section: SectionReference
    public var title: Text
    public var board: BoardName?

    public init(
      _ section: SectionReference, to title: Text, on board: BoardName? = nil
    ) {
      self.section = section
      self.title = title
      self.board = board
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      section = try line.word("section", old?.section)
      board = try line.key("board", old?.board)
      title = try line.text(limit: Limits.titleBytes, old?.title)
    }
  }
}

extension EditRequest {
  /// The verb and the parts behind it.
  var command: (verb: Verb, fields: any LineFields) {
    switch self {
    case .insert(let fields): (.edit(.insert), fields)
    case .delete(let fields): (.edit(.delete), fields)
    case .move(let fields): (.edit(.move), fields)
    case .edit(let fields): (.edit(.edit), fields)
    case .insertSection(let fields): (.edit(.insertSection), fields)
    case .deleteSection(let fields): (.edit(.deleteSection), fields)
    case .moveSection(let fields): (.edit(.moveSection), fields)
    case .renameSection(let fields): (.edit(.renameSection), fields)
    case .clear(let fields): (.edit(.clear), fields)
    }
  }
}
