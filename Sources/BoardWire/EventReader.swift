import BoardCore

/// Reads the events of rules 7.5 and 14.4, and `bye`.
enum EventReader {
  /// Reads an event of any kind behind its first word.
  static func message(
    _ first: Word, _ words: inout WordReader
  ) throws(LineError) -> ServerMessage {
    if first.equals("drag") { return try drag(&words) }
    if first.equals("selected") { return .event(try selected(&words)) }
    guard first.equals("bye") else { return .unknown(first.quoted) }
    let word = try words.required()
    let reason = word.last == UInt8(ascii: ";") ? word.part(0..<(word.count - 1)) : word
    guard let bye = Bye.allCases.first(where: { reason.elementsEqual($0.rawValue.utf8) }) else {
      return .unknown("bye")
    }
    return .event(.bye(bye))
  }

  /// Reads a line that says something about a live drag session or a selection.
  static func event(_ line: UnsafeRawBufferPointer) throws(LineError) -> Event {
    var words = WordReader(line)
    let first = try words.required()
    guard case .event(let event) = try message(first, &words) else { throw .argument(first) }
    return event
  }

  private static func drag(_ words: inout WordReader) throws(LineError) -> ServerMessage {
    let session = try words.required().requireSession()
    let what = try words.required()
    if what.equals("over") { return .event(.over(session, try proposal(&words))) }
    if what.equals("began") { return .event(try began(session, &words)) }
    if what.equals("items") { return .event(.items(session, try items(&words))) }
    if what.equals("suspended") { return .event(.suspended(session)) }
    if what.equals("resumed") { return .event(.resumed(session)) }
    if what.equals("ended") { return .ended(session, try outcome(&words)) }
    return .unknown("drag")
  }

  private static func began(
    _ session: SessionID, _ words: inout WordReader
  ) throws(LineError) -> Event {
    let board = try words.required().requireName(BoardKind.self)
    let owner = try words.required().requireName(ClientKind.self)
    let word = try words.required()
    let operations = try word.requireOperations(in: word)
    return .began(session, board, by: owner, operations, try items(&words))
  }

  private static func selected(_ words: inout WordReader) throws(LineError) -> Event {
    let board = try words.required().requireName(BoardKind.self)
    let client = try words.required().requireName(ClientKind.self)
    let items = try items(&words)
    guard !items.isEmpty else { throw .missingArgument("ITEM") }
    // No item of this name can be selected.
    return .selected(board, client, items == ["none"] ? [] : items)
  }

  private static func items(_ words: inout WordReader) throws(LineError) -> [ItemID] {
    var items: [ItemID] = []
    while let word = words.next() { items.append(try word.requireName()) }
    return items
  }

  private static func outcome(_ words: inout WordReader) throws(LineError) -> ReportedOutcome {
    let word = try words.required()
    if word.equals("moved") { return .moved(revision: try words.required().requireNumber()) }
    if word.equals("copied") {
      let revision = try words.required().requireNumber()
      let board = try words.next().map { word throws(LineError) in
        try word.requireName(BoardKind.self)
      }
      return .copied(revision: revision, board: board)
    }
    if word.equals("unchanged") { return .unchanged }
    if word.equals("cancelled") { return .cancelled }
    if word.equals("forbidden") { return .forbidden }
    if word.equals("expired") { return .expired }
    if word.equals("gone") { return .gone }
    if word.equals("shutdown") { return .shutdown }
    throw .argument(word)
  }
}

extension EventReader {
  /// Reads `OPERATION INTENT PLACE ANCHOR [REASON]`, or `none` as nil.
  static func proposal(_ words: inout WordReader) throws(LineError) -> DropProposal? {
    let operation = try words.required()
    if operation.equals("none") { return nil }
    let intent = try words.required()
    guard intent.equals("at") else { throw .argument(intent) }
    let (board, path) = try words.required().splitBoard()
    let (anchorBoard, anchorWord) = try words.required().splitBoard()
    guard anchorBoard == board else { throw .argument(anchorWord) }
    let verdict = try verdict(operation, &words)
    return DropProposal(
      verdict: verdict, board: board, path: try path.requirePath(),
      anchor: try anchorWord.requireAnchor())
  }

  private static func verdict(
    _ operation: Word, _ words: inout WordReader
  ) throws(LineError) -> DropProposal.Verdict {
    if let operation = operation.operation { return .allowed(operation) }
    let isTemporary = operation.equals("forbidden")
    guard isTemporary || operation.equals("cancel") else { throw .argument(operation) }
    let word = try words.required()
    let reason = DropReason.allCases.first { word.elementsEqual($0.rawValue.utf8) }
    guard let reason, reason.isTemporary == isTemporary else { throw .argument(word) }
    return .denied(reason)
  }
}

extension Word {
  /// Takes `BOARD/` off.
  fileprivate func splitBoard() throws(LineError) -> (BoardName?, Word) {
    guard let (board, rest) = split(at: UInt8(ascii: "/")) else { return (nil, self) }
    return (try board.requireName(), rest)
  }

  fileprivate func requireAnchor() throws(LineError) -> Anchor {
    guard let (keyword, name) = split(at: UInt8(ascii: ":")) else { throw .argument(self) }
    if keyword.equals("before") { return .before(try name.requireName()) }
    if keyword.equals("after") { return .after(try name.requireName()) }
    if keyword.equals("start") { return .start(try name.requireName()) }
    if keyword.equals("end") { return .end(try name.requireName()) }
    throw .argument(self)
  }
}
