import BoardCore

/// How names, numbers, references and places are written (sections 3.2 to 3.6).
extension Word {
  func requireNumber() throws(LineError) -> Int {
    guard let number else { throw .number(self) }
    return number
  }

  func requireName<Kind>(_ kind: Kind.Type = Kind.self) throws(LineError) -> Name<Kind> {
    guard let name = name(kind) else { throw .name(self) }
    return name
  }

  func requireSession() throws(LineError) -> SessionID {
    guard isSession else { throw .argument(self) }
    return SessionID(try part(1..<count).requireNumber())
  }

  /// `SECTION.ITEM`.
  func requirePath() throws(LineError) -> IndexPath {
    guard let (section, item) = split(at: UInt8(ascii: ".")), !section.isEmpty, !item.isEmpty else {
      throw .argument(self)
    }
    return IndexPath(section: try section.requireNumber(), item: try item.requireNumber())
  }

  /// `SECTION.ITEM` or `SECTION.ITEM@REVISION`.
  private func requireTiedPath() throws(LineError) -> (IndexPath, revision: Int?) {
    guard let (path, revision) = split(at: UInt8(ascii: "@")) else {
      return (try requirePath(), nil)
    }
    guard !revision.isEmpty else { throw .argument(self) }
    return (try path.requirePath(), try revision.requireNumber())
  }

  func requireItem() throws(LineError) -> ItemReference {
    guard let first, first.isDigit, ByteScan.first(UInt8(ascii: "."), in: self) != nil else {
      return .id(try requireName())
    }
    let (path, revision) = try requireTiedPath()
    return .path(path, revision: revision)
  }

  func requireSection() throws(LineError) -> SectionReference {
    isDigits ? .index(try requireNumber()) : .id(try requireName())
  }

  func requirePlace() throws(LineError) -> Place {
    guard let (keyword, word) = split(at: UInt8(ascii: ":")) else {
      guard let first, first.isDigit else { throw .argument(self) }
      let (path, revision) = try requireTiedPath()
      return .index(path, revision: revision)
    }
    guard !word.isEmpty else { throw .argument(self) }
    if keyword.equals("before") { return .before(try word.requireItem()) }
    if keyword.equals("after") { return .after(try word.requireItem()) }
    if keyword.equals("start") { return .start(try word.requireSection()) }
    if keyword.equals("end") { return .end(try word.requireSection()) }
    if keyword.equals("into") { return .into(try word.requireItem()) }
    throw .argument(self)
  }

  func requireSectionPlace() throws(LineError) -> SectionPlace {
    if equals("end") { return .end }
    guard let (keyword, word) = split(at: UInt8(ascii: ":")) else {
      guard let first, first.isDigit else { throw .argument(self) }
      return .index(try requireNumber())
    }
    guard !word.isEmpty else { throw .argument(self) }
    if keyword.equals("before") { return .before(try word.requireSection()) }
    if keyword.equals("after") { return .after(try word.requireSection()) }
    throw .argument(self)
  }

  var operation: DropOperation? {
    equals("move") ? .move : equals("copy") ? .copy : nil
  }

  func requireOperations(in word: Word) throws(LineError) -> DropOperations {
    if equals("move,copy") { return .all }
    if equals("move") { return DropOperations(move: true, copy: false) }
    if equals("copy") { return .copy }
    if equals("none") { return .none }
    throw .argument(word)
  }

  /// An item type, such as `text/plain`: 1 to 64 of `A–Z a–z 0–9 . _ + - /`.
  var itemType: String? {
    guard !isEmpty, count <= Limits.nameBytes else { return nil }
    let isType = allSatisfy { byte in
      byte.isLetter || (byte >= 0x2B && byte <= 0x39 && byte != 0x2C) || byte == 0x5F
    }
    return isType ? string : nil
  }

  /// A length of time, `250ms` or `2s`, of at most a minute.
  func requireDuration(in word: Word) throws(LineError) -> Duration {
    let unit = drop(while: \.isDigit)
    let digits = part(0..<(count - unit.count))
    guard let number = digits.number else { throw .argument(word) }
    let name = Word(rebasing: unit)
    if name.equals("ms") && number <= 60_000 { return .milliseconds(number) }
    if name.equals("s") && number <= 60 { return .seconds(number) }
    throw .argument(word)
  }
}
