import BoardCore

/// A value that is written as one word, or as several with blanks between them.
protocol WireWord {
  func write(to buffer: inout WireBuffer)
}

extension WireBuffer {
  /// Appends words, each with a blank before it.
  @inline(__always)
  mutating func words<each W: WireWord>(_ words: repeat each W) {
    for word in repeat each words {
      append(byte: 0x20)
      word.write(to: &self)
    }
  }

  @inline(__always)
  mutating func words<each W: WireWord>(_ first: StaticString, _ rest: repeat each W) {
    append(byte: 0x20)
    append(first)
    for word in repeat each rest {
      append(byte: 0x20)
      word.write(to: &self)
    }
  }

  /// A word that may hold anything but a blank, and is escaped.
  mutating func word(fact: String) {
    append(byte: 0x20)
    append(text: fact)
  }

  /// A word, or several, that hold nothing to be escaped.
  mutating func word(plain string: String) {
    append(byte: 0x20)
    append(plain: string)
  }

  /// A text to the end of the line, and the blank before it unless it is empty (rule 5.4).
  mutating func endLine(text: Text) {
    if text.byteCount > 0 {
      append(byte: 0x20)
      append(text: text.string)
    }
    endLine()
  }

  /// The same for a text that is given as its bytes.
  mutating func endLine(text bytes: UnsafeRawBufferPointer) {
    if !bytes.isEmpty {
      append(byte: 0x20)
      append(text: bytes)
    }
    endLine()
  }

  @inline(__always)
  mutating func endLine() { append(byte: 0x0A) }
}

extension StaticString: WireWord {
  func write(to buffer: inout WireBuffer) { buffer.append(self) }
}

extension Int: WireWord {
  func write(to buffer: inout WireBuffer) { buffer.append(number: self) }
}

extension Name: WireWord {
  func write(to buffer: inout WireBuffer) { buffer.append(plain: string) }
}

extension [ItemID]: WireWord {
  func write(to buffer: inout WireBuffer) {
    for (offset, name) in enumerated() {
      if offset > 0 { buffer.append(byte: 0x20) }
      buffer.append(plain: name.string)
    }
  }
}

/// All that a client has selected, or `none` (rule 14.2).
struct Selected: WireWord {
  let items: [ItemID]

  func write(to buffer: inout WireBuffer) {
    if items.isEmpty { buffer.append("none") } else { items.write(to: &buffer) }
  }
}

extension SessionID: WireWord {
  func write(to buffer: inout WireBuffer) {
    buffer.append(byte: UInt8(ascii: "d"))
    buffer.append(number: number)
  }
}

extension IndexPath: WireWord {
  func write(to buffer: inout WireBuffer) {
    buffer.append(number: section)
    buffer.append(byte: UInt8(ascii: "."))
    buffer.append(number: item)
  }
}

extension DropOperations: WireWord {
  func write(to buffer: inout WireBuffer) { buffer.append(plain: description) }
}

extension Anchor: WireWord {
  func write(to buffer: inout WireBuffer) {
    switch self {
    case .before(let item): Self.write("before:", item, to: &buffer)
    case .after(let item): Self.write("after:", item, to: &buffer)
    case .start(let section): Self.write("start:", section, to: &buffer)
    case .end(let section): Self.write("end:", section, to: &buffer)
    }
  }

  private static func write<Kind>(
    _ keyword: StaticString, _ name: Name<Kind>, to buffer: inout WireBuffer
  ) {
    buffer.append(keyword)
    buffer.append(plain: name.string)
  }
}

/// `OPERATION INTENT PLACE ANCHOR [REASON]` (rule 8.3).
extension DropProposal: WireWord {
  func write(to buffer: inout WireBuffer) {
    switch verdict {
    case .allowed(.move): buffer.append("move at ")
    case .allowed(.copy): buffer.append("copy at ")
    case .denied(let reason): buffer.append(reason.isTemporary ? "forbidden at " : "cancel at ")
    }
    writeBoard(to: &buffer)
    path.write(to: &buffer)
    buffer.append(byte: 0x20)
    writeBoard(to: &buffer)
    anchor.write(to: &buffer)
    if case .denied(let reason) = verdict { buffer.word(plain: reason.rawValue) }
  }

  private func writeBoard(to buffer: inout WireBuffer) {
    guard let board else { return }
    buffer.append(plain: board.string)
    buffer.append(byte: UInt8(ascii: "/"))
  }
}

/// An outcome as the reply to `perform` has it (rule 8.5).
extension SessionOutcome: WireWord {
  func write(to buffer: inout WireBuffer) {
    switch self {
    case .moved(let revision, let path):
      buffer.append("moved")
      buffer.words(revision, path)
    case .unchanged(let revision, let path):
      buffer.append("unchanged")
      buffer.words(revision, path)
    default:
      buffer.append(plain: description)
    }
  }
}
