import BoardCore

extension WireBuffer {
  /// Appends what the server tells without being asked (rule 7.5).
  public mutating func append(_ event: Event) {
    switch event {
    case .began(let session, let board, let owner, let operations, let items):
      drag(session, "began", board, owner, operations, items)
    case .items(let session, let items): drag(session, "items", items)
    case .over(let session, nil): drag(session, "over none")
    case .over(let session, let proposal?): drag(session, "over", proposal)
    case .suspended(let session): drag(session, "suspended")
    case .resumed(let session): drag(session, "resumed")
    case .ended(let session, let outcome):
      drag(session, "ended")
      word(plain: outcome.event)
    case .selected(let board, let client, let items):
      append("selected")
      words(board, client, Selected(items: items))
    case .bye(let bye): append(bye)
    }
    endLine()
  }

  @inline(__always)
  private mutating func drag<each Fact: WireWord>(
    _ session: SessionID, _ what: StaticString, _ facts: repeat each Fact
  ) {
    append("drag")
    words(session, what, repeat each facts)
  }

  private mutating func append(_ bye: Bye) {
    append("bye")
    word(plain: bye.rawValue)
    if bye == .full { append("; The server has as many connections as it takes.") }
  }
}
