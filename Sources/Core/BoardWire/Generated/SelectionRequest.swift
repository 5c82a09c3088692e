// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

/// Commands about what a client has selected.
public enum SelectionRequest: Hashable, Sendable {
  case select(Select)
  case deselect(Deselect)
  case choose(Choose)

  /// `select ITEMS [board=BOARD]`: selects items.
  public struct Select: Hashable, Sendable, LineFields {
    public var items: ItemReferences
    /// The board; without it, the current board of the connection (3.7).
    public var board: BoardName?

    public init(_ items: ItemReferences, on board: BoardName? = nil) {
      self.items = items
      self.board = board
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      items = try line.word("items", old?.items)
      board = try line.key("board", old?.board)
    }
  }

  /// `deselect [ITEMS] [board=BOARD]`: deselects items; without ITEMS, all that may be deselected.
  public struct Deselect: Hashable, Sendable, LineFields {
    /// The items; without them, all that may be deselected.
    public var items: ItemReferences?
    /// The board; without it, the current board of the connection (3.7).
    public var board: BoardName?

    public init(_ items: ItemReferences? = nil, on board: BoardName? = nil) {
      self.items = items
      self.board = board
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      items = try line.lastWord("items", old?.items)
      board = try line.key("board", old?.board)
    }
  }

  /// `choose ITEM [board=BOARD]`: performs the action of a tap on the item.
  public struct Choose: Hashable, Sendable, LineFields {
    public var item: ItemReference
    /// The board; without it, the current board of the connection (3.7).
    public var board: BoardName?

    public init(_ item: ItemReference, on board: BoardName? = nil) {
      self.item = item
      self.board = board
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      item = try line.word("item", old?.item)
      board = try line.key("board", old?.board)
    }
  }
}

extension SelectionRequest {
  /// Appends the command as a line.
  func append(to buffer: inout WireBuffer) {
    switch self {
    case .select(let fields): buffer.line("select", fields)
    case .deselect(let fields): buffer.line("deselect", fields)
    case .choose(let fields): buffer.line("choose", fields)
    }
  }
}

extension SelectionRequest {
  public var verb: Verb {
    switch self {
    case .select: .select
    case .deselect: .deselect
    case .choose: .choose
    }
  }
}

/// `ok select BOARD [items=ITEMS]`: the client's whole selection there.
public struct SelectReply: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var items: [ItemID]

  public init(_ board: BoardName, items: [ItemID] = []) {
    self.board = board
    self.items = items
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    items = try line.list("items", old?.items)
  }
}

/// `ok deselect BOARD [items=ITEMS]`: the rest of it.
public typealias DeselectReply = SelectReply

/// `ok choose ITEM CHOICE [rev=REV] [at=PATH]`: the action that was performed.
public struct ChooseReply: Hashable, Sendable, LineFields {
  public var item: ItemID
  public var choice: Choice

  public init(_ item: ItemID, choice: Choice) {
    self.item = item
    self.choice = choice
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    item = try line.word("item", old?.item)
    let word = try line.word("choice", old?.choice.word)
    choice = try Choice(keysOf: word, &line, from: old?.choice)
  }
}
