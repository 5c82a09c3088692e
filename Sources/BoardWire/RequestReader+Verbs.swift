import BoardCore

extension Arguments {
  /// Reads the arguments of a verb to the end of the line.
  mutating func request(_ verb: Verb) throws(LineError) -> Request {
    switch verb {
    case .help: return try closed(.help(topic: words.next()?.quoted))
    case .hello: return try hello()
    case .ping: return .ping(try optionalText())
    case .quit: return try closed(.quit)
    case .boards: return try closed(.boards)
    case .create: return try closed(.create(required("BOARD").requireName()))
    case .open: return try open()
    case .close: return .close(try optionalBoard())
    case .show: return try show()
    case .who: return .who(try optionalBoard())
    case .drags: return .drags(try optionalBoard())
    case .begin, .add, .remove, .propose, .exit, .perform, .cancel, .resume, .dryrun:
      return try dragRequest(verb)
    case .insert, .delete, .move, .edit:
      return try itemRequest(verb)
    case .insertSection, .deleteSection, .moveSection, .renameSection, .clear:
      return try sectionRequest(verb)
    case .batch: return try block { .batch($0, revision: $1, force: $2) }
    case .replace: return try block { .replace($0, revision: $1, force: $2) }
    case .undo: return try taking { .undo($0, force: $1) }
    case .redo: return try taking { .redo($0, force: $1) }
    case .history: return try history()
    case .policy: return try policy()
    case .select, .deselect, .choose: return try selectionRequest(verb)
    }
  }

  /// A request that takes nothing more.
  mutating func closed(_ request: Request) throws(LineError) -> Request {
    try end()
    return request
  }

  private mutating func optionalText() throws(LineError) -> Text? {
    guard let rest = words.rest(), !rest.isEmpty else { return nil }
    return try TextEscapes.read(rest)
  }

  private mutating func optionalBoard() throws(LineError) -> BoardName? {
    guard let word = words.next() else { return nil }
    let name = try word.requireName(BoardKind.self)
    try end()
    return name
  }

  private mutating func hello() throws(LineError) -> Request {
    let form = words.peek().flatMap { WireForm($0) }
    if form != nil {
      _ = words.next()
      if words.peek() == nil { return .hello(nil, token: nil, form: form) }
    }
    let word = try required("NAME")
    guard WireForm(word) == nil else { throw .name(word) }
    let name = try word.requireName(ClientKind.self)
    guard let token = words.next() else { return .hello(name, token: nil, form: form) }
    try end()
    let isToken =
      token.count >= 4 && token.count <= Limits.nameBytes
      && token.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x5F || $0 == 0x2D }
    // A token is a secret: it is not quoted.
    guard isToken, let string = token.string else { throw .badArgument("TOKEN") }
    return .hello(name, token: string, form: form)
  }

  private mutating func open() throws(LineError) -> Request {
    let board = try required("BOARD").requireName(BoardKind.self)
    var revision: Int?
    var every: Duration?
    if let word = words.peek(), !word.starts(with: "every=") {
      _ = words.next()
      revision = try word.requireNumber()
    }
    if let word = words.peek(), let value = option("every=") {
      every = try value.requireDuration(in: word)
    }
    return try closed(.open(board, revision: revision, every: every))
  }

  private mutating func block(
    _ make: (BoardName, Int?, Bool) -> Request
  ) throws(LineError) -> Request {
    let board = try required("BOARD").requireName(BoardKind.self)
    var revision: Int?
    if let word = words.peek(), !word.starts(with: "force=") {
      _ = words.next()
      revision = try word.requireNumber()
    }
    return try closed(make(board, revision, force()))
  }

  /// Reads `force=yes`, if it is there.
  mutating func force() throws(LineError) -> Bool {
    guard let word = words.peek(), let value = option("force=") else { return false }
    guard value.equals("yes") else { throw .argument(word) }
    return true
  }
}
