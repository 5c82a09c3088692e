import BoardModel

extension WireBuffer {
  /// Appends a batch with its rows (rules 6.1 to 6.4), kind by kind in the canonical order.
  public mutating func append(
    batch: BatchUpdate, board: BoardName, from: Int, to: Int
  ) {
    line("batch", BatchHead(board, from: from, to: to, lines: batch.lineCount))
    append(rows: batch)
  }

  /// Appends the rows of a batch alone.
  public mutating func append(rows batch: BatchUpdate) {
    for row in batch.deletedSections { line("delete-section", row) }
    for row in batch.insertedSections {
      line("insert-section", InsertSectionRow(row, items: row.items.count))
      for item in row.items { line("item", item) }
    }
    for row in batch.movedSections { line("move-section", row) }
    for row in batch.reloadedSections { line("reload-section", row) }
    for row in batch.deletes { line("delete", row) }
    for row in batch.moves { line("move", row) }
    for row in batch.inserts { line("insert", row) }
    for row in batch.reloads { line("reload", row) }
  }
}

/// `batch BOARD FROM TO LINES`.
struct BatchHead: LineFields {
  let board: BoardName
  let from: Int
  let to: Int
  let lines: Int

  init(_ board: BoardName, from: Int, to: Int, lines: Int) {
    self.board = board
    self.from = from
    self.to = to
    self.lines = lines
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    from = try line.word("from", old?.from)
    to = try line.word("to", old?.to)
    lines = try line.word("lines", old?.lines)
  }
}

extension BatchUpdate {
  /// The lines the batch has on the wire: its rows and the items of inserted sections.
  public var lineCount: Int { insertedSections.reduce(rowCount) { $0 + $1.items.count } }
}
