import BoardModel

/// Commands about what a client has selected.
public enum SelectionRequest: Hashable, Sendable {
  case select(Select)
  case deselect(Deselect)
  case choose(Choose)

  public struct Select: Hashable, Sendable, LineFields {
    public var items: ItemReferences
    public var board: BoardName?

    public init(_ items: ItemReferences, on board: BoardName? = nil) {
      self.items = items
      self.board = board
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      items = try line.word("items", old?.items)
      board = try line.key("board", old?.board)
    }
  }

  public struct Deselect: Hashable, Sendable, LineFields {
    /// The items; nil for all that may be deselected.
    public var items: ItemReferences?
    public var board: BoardName?

    public init(_ items: ItemReferences? = nil, on board: BoardName? = nil) {
      self.items = items
      self.board = board
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      items = try line.lastWord("items", old?.items)
      board = try line.key("board", old?.board)
    }
  }

  public struct Choose: Hashable, Sendable, LineFields {
    public var item: ItemReference
    public var board: BoardName?

    public init(_ item: ItemReference, on board: BoardName? = nil) {
      self.item = item
      self.board = board
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      item = try line.word("item", old?.item)
      board = try line.key("board", old?.board)
    }
  }
}

extension SelectionRequest {
  /// The verb and the parts behind it.
  var command: (verb: Verb, fields: any LineFields) {
    switch self {
    case .select(let fields): (.selection(.select), fields)
    case .deselect(let fields): (.selection(.deselect), fields)
    case .choose(let fields): (.selection(.choose), fields)
    }
  }
}
