import BoardModel

// How names, numbers and lists of them are written (sections 3.2 to 3.4 of the specification).

extension Int: WireValue {
  init(_ word: Word) throws(LineError) { self = try word.requireNumber() }

  func write(to buffer: inout WireBuffer) { buffer.append(number: self) }
}

/// The number of items of a section; nil for all that follow.
public struct ItemCount: Hashable, Sendable, WireValue {
  static var open: ItemCount? { ItemCount(nil) }

  public let number: Int?

  public init(_ number: Int?) { self.number = number }
  init(_ word: Word) throws(LineError) { number = try word.requireNumber() }

  func write(to buffer: inout WireBuffer) {
    if let number { buffer.append(number: number) } else { buffer.append("-") }
  }
}

extension Name: WireValue {
  static var open: Name? { .missing }

  init(_ word: Word) throws(LineError) {
    guard let name = Self(word: word) else { throw .name(word) }
    self = name
  }

  /// Reads a name; nil if the word is none.
  @inline(__always)
  init?(word: Word) {
    guard isName(word) else { return nil }
    self.init(unchecked: String(decoding: word, as: UTF8.self))
  }

  func write(to buffer: inout WireBuffer) { buffer.append(plain: string) }
}

extension Name {
  /// The placeholder `-` of a block, which is no name and stands on no board.
  package static var missing: Name { Name(unchecked: "-") }

  package var isMissing: Bool { string == "-" }
}

extension SessionID: WireValue {
  init(_ word: Word) throws(LineError) {
    guard word.count > 1, word[0] == UInt8(ascii: "d") else { throw .argument(word) }
    self.init(try word.part(1..<word.count).requireNumber())
  }

  func write(to buffer: inout WireBuffer) {
    buffer.append(byte: UInt8(ascii: "d"))
    buffer.append(number: number)
  }
}

extension Array: WireValue where Element: WireValue {
  init(_ word: Word) throws(LineError) {
    if word.count > 0, ByteScan.first(UInt8(ascii: ","), in: word) == nil {
      self = [try Element(word)]
      return
    }
    self.init()
    try word.forEachElement { element throws(LineError) in append(try Element(element)) }
  }

  func write(to buffer: inout WireBuffer) { buffer.append(list: self) }
}

extension WireBuffer {
  /// Appends a list, which is one word.
  @inline(__always)
  mutating func append<Elements: Collection>(list: Elements) where Elements.Element: WireValue {
    precondition(!list.isEmpty, "a list of nothing is no word")
    for (offset, element) in list.enumerated() {
      if offset > 0 { append(byte: UInt8(ascii: ",")) }
      element.write(to: &self)
    }
  }
}

extension Word {
  /// Calls `body` with each element of a list. A list has no empty element.
  func forEachElement(_ body: (Word) throws(LineError) -> Void) throws(LineError) {
    var start = 0
    while start <= count {
      let end = ByteScan.first(UInt8(ascii: ","), in: self, from: start) ?? count
      guard end > start else { throw .argument(self) }
      try body(part(start..<end))
      start = end + 1
    }
  }

  func requireNumber() throws(LineError) -> Int {
    guard let number else { throw .number(self) }
    return number
  }
}

extension SpaceName: WireValue {
  init(_ word: Word) throws(LineError) {
    guard let string = word.string, let name = SpaceName(string) else { throw .argument(word) }
    self = name
  }

  func write(to buffer: inout WireBuffer) { buffer.append(plain: string) }
}

extension Epoch: WireValue {
  init(_ word: Word) throws(LineError) {
    guard let string = word.string, let epoch = Epoch(string) else { throw .argument(word) }
    self = epoch
  }

  func write(to buffer: inout WireBuffer) { buffer.append(plain: string) }
}
