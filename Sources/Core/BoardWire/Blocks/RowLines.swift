import BoardModel

/// Tells on which line of a block each row of the batch stood, counted from 1.
public struct RowLines: Hashable, Sendable {
  private var lines: [RowKind: [Int]] = [:]

  /// The line of a row.
  ///
  /// - Parameters:
  ///   - kind: which of the arrays of the batch is meant.
  ///   - position: the index in that array, as the block was read.
  ///   - item: the index in the items of an inserted section, for the line of that item.
  public func line(_ kind: RowKind, _ position: Int, item: Int? = nil) -> Int {
    let line = lines[kind]![position]
    // The items of a section follow it at once.
    return item.map { line + 1 + $0 } ?? line
  }

  /// The rows in the order they stood in, each by its kind and its position among them.
  var inOrder: [(kind: RowKind, position: Int)] {
    lines.flatMap { kind, lines in
      lines.enumerated().map { (line: $1, row: (kind: kind, position: $0)) }
    }.sorted { $0.line < $1.line }.map(\.row)
  }

  mutating func append(_ kind: RowKind, line: Int) { lines[kind, default: []].append(line) }
}
