import BoardModel

// What replies about edits and selections say behind `ok VERB`.

public struct ItemPlaced: Hashable, Sendable, LineFields {
  public var item: ItemID
  public var path: IndexPath
  public var revision: Int

  public init(_ item: ItemID, at path: IndexPath, revision: Int) {
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

public struct ItemsDeleted: Hashable, Sendable, LineFields {
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

public struct ItemsMoved: Hashable, Sendable, LineFields {
  public var count: Int
  /// The path of the first item.
  public var path: IndexPath
  public var revision: Int

  public init(count: Int, to path: IndexPath, revision: Int) {
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

public struct SectionPlaced: Hashable, Sendable, LineFields {
  public var section: SectionID
  public var index: Int
  public var revision: Int

  public init(_ section: SectionID, at index: Int, revision: Int) {
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

public struct SectionDeleted: Hashable, Sendable, LineFields {
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

public struct SectionCleared: Hashable, Sendable, LineFields {
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

public struct TakenBack: Hashable, Sendable, LineFields {
  /// The revision that was taken back.
  public var of: Int
  public var revision: Int

  public init(of: Int, revision: Int) {
    self.of = of
    self.revision = revision
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    of = try line.fact("of", old?.of)
    revision = try line.fact("rev", old?.revision)
  }
}

/// All that a client has selected on a board.
public struct SelectionReply: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var items: [ItemID]

  public init(_ board: BoardName, _ items: [ItemID]) {
    self.board = board
    self.items = items
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    items = try line.list("items", old?.items)
  }
}

public struct Chosen: Hashable, Sendable, LineFields {
  public var item: ItemID
  public var choice: Choice

  public init(_ item: ItemID, _ choice: Choice) {
    self.item = item
    self.choice = choice
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    item = try line.word("item", old?.item)
    let word = try line.word("choice", old?.choice.word)
    let revision = try line.key("rev", old?.choice.revision)
    let path = try line.key("at", old?.choice.path)
    let read = Choice(word, revision, path)
    try line.require("rev", read != nil)
    choice = read ?? .selected
  }
}

/// What became of an item that was chosen.
public enum Choice: Hashable, Sendable {
  case selected
  case deselected
  case moved(revision: Int, IndexPath)
  case deleted(revision: Int)
}

extension Choice {
  fileprivate init?(_ word: ChoiceWord, _ revision: Int?, _ path: IndexPath?) {
    switch (word, revision, path) {
    case (.moved, let revision?, let path?): self = .moved(revision: revision, path)
    case (.deleted, let revision?, _): self = .deleted(revision: revision)
    case (.selected, _, _): self = .selected
    case (.deselected, _, _): self = .deselected
    case (.moved, _, _), (.deleted, _, _): return nil
    }
  }

  fileprivate var word: ChoiceWord {
    switch self {
    case .selected: .selected
    case .deselected: .deselected
    case .moved: .moved
    case .deleted: .deleted
    }
  }

  fileprivate var revision: Int? {
    switch self {
    case .selected, .deselected: nil
    case .moved(let revision, _), .deleted(let revision): revision
    }
  }

  fileprivate var path: IndexPath? {
    switch self {
    case .selected, .deselected, .deleted: nil
    case .moved(_, let path): path
    }
  }
}
