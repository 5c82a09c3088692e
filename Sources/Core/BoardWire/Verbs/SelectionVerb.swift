import BoardModel

/// The verbs of commands about what a client has selected.
public enum SelectionVerb: String, VerbFamily {
  case select, deselect, choose

  var profile: Profile { .select }

  @inline(__always)
  func request<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder
  ) throws(Coder.Failure) -> Request {
    switch self {
    case .select: try .selection(.select(.init(&line, from: nil)))
    case .deselect: try .selection(.deselect(.init(&line, from: nil)))
    case .choose: try .selection(.choose(.init(&line, from: nil)))
    }
  }

  func reply<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder
  ) throws(Coder.Failure) -> ReplyHead {
    switch self {
    case .select: try .whole(.select(.init(&line, from: nil)))
    case .deselect: try .whole(.deselect(.init(&line, from: nil)))
    case .choose: try .whole(.choose(.init(&line, from: nil)))
    }
  }
}

extension SelectionVerb {
  var help: HelpText {
    switch self {
    case .select:
      .init(
        "selects items, for all to see", ["select i3", "select 0.0,0.1"],
        .alreadySelected, .notSelectable, .selectionKept, .itemGone, .badPath, .limit)
    case .deselect:
      .init(
        "deselects these items, or all", ["deselect i3", "deselect"],
        .notSelected, .selectionKept, .itemGone, .badPath)
    case .choose:
      .init(
        "taps on an item: see on-choose of policy", ["choose i3"],
        .notSelectable, .selectionKept, .leased, .sectionGone, .itemGone, .badPath)
    }
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
