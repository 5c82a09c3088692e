import BoardModel

extension WireBuffer {
  /// Appends a remembered reply once more (rule 9.3): its lines as they were written without a tag,
  /// now with one and with `replayed=yes`.
  public mutating func append(replayed bytes: [UInt8], tag: String) {
    append(tag: tag)
    bytes.withUnsafeBytes { bytes in
      let head = ByteScan.first(0x0A, in: bytes) ?? bytes.count
      var words = WordReader(bytes.part(0..<head))
      // A refusal has a text, before which the keys stand.
      let isRefusal = words.next()?.equals("refused") == true
      _ = words.next()
      let end = isRefusal ? words.offset : head
      append(bytes: bytes.part(0..<end))
      append(" replayed=yes")
      append(bytes: bytes.part(end..<bytes.count))
    }
  }

  /// Appends the head of a listing and its rows, which have no kind: their first words have no blank before them.
  mutating func append<Row: LineFields>(
    _ head: StaticString, _ board: BoardName?, _ listing: Listing<Row>
  ) {
    begin(head, board, lines: listing.rows.count)
    _ = flag("more", listing.hasMore)
    endLine()
    for row in listing.rows {
      let start = count
      append(fields: row)
      removeByte(at: start)
      endLine()
    }
  }

  mutating func append(_ head: StaticString, _ board: BoardName?, _ drawing: [String]) {
    begin(head, board, lines: drawing.count)
    endLine()
    for line in drawing {
      append(line.isEmpty ? "|" : "| ")
      append(plain: line)
      endLine()
    }
  }

  private mutating func begin(_ head: StaticString, _ board: BoardName?, lines: Int) {
    append(head)
    if let board { _ = word("board", board) }
    _ = word("lines", lines)
  }
}

/// What stands behind `refused` and `error`: `CODE [replayed=yes] KEY=VALUE… [TEXT]`.
struct FailureLine: LineFields {
  let failure: Failure
  let isReplayed: Bool

  init(_ failure: Failure) { (self.failure, isReplayed) = (failure, false) }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let known = old?.failure
    let code = try line.word("code", known.map { QuotedWord(unchecked: $0.code) }).string
    isReplayed = try line.flag("replayed", old?.isReplayed)
    let facts = try Facts(&line, from: known?.facts)
    let sentence = try line.trailingText(limit: .max, known.map { Text($0.sentence) })
    failure = Failure(code: code, facts: facts, sentence: sentence.string)
  }
}
