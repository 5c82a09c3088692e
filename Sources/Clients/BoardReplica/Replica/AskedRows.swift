import BoardModel
import BoardWire

/// A range of items of a section, on the confirmed board.
struct RowRange: Hashable, Sendable {
  var start: IndexPath
  var count: Int

  var indices: Range<Int> { start.item..<start.item + count }
}

/// The requests for rows that are not answered, and what they ask for, on the confirmed board as it is now.
struct AskedRows: Sendable {
  private var entries: [(request: Request, rows: RowRange)] = []

  var ranges: [RowRange] { entries.map(\.rows) }

  mutating func append(_ request: Request, _ rows: RowRange) { entries.append((request, rows)) }

  /// What of a range was not asked for, in parts for which one request may ask.
  ///
  /// - Complexity: O(entries log entries + parts).
  func lacking(_ rows: RowRange) -> [RowRange] {
    let others = entries.map(\.rows).filter { $0.start.section == rows.start.section }
    var parts: [RowRange] = []
    var next = rows.indices.lowerBound
    func add(upTo end: Int) {
      for start in stride(from: next, to: end, by: Limits.listedItems) {
        let path = IndexPath(section: rows.start.section, item: start)
        parts.append(RowRange(start: path, count: min(Limits.listedItems, end - start)))
      }
    }
    for other in others.map(\.indices).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      add(upTo: min(other.lowerBound, rows.indices.upperBound))
      next = max(next, other.upperBound)
    }
    add(upTo: rows.indices.upperBound)
    return parts
  }

  /// Removes the request that a reply answers. If the request is not known, rows are those that begin where they do.
  mutating func remove(answeredBy reply: ServerReply, _ request: Request?) {
    let index: Int? =
      if let request {
        entries.firstIndex { $0.request == request }
      } else if case .rows(let head, _)? = reply.ok {
        entries.firstIndex { $0.rows.start == head.path }
      } else {
        nil
      }
    if let index { entries.remove(at: index) }
  }

  /// Takes over the edits of a batch. The server follows a place likewise (rule 20.2).
  mutating func follow(_ edits: PositionMapping) {
    entries = entries.compactMap { request, rows in
      edits.gap(rows.start).map { (request, RowRange(start: $0, count: rows.count)) }
    }
  }
}
