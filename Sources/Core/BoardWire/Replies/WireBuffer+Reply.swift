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

  mutating func append<Row: LineFields>(_ head: StaticString, _ listing: Listing<Row>) {
    line(head, ListingHead(lines: listing.rows.count, hasMore: listing.hasMore))
    for row in listing.rows { append(row: row) }
  }

  mutating func append<Row: LineFields>(
    _ head: StaticString, _ board: BoardName, _ listing: Listing<Row>
  ) {
    let counts = ListingHead(lines: listing.rows.count, hasMore: listing.hasMore)
    line(head, BoardListingHead(board, counts))
    for row in listing.rows { append(row: row) }
  }

  /// Appends a row without a kind: its first word has no blank before it.
  private mutating func append<Row: LineFields>(row: Row) {
    let start = count
    append(fields: row)
    removeByte(at: start)
    endLine()
  }

  mutating func append(_ head: StaticString, _ drawing: [String]) {
    line(head, DrawingHead(lines: drawing.count))
    append(drawing)
  }

  mutating func append(_ head: StaticString, _ board: BoardName, _ drawing: [String]) {
    line(head, BoardDrawingHead(board, lines: drawing.count))
    append(drawing)
  }

  private mutating func append(_ drawing: [String]) {
    for line in drawing {
      append(line.isEmpty ? "|" : "| ")
      append(plain: line)
      endLine()
    }
  }
}

/// What stands behind `refused` and `error`: `CODE [replayed=yes] KEY=VALUE… [TEXT]`.
struct FailureLine: LineFields {
  var code: String
  var isReplayed = false
  var facts: Facts
  var sentence: Text

  init(_ refusal: Refusal, _ sentence: String? = nil) {
    let (code, facts) = refusal.wire
    self.code = code.rawValue
    self.facts = facts
    self.sentence = Text(sentence ?? refusal.sentence(in: RefusalContext()))
  }

  init(_ error: LineError, _ verb: Verb?) {
    let (code, facts) = error.wire
    self.code = code.rawValue
    self.facts = facts
    sentence = Text(Sentences.sentence(for: error, verb))
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    code = try line.word("code", old.map { QuotedWord(unchecked: $0.code) }).string
    isReplayed = try line.flag("replayed", old?.isReplayed)
    facts = try Facts(&line, from: old?.facts)
    sentence = try line.trailingText(limit: .max, old?.sentence)
  }
}
