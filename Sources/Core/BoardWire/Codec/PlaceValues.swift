import BoardModel

// How references and places are written (sections 3.4 to 3.6 of the specification).

extension IndexPath: WireValue {

  /// Reads `SECTION.ITEM`.
  init(_ word: Word) throws(LineError) {
    guard let (section, item) = word.split(at: UInt8(ascii: ".")), !section.isEmpty, !item.isEmpty
    else { throw .argument(word) }
    self.init(section: try section.requireNumber(), item: try item.requireNumber())
  }

  func write(to buffer: inout WireBuffer) {
    buffer.append(number: section)
    buffer.append(byte: UInt8(ascii: "."))
    buffer.append(number: item)
  }
}

/// `SECTION.ITEM` or `SECTION.ITEM@REV`.
private struct TiedPath {
  let path: IndexPath
  let revision: Int?

  func write(to buffer: inout WireBuffer) {
    path.write(to: &buffer)
    guard let revision else { return }
    buffer.append(byte: UInt8(ascii: "@"))
    buffer.append(number: revision)
  }
}

extension TiedPath {
  fileprivate init(_ word: Word) throws(LineError) {
    guard let (path, revision) = word.split(at: UInt8(ascii: "@")) else {
      self.init(path: try IndexPath(word), revision: nil)
      return
    }
    guard !path.isEmpty, !revision.isEmpty else { throw .argument(word) }
    self.init(path: try IndexPath(path), revision: try revision.requireNumber())
  }
}

extension ItemReference: WireValue {
  init(_ word: Word) throws(LineError) {
    guard word[0].isDigit, ByteScan.first(UInt8(ascii: "."), in: word) != nil else {
      self = .id(try ItemID(word))
      return
    }
    let tied = try TiedPath(word)
    self = .path(tied.path, revision: tied.revision)
  }

  func write(to buffer: inout WireBuffer) {
    switch self {
    case .id(let id): id.write(to: &buffer)
    case .path(let path, let revision): TiedPath(path: path, revision: revision).write(to: &buffer)
    }
  }
}

extension ItemReferences: WireValue {
  init(_ word: Word) throws(LineError) {
    // Nearly always it is the id of one, in which no comma needs to be looked for.
    if let id = ItemID(word: word) {
      self.init(.id(id))
      return
    }
    self.init()
    try word.forEachElement { element throws(LineError) in append(try ItemReference(element)) }
  }

  func write(to buffer: inout WireBuffer) { buffer.append(list: self) }
}

extension SectionReference: WireValue {
  init(_ word: Word) throws(LineError) {
    self = word.isDigits ? .index(try word.requireNumber()) : .id(try SectionID(word))
  }

  func write(to buffer: inout WireBuffer) {
    switch self {
    case .id(let id): id.write(to: &buffer)
    case .index(let index): buffer.append(number: index)
    }
  }
}

/// What stands before the `:` of a place.
private enum Keyword {
  case before, after, start, end
}

extension Word {
  /// The keyword and what stands behind its `:`, or nil if there is none.
  fileprivate var keyword: (Keyword, rest: Word)? {
    get throws(LineError) {
      guard let (word, rest) = split(at: UInt8(ascii: ":")) else { return nil }
      guard !rest.isEmpty else { throw .argument(self) }
      if word.equals("before") { return (.before, rest) }
      if word.equals("after") { return (.after, rest) }
      if word.equals("start") { return (.start, rest) }
      if word.equals("end") { return (.end, rest) }
      throw .argument(self)
    }
  }
}

extension Place: WireValue {
  init(_ word: Word) throws(LineError) {
    guard let (keyword, rest) = try word.keyword else {
      guard word[0].isDigit else { throw .argument(word) }
      let tied = try TiedPath(word)
      self = .index(tied.path, revision: tied.revision)
      return
    }
    switch keyword {
    case .before: self = .before(try ItemReference(rest))
    case .after: self = .after(try ItemReference(rest))
    case .start: self = .start(try SectionReference(rest))
    case .end: self = .end(try SectionReference(rest))
    }
  }

  func write(to buffer: inout WireBuffer) {
    switch self {
    case .index(let path, let revision): TiedPath(path: path, revision: revision).write(to: &buffer)
    case .before(let item): buffer.append("before:", item)
    case .after(let item): buffer.append("after:", item)
    case .start(let section): buffer.append("start:", section)
    case .end(let section): buffer.append("end:", section)
    }
  }
}

extension SectionPlace: WireValue {
  init(_ word: Word) throws(LineError) {
    if word.equals("end") {
      self = .end
      return
    }
    guard let (keyword, rest) = try word.keyword else {
      guard word[0].isDigit else { throw .argument(word) }
      self = .index(try word.requireNumber())
      return
    }
    switch keyword {
    case .before: self = .before(try SectionReference(rest))
    case .after: self = .after(try SectionReference(rest))
    case .start, .end: throw .argument(word)
    }
  }

  func write(to buffer: inout WireBuffer) {
    switch self {
    case .index(let index): buffer.append(number: index)
    case .before(let section): buffer.append("before:", section)
    case .after(let section): buffer.append("after:", section)
    case .end: buffer.append("end")
    }
  }
}

extension Anchor: WireValue {
  init(_ word: Word) throws(LineError) {
    guard let (keyword, rest) = try word.keyword else { throw .argument(word) }
    switch keyword {
    case .before: self = .before(try ItemID(rest))
    case .after: self = .after(try ItemID(rest))
    case .start: self = .start(try SectionID(rest))
    case .end: self = .end(try SectionID(rest))
    }
  }

  func write(to buffer: inout WireBuffer) {
    switch self {
    case .before(let item): buffer.append("before:", item)
    case .after(let item): buffer.append("after:", item)
    case .start(let section): buffer.append("start:", section)
    case .end(let section): buffer.append("end:", section)
    }
  }
}

extension WireBuffer {
  fileprivate mutating func append(_ keyword: StaticString, _ value: some WireValue) {
    append(keyword)
    value.write(to: &self)
  }
}
