import BoardModel

/// The kinds of rows a batch has, as they are spelled.
public typealias RowKind = BatchRow.Kind

/// A batch as a client wrote it, whose names may still be open.
package struct BatchBlock: Hashable {
  /// The rows in the order they came in, kind by kind. An open name is `-`.
  package var batch = BatchUpdate()
  /// Where each row stood, if a client wrote it.
  package private(set) var lines = RowLines()

  package init() {}
}

extension BatchBlock: BlockRows {
  package static var mostLines: Int { Limits.batchRows }

  package mutating func add(_ item: ItemRow) -> Bool {
    batch.insertedSections[batch.insertedSections.count - 1].items.append(
      .init(Item(id: item.item, text: item.text, fields: item.fields), was: item.was))
    return true
  }

  @inline(__always)
  package mutating func add(_ row: Row, line: Int?) -> ItemCount? {
    var items = 0
    switch row {
    case .deleteSection(let row): batch.deletedSections.append(.init(row.section, at: row.index))
    case .insertSection(let row):
      // Only a server counts.
      guard row.content == nil || line == nil else { return nil }
      batch.insertedSections.append(.init(row.section, title: row.text, at: row.index))
      if row.content == nil {
        items = row.items
      } else {
        batch.insertedSections[batch.insertedSections.count - 1].unnamedCount = row.items
      }
    case .moveSection(let row):
      batch.movedSections.append(.init(row.section, from: row.from, to: row.to))
    case .reloadSection(let row):
      batch.reloadedSections.append(.init(row.section, title: row.text, at: row.index))
    case .delete(let row): batch.deletes.append(.init(row.item, at: row.path))
    case .move(let row): batch.moves.append(.init(row.item, from: row.from, to: row.to))
    case .insert(let row):
      let item = Item(id: row.item, text: row.text, fields: row.fields)
      batch.inserts.append(.init(item, at: row.path, was: row.was))
    case .reload(let row):
      batch.reloads.append(.init(row.item, text: row.text, row.changes, at: row.path))
    case .reconfigure(let row):
      batch.reconfigures.append(.init(row.item, row.changes, at: row.path))
    case .item, .section: return nil
    }
    if let line, let kind = row.kind { lines.append(kind, line: line) }
    return ItemCount(items)
  }
}

/// Tells on which line of a block each row of the batch stood, counted from 1.
package struct RowLines: Hashable, Sendable {
  private struct Row: Hashable {
    let kind: RowKind
    let line: Int
  }

  private var rows: [Row] = []

  /// The line of a row.
  ///
  /// - Parameters:
  ///   - kind: which of the arrays of the batch is meant.
  ///   - position: the index in that array, as the block was read.
  ///   - item: the index in the items of an inserted section, for the line of that item.
  /// - Complexity: O(rows).
  package func line(_ kind: RowKind, _ position: Int, item: Int? = nil) -> Int {
    let line = rows.filter { $0.kind == kind }[position].line
    // The items of a section follow it at once.
    return item.map { line + 1 + $0 } ?? line
  }

  /// The rows in the order they stood in, each by its kind and its position among them.
  package var inOrder: [(kind: RowKind, position: Int)] {
    var counts: [RowKind: Int] = [:]
    return rows.map { row in
      defer { counts[row.kind, default: 0] += 1 }
      return (row.kind, counts[row.kind, default: 0])
    }
  }

  fileprivate mutating func append(_ kind: RowKind, line: Int) {
    rows.append(Row(kind: kind, line: line))
  }
}

extension Content: BlockRows {
  package static var mostLines: Int { Limits.replaceLines }

  package mutating func add(_ item: ItemRow) -> Bool {
    guard item.was == nil else { return false }
    self[count - 1].items.append(Item(id: item.item, text: item.text, fields: item.fields))
    return true
  }

  package mutating func add(_ row: Row, line: Int?) -> ItemCount? {
    guard case .section(let row) = row else { return nil }
    append(Section(id: row.section, title: row.text))
    return row.items
  }
}

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
    appendSections(of: batch)
    for row in batch.deletes { line("delete", DeleteRow(row.path, item: row.id)) }
    for row in batch.moves {
      line("move", MoveRow(row.source, to: row.destination, item: row.id))
    }
    for row in batch.inserts {
      let (item, was) = (row.arrival.item, row.arrival.was)
      line(
        "insert",
        InsertRow(row.path, item: item.id, was: was, fields: item.fields, text: item.text))
    }
    for row in batch.reloads {
      line("reload", ReloadRow(row.path, item: row.id, changes: row.changes, text: row.text))
    }
    for row in batch.reconfigures {
      line("reconfigure", ReconfigureRow(row.path, item: row.id, changes: row.changes))
    }
  }

  private mutating func appendSections(of batch: BatchUpdate) {
    for row in batch.deletedSections {
      line("delete-section", DeleteSectionRow(row.index, section: row.id))
    }
    for row in batch.insertedSections {
      line(
        "insert-section",
        InsertSectionRow(
          row.index, section: row.id, items: row.items.count + row.unnamedCount,
          content: row.unnamedCount > 0 ? .counts : nil, text: row.title))
      for row in row.items {
        let item = row.item
        line("item", ItemRow(item.id, was: row.was, fields: item.fields, text: item.text))
      }
    }
    for row in batch.movedSections {
      line("move-section", MoveSectionRow(row.source, to: row.destination, section: row.id))
    }
    for row in batch.reloadedSections {
      line("reload-section", ReloadSectionRow(row.index, section: row.id, text: row.title))
    }
  }
}

extension BatchUpdate {
  /// The lines the batch has on the wire: its rows and the items of inserted sections.
  public var lineCount: Int { insertedSections.reduce(rowCount) { $0 + $1.items.count } }
}

extension WireBuffer {
  /// Appends a batch as a client sends it, from its head to its `end`.
  public mutating func append(_ head: BlockRequest.Batch, _ batch: BatchUpdate, tag: String? = nil)
  {
    append(.block(.batch(head)), tag: tag)
    append(rows: batch)
    append("end\n")
  }

  /// Appends a whole content as a client sends it, from its head to its `end`.
  public mutating func append(_ head: BlockRequest.Batch, _ content: Content, tag: String? = nil) {
    append(.block(.replace(head)), tag: tag)
    appendContent(content)
    append("end\n")
  }
}

extension BlockRequest {
  /// What both heads say.
  public var head: Batch {
    switch self {
    case .batch(let head), .replace(let head): head
    }
  }
}
