import BoardCore

/// The verbs of drag sessions.
extension Arguments {
  mutating func dragRequest(_ verb: Verb) throws(LineError) -> Request {
    switch verb {
    case .begin: return try begin()
    case .add: return try add()
    case .remove:
      let session = try session()
      return .remove(try sessionItems(), from: session)
    case .propose: return try propose()
    case .exit: return .exit(try lastSession())
    case .perform: return .perform(try lastSession())
    case .cancel:
      let session = try session()
      if let word = words.peek(), !word.starts(with: "force=") { try expectSession(word, session) }
      return try closed(.cancel(session, force: force()))
    case .resume: return try closed(.resume(required("SESSION").requireSession()))
    default: return try dryrun()
    }
  }

  private mutating func lastSession() throws(LineError) -> SessionID? {
    let session = try session()
    if let word = words.peek() { try expectSession(word, session) }
    return session
  }

  /// Complains about a word where only a session could stand.
  private func expectSession(_ word: Word, _ session: SessionID?) throws(LineError) {
    throw session == nil ? .argument(word) : .tooManyArguments(word.quoted)
  }

  private mutating func begin() throws(LineError) -> Request {
    if let type = try externalType() {
      return .beginExternal(type: type, try text("TEXT"), on: board)
    }
    var items = ItemReferences()
    var operations: DropOperations?
    var local = false
    while let word = words.next() {
      if word.starts(with: "ops="), operations == nil {
        operations = try word.part(4..<word.count).requireOperations(in: word)
      } else if word.equals("local=yes"), !local {
        local = true
      } else {
        guard ByteScan.first(UInt8(ascii: "="), in: word) == nil else { throw .argument(word) }
        items.append(try item(word))
      }
    }
    return .begin(items, on: board, operations: operations, local: local)
  }

  private mutating func add() throws(LineError) -> Request {
    let session = try session()
    if let word = words.peek(), word.starts(with: "external:"), let type = try externalType() {
      return .addExternal(type: type, try text("TEXT"), to: session)
    }
    return .add(try sessionItems(), to: session)
  }

  /// Items on the board of a session, which therefore name no board.
  private mutating func sessionItems() throws(LineError) -> ItemReferences {
    var items = ItemReferences()
    while let word = words.next() { items.append(try word.requireItem()) }
    return items
  }

  /// Reads `[BOARD/]external:[TYPE]`, if the next word is that.
  private mutating func externalType() throws(LineError) -> String? {
    guard let word = words.peek() else { return nil }
    var rest = word
    if !word.starts(with: "external:") {
      guard let (_, behind) = word.split(at: UInt8(ascii: "/")), behind.starts(with: "external:")
      else { return nil }
      rest = try scoped(word)
    }
    _ = words.next()
    let type = rest.part(9..<rest.count)
    if type.isEmpty { return "text/plain" }
    guard let string = type.itemType else { throw .argument(word) }
    return string
  }

  private mutating func propose() throws(LineError) -> Request {
    let session = try session()
    let operation = words.peek()?.operation
    if operation != nil { _ = words.next() }
    let place = try place()
    return try closed(.propose(session, operation, place, on: board))
  }

  private mutating func dryrun() throws(LineError) -> Request {
    let session = try session()
    var rest: [Word] = []
    while let word = words.next() { rest.append(word) }
    guard let last = rest.popLast() else { throw .missingArgument("PLACE") }
    let operation = rest.last?.operation
    if operation != nil { rest.removeLast() }
    if session != nil, let word = rest.first { throw .argument(word) }
    var items = ItemReferences()
    for word in rest { items.append(try item(word)) }
    let place = try place(last)
    return .dryrun(
      items.isEmpty ? .session(session) : .items(items), operation, place, on: board)
  }
}
