import BoardModel

/// Reads the parts of one line behind its kind, as section 3 of the specification has them.
///
/// Words come first, then keys in any order, then the text.
struct LineReader: LineCoder {
  typealias Failure = LineError

  /// Whose line it is, which decides what becomes of keys that nobody asks for.
  enum Side {
    /// A command: unknown keys are refused by name.
    case client
    /// A line of a server: unknown keys are skipped (rule 11.2).
    case server
  }

  private var words: WordReader
  private let side: Side
  /// Whether an id may be `-`, as in the rows of a block. It is read as `WireValue.open`.
  let allowsOpenIDs: Bool
  /// Where the keys behind the first one begin; nil until somebody has asked for what is behind the words.
  private var otherKeys: WordReader?
  private var keyCount = 0
  /// The first of the keys, which is most often the only one.
  private var firstToken = Word(start: nil, count: 0)
  /// The last of them: most lines with more than one have two.
  private var lastToken = Word(start: nil, count: 0)
  /// The keys that were asked for and found, by their position, as bits.
  private var found: UInt64 = 0
  private var foundCount = 0
  /// Whether a field is there twice.
  private var hasRepeatedKey = false

  init(_ words: WordReader, _ side: Side, allowsOpenIDs: Bool = false) {
    (self.words, self.side, self.allowsOpenIDs) = (words, side, allowsOpenIDs)
  }

  mutating func word<Value: WireValue>(
    _ name: StaticString, _ value: Value?
  ) throws(LineError) -> Value {
    guard let word = words.nextUnkeyed() else { throw .missing(word: name) }
    if allowsOpenIDs, word.isDash, let open = Value.open { return open }
    return try self.value(of: word, quoting: word)
  }

  mutating func lastWord<Value: WireValue>(
    _ name: StaticString, _ value: Value?
  ) throws(LineError) -> Value? {
    guard let word = words.nextUnkeyed() else { return nil }
    return try self.value(of: word, quoting: word)
  }

  mutating func literal(_ word: StaticString) throws(LineError) {
    guard let next = words.nextUnkeyed() else { throw .missing(word: "EVENT") }
    guard next.equals(word) else { throw .argument(next) }
  }

  mutating func fact<Value: WireValue>(
    _ name: StaticString, _ value: Value?
  ) throws(LineError) -> Value {
    guard let value = try key(name, value) else { throw .missing(key: name) }
    return value
  }

  mutating func key<Value: WireValue>(
    _ name: StaticString, _ value: Value?
  ) throws(LineError) -> Value? {
    guard let (value, token) = find(name) else { return nil }
    guard !value.isEmpty || Value.mayBeEmpty else { throw .argument(token) }
    return try self.value(of: value, quoting: token)
  }

  mutating func flag(_ name: StaticString, _ value: Bool?) throws(LineError) -> Bool {
    guard let (value, token) = find(name) else { return false }
    guard value.equals("yes") else { throw .argument(token) }
    return true
  }

  mutating func fields(_ value: Fields?) throws(LineError) -> Fields {
    hasMoreKeys() ? Fields().applying(try readFields(mayGo: false)) : Fields()
  }

  mutating func changes(_ value: FieldChanges?) throws(LineError) -> FieldChanges {
    hasMoreKeys() ? try readFields(mayGo: true) : FieldChanges()
  }

  mutating func require(_ name: StaticString, _ isThere: Bool) throws(LineError) {
    if isThere { return }
    try endKeys()
    throw .missing(key: name)
  }

  mutating func text(limit: Int, _ value: Text?) throws(LineError) -> Text {
    try endKeys()
    guard let rest = words.rest() else { throw .missingArgument("TEXT") }
    return try TextEscapes.read(rest, limit: limit)
  }

  mutating func trailingText(limit: Int, _ value: Text?) throws(LineError) -> Text {
    try endKeys()
    guard let rest = words.rest() else { return "" }
    return try TextEscapes.read(rest, limit: limit)
  }

  /// Makes sure that nothing is left over.
  mutating func finish() throws(LineError) {
    try endKeys()
    if side == .client, let word = words.next() { throw .quoting(word, LineError.tooManyArguments) }
  }
}

extension LineReader {
  /// Goes over the keys, to where the text begins.
  private mutating func skipKeys() {
    otherKeys = words
    while let word = words.nextKeyed() {
      if keyCount == 0 { (firstToken, otherKeys) = (word, words) }
      lastToken = word
      keyCount &+= 1
    }
  }

