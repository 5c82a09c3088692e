import BoardCore

extension WireBuffer {
  /// Appends the line with which a server begins (rule 1.1).
  public mutating func appendGreeting() {
    append("dropline 1 ready; line=")
    append(number: Limits.lineBytes)
    append(" text=")
    append(number: Limits.textBytes)
    append(#" index=after-removal; try "help""#)
    endLine()
  }

  /// Appends the one answer to a command.
  ///
  /// - Parameter tag: the tag of the command, which is echoed.
  public mutating func append(_ reply: Reply, tag: String? = nil) {
    switch reply {
    case .refused(let refusal):
      begin("refused", tag)
      facts(of: refusal)
      append("; ")
      append(plain: Sentences.sentence(for: refusal))
    case .error(let error):
      begin("error", tag)
      facts(of: error)
      append("; ")
      append(plain: Sentences.sentence(for: error))
    case .pong(let text):
      begin("pong", tag)
      if tag == nil, let text = text?.string, text.utf8.first == UInt8(ascii: "#") {
        append(untagged: text)
        return endLine()
      }
      return endLine(text: text ?? "")
    case .listing(let verb, let words, let lines):
      begin("ok", tag)
      word(plain: verb.rawValue)
      return listing(words, lines)
    default:
      begin("ok", tag)
      words(reply)
    }
    endLine()
  }

  /// Appends a remembered answer once more (rule 9.3): its lines as they were written without a tag,
  /// now with one, and with `replayed` as the last word before a sentence for people.
  public mutating func append(replayed bytes: [UInt8], tag: String) {
    let head = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
    let kind = bytes[..<head].firstIndex(of: 0x20) ?? head
    let isRefusal = bytes.starts(with: "refused ".utf8)
    let sentence = isRefusal ? bytes[..<head].firstRange(of: "; ".utf8)?.lowerBound : nil
    append(bytes: Array(bytes[..<kind]))
    append(" #")
    append(plain: tag)
    append(bytes: Array(bytes[kind..<(sentence ?? head)]))
    append(" replayed")
    append(bytes: Array(bytes[(sentence ?? head)...]))
  }

  /// Appends a text that begins as a tag does, and is none (rule 4.1).
  mutating func append(untagged text: String) {
    append(" \\u{23}")
    append(text: String(text.dropFirst()))
  }

  private mutating func begin(_ kind: StaticString, _ tag: String?) {
    append(kind)
    guard let tag else { return }
    append(" #")
    append(plain: tag)
  }

  private mutating func listing(_ words: [String], _ lines: [String]) {
    for string in words { word(plain: string) }
    self.words(lines.count)
    endLine()
    for line in lines {
      append("| ")
      append(plain: line)
      endLine()
    }
  }

  private mutating func facts(of refusal: Refusal) {
    let (code, facts) = refusal.wire
    word(plain: code.rawValue)
    for fact in facts { word(fact: fact) }
  }

  private mutating func facts(of error: LineError) {
    let (code, facts) = error.wire
    word(plain: code.rawValue)
    for fact in facts { word(fact: fact) }
  }
}

extension WireBuffer {
  private mutating func words(_ reply: Reply) {
    switch reply {
    case .hello(let name): words("hello", name)
    case .quit: words("quit")
    case .create(let board, let revision): words("create", board, revision)
    case .open(let board, let revision, let rewound):
      words("open", board, revision)
      if rewound { words("rewound") }
    case .close(let board): words("close", board)
    case .batch(let board, let revision): words("batch", board, revision)
    case .replace(let board, let revision): words("replace", board, revision)
    case .begin, .add, .remove, .propose, .exit, .perform, .cancel, .resume:
      dragWords(reply)
    case .select, .deselect, .choose:
      selectionWords(reply)
    default:
      editWords(reply)
    }
  }

  private mutating func dragWords(_ reply: Reply) {
    switch reply {
    case .begin(let session, let items): words("begin", session, items)
    case .add(let session, let items): words("add", session, items)
    case .remove(let session, let items) where items.isEmpty:
      words("remove", session, SessionOutcome.cancelled)
    case .remove(let session, let items): words("remove", session, items)
    case .propose(let session, let proposal): words("propose", session, proposal)
    case .exit(let session): words("exit", session)
    case .perform(let session, let outcome): words("perform", session, outcome)
    case .cancel(let session, let outcome): words("cancel", session, outcome)
    case .resume(let session, let proposal):
      words("resume", session)
      guard let proposal else { return words("lifted") }
      words("over", proposal)
    default: preconditionFailure("no reply about a drag")
    }
  }

  private mutating func selectionWords(_ reply: Reply) {
    switch reply {
    case .select(let board, let items): words("select", board, Selected(items: items))
    case .deselect(let board, let items): words("deselect", board, Selected(items: items))
    case .choose(let item, .selected): words("choose", item, "selected" as StaticString)
    case .choose(let item, .deselected): words("choose", item, "deselected" as StaticString)
    case .choose(let item, .moved(let revision, let path)):
      words("choose", item, "moved" as StaticString, revision, path)
    case .choose(let item, .deleted(let revision)):
      words("choose", item, "deleted" as StaticString, revision)
    default: preconditionFailure("no reply about a selection")
    }
  }

  private mutating func editWords(_ reply: Reply) {
    switch reply {
    case .insert(let item, let path, let revision): words("insert", item, path, revision)
    case .edit(let item, let path, let revision): words("edit", item, path, revision)
    case .delete(let count, let revision): words("delete", count, revision)
    case .move(let count, let path, let revision): words("move", count, path, revision)
    case .insertSection(let section, let index, let revision):
      words("insert-section", section, index, revision)
    case .deleteSection(let section, let revision): words("delete-section", section, revision)
    case .moveSection(let section, let index, let revision):
      words("move-section", section, index, revision)
    case .renameSection(let section, let index, let revision):
      words("rename-section", section, index, revision)
    case .clear(let section, let count, let revision): words("clear", section, count, revision)
    case .undo(let revision, let taken): words("undo", revision, taken)
    case .redo(let revision, let taken): words("redo", revision, taken)
    default: preconditionFailure("no reply about an edit")
    }
  }
}
