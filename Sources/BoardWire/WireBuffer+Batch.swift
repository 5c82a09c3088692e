import BoardCore

extension WireBuffer {
  /// Appends a batch with its rows (rules 6.1 to 6.4), kind by kind in the canonical order.
  public mutating func append(
    batch: BatchUpdate, board: BoardName, from: Int, to: Int
  ) {
    append("batch")
    words(board, from, to, batch.lineCount)
    endLine()
    sectionRows(batch)
    itemRows(batch)
  }

  private mutating func sectionRows(_ batch: BatchUpdate) {
    for row in batch.deletedSections {
      append("delete-section")
      words(row.index, row.id)
      endLine()
    }
    for row in batch.insertedSections {
      append("insert-section")
      words(row.index, row.id, row.items.count)
      endLine(text: row.title)
      for arrival in row.items { itemLine(arrival) }
    }
    for row in batch.movedSections {
      append("move-section")
      words(row.source, row.destination, row.id)
      endLine()
    }
    for row in batch.reloadedSections {
      append("reload-section")
      words(row.index, row.id)
      endLine(text: row.title)
    }
  }

  private mutating func itemRows(_ batch: BatchUpdate) {
    for row in batch.deletes {
      append("delete")
      words(row.path, row.id)
      endLine()
    }
    for row in batch.moves {
      append("move")
      words(row.source, row.destination, row.id)
      endLine()
    }
    for row in batch.inserts {
      append("insert")
      words(row.path)
      arrival(row.arrival)
    }
    for row in batch.reloads {
      append("reload")
      words(row.path, row.item.id)
      endLine(text: row.item.text)
    }
  }

  /// `item ITEM WAS TEXT`.
  mutating func itemLine(_ arrival: BatchUpdate.Arrival) {
    append("item")
    self.arrival(arrival)
  }

  private mutating func arrival(_ arrival: BatchUpdate.Arrival) {
    words(arrival.item.id)
    if let was = arrival.was { words(was) } else { words("-") }
    endLine(text: arrival.item.text)
  }
}

extension BatchUpdate {
  /// The lines the batch has on the wire: its rows and the items of inserted sections.
  public var lineCount: Int { insertedSections.reduce(rowCount) { $0 + $1.items.count } }
}