  /// The key at a position. Those between the first and the last one are read from what is given, one by one.
  @inline(__always)
  private func token(at position: Int, from keys: inout WordReader?) -> Word? {
    position == 0 ? firstToken : position == keyCount &- 1 ? lastToken : keys?.next()
  }

  /// The value of a key, and the whole word, if the line has it.
  @inline(__always)
  private mutating func find(_ name: StaticString) -> (value: Word, token: Word)? {
    hasMoreKeys() ? findAmongKeys(name) : nil
  }

  private mutating func findAmongKeys(_ name: StaticString) -> (value: Word, token: Word)? {
    var keys = otherKeys
    // One that comes again is not found, and so is complained of at the end.
    for position in 0..<keyCount {
      guard let token = token(at: position, from: &keys), token.isKey(name) else { continue }
      markFound(position)
      return (token.value(behind: name), token)
    }
    return nil
  }

  private mutating func markFound(_ position: Int) {
    foundCount &+= 1
    if position < 64 { found |= 1 << UInt64(position) }
  }

  /// Whether there are keys that have not been asked for.
  @inline(__always)
  private mutating func hasMoreKeys() -> Bool {
    if otherKeys == nil { skipKeys() }
    return foundCount < keyCount
  }

  /// Reads the keys that are fields.
  ///
  /// - Parameter mayGo: Whether one without a value is a field that goes, or none.
  private mutating func readFields(mayGo: Bool) throws(LineError) -> FieldChanges {
    var fields = FieldChanges()
    var keys = otherKeys
    for position in 0..<keyCount where foundCount < keyCount {
      guard let token = token(at: position, from: &keys), !isFound(position),
        let (key, value) = token.split(at: UInt8(ascii: "=")), let name = FieldName(key)
      else { continue }
      markFound(position)
      if value.isEmpty && !mayGo {
        if side == .client { throw .argument(token) }
        // A server of a later version may mean something by it (rule 11.2).
        continue
      }
      let text = value.isEmpty ? nil : try TextEscapes.read(value, limit: Limits.fieldValueBytes)
      if fields[name] != nil { hasRepeatedKey = true }
      fields.set(name, to: text)
      // A server's row names the fields that went beside those that came.
      if side == .client, fields.count > Limits.itemFields {
        throw .tooManyFields(Limits.itemFields)
      }
    }
    return fields
  }

  /// Reads a value.
  ///
  /// - Parameter whole: The word that is quoted if the value is none: an argument is quoted whole and
  ///   with its key, while of a wrong name or number only that is quoted. A token is a secret.
  private func value<Value: WireValue>(
    of word: Word, quoting whole: Word
  ) throws(LineError) -> Value {
    do throws(LineError) {
      return try Value(word)
    } catch {
      guard case .badArgument = error, Value.self != Token.self else { throw error }
      throw .argument(whole)
    }
  }

  /// Makes sure that every key has been asked for, and is there once.
  private mutating func endKeys() throws(LineError) {
    if hasMoreKeys() || hasRepeatedKey, side == .client { throw keyError }
  }

  /// What is wrong with the keys: one is there twice, or nobody asked for it.
  private var keyError: LineError {
    var rest = otherKeys
    let keys = (0..<keyCount).compactMap { position in
      token(at: position, from: &rest).map { $0.split(at: UInt8(ascii: "="))?.0 ?? $0 }
    }
    var seen = Set<String?>()
    let repeated = keys.first { !seen.insert($0.string).inserted }
    if let repeated { return .quoting(repeated, LineError.duplicateKey) }
    let unknown = keys.indices.first { !isFound($0) } ?? 0
    return .quoting(keys[unknown], LineError.unknownKey)
  }

  /// Whether the key at a position was asked for; no, if there are very many.
  private func isFound(_ position: Int) -> Bool {
    position < 64 && found & 1 << UInt64(position) != 0
  }
}

extension Word {
  /// Whether the word is `KEY=…`: a small letter, then small letters, digits or `-` up to a `=`.
  ///
  /// The bytes may go on behind the word, as no key has a blank.
  var isKeyed: Bool { signOfKey != nil }

  /// What stands behind the `=`.
  @inline(__always)
  fileprivate func value(behind name: StaticString) -> Word {
    part((name.utf8CodeUnitCount + 1)..<count)
  }

  @inline(__always)
  fileprivate func isKey(_ name: StaticString) -> Bool {
    count > name.utf8CodeUnitCount && self[name.utf8CodeUnitCount] == UInt8(ascii: "=")
      && starts(with: name)
  }
}
