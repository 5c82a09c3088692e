import BoardModel

/// A command in the text form (section 3 of the specification), whose tag and verb are read. Valid as long as its line is.
///
/// To copy a request would cost as much as to read it, so it is not stored.
public struct Command: ~Copyable {
  public let tag: String?
  private let name: Result<Verb, LineError>
  private let words: WordReader

  /// The verb, if the line has one that there is.
  public var verb: Verb? { try? name.get() }

  /// What the command asks, or what is wrong with it.
  public var request: Result<Request, LineError> { Result { () throws(LineError) in try read() } }

  /// Reads the tag and the verb of one line, as `LineFramer` delivers it.
  ///
  /// - Returns: nil for an empty line and a line of blanks (rule 2.6).
  public init?(_ line: UnsafeRawBufferPointer) {
    var words = WordReader(line)
    guard let first = words.next() else { return nil }
    // At once: behind a branch, the compiler releases them for an empty line, which has none.
    (tag, name) = Self.read(first, &words)
    self.words = words
  }

  private static func read(
    _ first: Word, _ words: inout WordReader
  ) -> (tag: String?, name: Result<Verb, LineError>) {
    guard first[0] == UInt8(ascii: "#") else { return (nil, verb(first)) }
    guard first.isTag else { return (nil, .failure(.badTag)) }
    let tag = String(decoding: first.part(1..<first.count), as: UTF8.self)
    return (tag, words.next().map(verb) ?? .failure(.missingArgument("VERB")))
  }

  private static func verb(_ word: Word) -> Result<Verb, LineError> {
    VerbTable.verb(word).map { .success($0) }
      ?? .failure(.quoting(word, LineError.unknownVerb))
  }

  /// Reads what the command asks.
  ///
  /// - Throws: What is wrong with the line.
  public func read() throws(LineError) -> Request {
    let verb = try name.get()
    var line = LineReader(words, .client)
    let request = try verb.request(&line)
    try line.finish()
    if verb == .hello || verb == .dryrun || verb == .policy || verb == .fields {
      try request.check()
    }
    return request
  }
}

extension Word {
  /// Whether the word is `#` and a tag (rule 3.8).
  package var isTag: Bool {
    count >= 2 && count <= Limits.tagBytes + 1 && first == UInt8(ascii: "#")
      && dropFirst().allSatisfy { byte in
        byte.isLetter || byte.isDigit || byte == 0x5F || byte == 0x2E || byte == 0x2D
      }
  }
}

extension Request {
  /// Makes sure that the parts go together.
  fileprivate func check() throws(LineError) {
    if case .connection(.hello(let hello)) = self, hello.client == nil, hello.token != nil {
      throw .missingArgument("CLIENT")
    }
    if case .drag(.dryrun(let dryrun)) = self, dryrun.items != nil, let drag = dryrun.drag {
      throw .quoting("drag=\(drag)", LineError.badArgument)
    }
    if case .policy(let policy) = self { try policy.check() }
    if case .board(.fields(let fields)) = self { try fields.check() }
  }
}

extension BoardRequest.Fields {
  /// Makes sure that there are the types.
  fileprivate func check() throws(LineError) {
    for case (let name, let type?) in changes.map({ ($0.name, $0.value) })
    where FieldType(rawValue: type.string) == nil {
      throw .quoting("\(name)=\(type)", LineError.badArgument)
    }
  }
}
