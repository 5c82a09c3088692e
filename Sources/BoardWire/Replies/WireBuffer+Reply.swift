import BoardModel

extension WireBuffer {
  /// Appends the one answer to a command, with the lines that follow it.
  ///
  /// - Parameter tag: The tag of the command.
  public mutating func append(_ reply: Reply, tag: String? = nil) {
    append(tag: tag)
    switch reply {
    case .pong(let ping): line("pong", ping)
    case .help(let lines): drawing("ok help", DrawingHead(lines: lines.count), lines)
    case .hello(let reply): line("ok hello", reply)
    case .quit: line("ok quit", NoFields())
    case .boards(let listing): append("ok boards", listing)
    case .create(let reply): line("ok create", reply)
    case .removeBoard(let reply): line("ok remove-board", reply)
    case .renameBoard(let reply): line("ok rename-board", reply)
    case .open(let reply): line("ok open", reply)
    case .close(let reply): line("ok close", reply)
    case .show(let board, let lines):
      drawing("ok show", BoardDrawingHead(board, lines: lines.count), lines)
    case .who(let listing): append("ok who", listing)
    case .find(let listing): append("ok find", listing)
    case .drags(let listing): append("ok drags", listing)
    case .history(let board, let listing): append("ok history", board, listing)
    case .policy(let board, let listing): append("ok policy", board, listing)
    case .begin(let reply): line("ok begin", reply)
    case .beginExternal(let reply): line("ok begin-external", reply)
    case .add(let reply): line("ok add", reply)
    case .addExternal(let reply): line("ok add-external", reply)
    case .remove(let reply): line("ok remove", ItemsLeft(reply))
    case .propose(let reply): line("ok propose", reply)
    case .exit(let reply): line("ok exit", reply)
    case .perform(let reply): line("ok perform", reply)
    case .cancel(let reply): line("ok cancel", reply)
    case .resume(let reply): line("ok resume", reply)
    case .dryrun(let reply, let batch):
      line("ok dryrun", DryRunHead(reply, lines: batch.lineCount))
      append(rows: batch)
    case .insert(let reply): line("ok insert", reply)
    case .delete(let reply): line("ok delete", reply)
    case .move(let reply): line("ok move", reply)
    case .edit(let reply): line("ok edit", reply)
    case .insertSection(let reply): line("ok insert-section", reply)
    case .deleteSection(let reply): line("ok delete-section", reply)
    case .moveSection(let reply): line("ok move-section", reply)
    case .renameSection(let reply): line("ok rename-section", reply)
    case .clear(let reply): line("ok clear", reply)
    case .batch(let reply): line("ok batch", reply)
    case .replace(let reply): line("ok replace", reply)
    case .undo(let reply): line("ok undo", reply)
    case .redo(let reply): line("ok redo", reply)
    case .select(let reply): line("ok select", reply)
    case .deselect(let reply): line("ok deselect", reply)
    case .choose(let reply): line("ok choose", reply)
    case .refused(let refusal): line("refused", FailureLine(refusal))
    case .error(let error, let verb): line("error", FailureLine(error, verb))
    }
  }

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

  private mutating func append<Row: LineFields>(_ head: StaticString, _ listing: Listing<Row>) {
    line(head, ListingHead(lines: listing.rows.count, hasMore: listing.hasMore))
    for row in listing.rows { append(row: row) }
  }

  private mutating func append<Row: LineFields>(
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

  private mutating func drawing(
    _ head: StaticString, _ fields: some LineFields, _ lines: [String]
  ) {
    line(head, fields)
    for line in lines {
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

  init(_ refusal: Refusal) {
    let (code, facts) = refusal.wire
    self.code = code.rawValue
    self.facts = facts
    sentence = Text(Sentences.sentence(for: refusal))
  }

  init(_ error: LineError, _ verb: Verb?) {
    let (code, facts) = error.wire
    self.code = code.rawValue
    self.facts = facts
    sentence = Text(Sentences.sentence(for: error, verb))
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    code = try line.word("code", old.map { QuotedWord($0.code) }).string
    isReplayed = try line.flag("replayed", old?.isReplayed)
    facts = try Facts(&line, from: old?.facts)
    sentence = try line.trailingText(limit: .max, old?.sentence)
  }
}
