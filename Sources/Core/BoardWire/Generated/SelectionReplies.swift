// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

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
