/// Compares messages of a server with those of a transcript; a batch by its resulting board.
struct MessageComparison: Sendable {
  private(set) var lines: LineComparison
  private var boards = BoardHistory()
  /// All words that clients have sent, including ids.
  private var sentWords: Set<String> = []

  init(under conditions: PlayConditions) { lines = LineComparison(conditions: conditions) }

  var conditions: PlayConditions {
    get { lines.conditions }
    set { lines.conditions = newValue }
  }

  /// The place where a message differs from the expected one.
  enum Mismatch: Equatable {
    case head
    /// The index of a received row that is not expected, and of an expected row that is missing.
    case row(received: Int?, expected: Int?)
  }

  /// Records the initial content of a board.
  mutating func begin(with board: GivenBoard) {
    let rows = board.lines.map { Message.Row($0, behind: .kinds) }
    boards[board.name, "\(board.revision)"] = BoardModel(snapshot: rows)
  }

  /// Records a line of a client.
  mutating func note(sent line: String) {
    sentWords.formUnion(line.split { ",.: \"".contains($0) }.map(String.init))
  }

  /// Whether the first line of a message is the expected one.
  mutating func matches(
    _ head: ParsedLine, _ expected: ParsedLine, isOpen: Bool = false
  ) -> Bool {
    lines.matches(head, expected, optional: isOpen ? "more" : nil)
  }

  /// Compares, and returns nil if the message is the expected one.
  ///
  /// - Parameter isOpen: Whether a listing may have more rows than expected.
  mutating func mismatch(
    of message: Message, from expected: ExpectedMessage, isOpen: Bool
  ) -> Mismatch? {
    guard matches(message.head, expected.message.head, isOpen: isOpen) else { return .head }
    let mismatch = mismatch(ofRows: message, from: expected, isOpen: isOpen)
    if mismatch == nil { try? boards.read(expected.message) }
    return mismatch
  }

  private mutating func mismatch(
    ofRows message: Message, from expected: ExpectedMessage, isOpen: Bool
  ) -> Mismatch? {
    let (received, wanted) = (message.rows, expected.message.rows)
    if expected.hasAnyRows {
      let isCounted = expected.count.map { $0 == received.count } ?? true
      let other = received.firstIndex { if case .unreadable = $0 { true } else { false } }
      return isCounted ? other.map { .row(received: $0, expected: nil) } : .head
    }
    if message.isBatch, !conditions.isLiteral {
      return unmatched(Unit.units(of: received), Unit.units(of: wanted), isOpen: false)
        .flatMap { leadsToTheSame(message, expected.message) ? nil : $0 }
    }
    if isOpen {
      return unmatched(
        received.indices.map { Unit(received, $0) }, wanted.indices.map { Unit(wanted, $0) },
        isOpen: true)
    }
    let count = min(received.count, wanted.count)
    if let index = (0..<count).first(where: { !lines.matches(received[$0], wanted[$0]) }) {
      return .row(received: index, expected: index)
    }
    guard received.count != wanted.count else { return nil }
    return .row(
      received: received.count > count ? count : nil, expected: wanted.count > count ? count : nil)
  }
}

// Rows in any order.

extension MessageComparison {
  /// A unit of rows: an inserted section with its items, or a single row.
  private struct Unit {
    let first: Int
    var rows: [Message.Row]

    init(_ rows: [Message.Row], _ index: Int) { (first, self.rows) = (index, [rows[index]]) }

    static func units(of rows: [Message.Row]) -> [Unit] {
      var units: [Unit] = []
      for (index, row) in rows.enumerated() {
        if row.fields?.kind == "item", let last = units.indices.last {
          units[last].rows.append(row)
        } else {
          units.append(Unit(rows, index))
        }
      }
      return units
    }
  }

  /// The first missing and the first unexpected unit, if any.
  private mutating func unmatched(
    _ received: [Unit], _ expected: [Unit], isOpen: Bool
  ) -> Mismatch? {
    var rest = received
    var missing: Unit?
    for unit in expected {
      if let index = rest.firstIndex(where: { lines.matches($0.rows, unit.rows) }) {
        rest.remove(at: index)
      } else {
        missing = missing ?? unit
      }
    }
    if missing == nil && (isOpen || rest.isEmpty) { return nil }
    return .row(received: rest.first?.first, expected: missing?.first)
  }

  /// Whether a batch of different rows is legal, and has the same result as the expected one.
  ///
  /// Of the board before it may refer only to touched elements (rule 6.8): those of the expected
  /// rows, or of a client's command.
  private mutating func leadsToTheSame(_ message: Message, _ expected: Message) -> Bool {
    let translated = message.rows.map { $0.mapped { lines.translated($0) } }
    guard let batch = BatchModel(translated), let other = BatchModel(expected.rows) else {
      return false
    }
    let named = batch.names.subtracting(other.names).subtracting(sentWords)
    let results = before(expected).compactMap { board in
      (try? other.applied(to: board)).map { (board, $0) }
    }
    return !results.isEmpty
      && results.allSatisfy { board, wanted in
        guard named.isDisjoint(with: board.names), let result = try? batch.applied(to: board) else {
          return false
        }
        return lines.matches(result, wanted)
      }
  }

  /// The candidate boards of a batch. A `dryrun` names only its revision.
  private func before(_ expected: Message) -> [BoardModel] {
    let words = expected.head.words.compactMap(\.string)
    if expected.head.kind == "batch" { return boards[words[0], words[1]].map { [$0] } ?? [] }
    return expected.head.key("rev")?.string.map { boards.boards(at: $0) } ?? []
  }
}

extension Message.Row {
  fileprivate func mapped(_ read: (String) -> String) -> Message.Row {
    switch self {
    case .fields(let fields): .fields(fields.mapped(read))
    case .drawing, .unreadable: self
    }
  }
}
