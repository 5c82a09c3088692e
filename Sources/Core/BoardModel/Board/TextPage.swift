/// Up to `size` ids, each with a text and fields, as bytes in one array.
///
/// What replaces bytes takes their place if it is no longer than they are. Otherwise it is appended, and they become waste. If
/// half of the bytes are waste, the page is compacted. A date or a mark most often has the length of the one before: then
/// nothing else is written.
struct TextPage: Sendable {
  private struct Entry {
    var offset: UInt32 = 0
    /// The number of bytes of the id, in the low eight bits, and of what follows it. The highest bit says whether
    /// fields follow the text. Zero if the entry is free.
    var lengths: UInt32 = 0

    init() {}

    init(offset: Int, name: Int, rest: Int, hasFields: Bool) {
      precondition(name > 0 && name < 1 << 8 && rest < 1 << 23, "names are short")
      self.offset = UInt32(offset)
      lengths = (hasFields ? 1 << 31 : 0) | UInt32(rest) << 8 | UInt32(name)
    }

    var nameCount: Int { Int(lengths & 0xFF) }
    var restCount: Int { Int(lengths >> 8 & 0x7F_FFFF) }
    var hasFields: Bool { lengths >> 31 == 1 }
    var start: Int { Int(offset) }
    var count: Int { nameCount + restCount }
  }

  static var size: Int { 64 }

  private var entries: [Entry] = []
  private var bytes: [UInt8] = []
  /// The number of bytes that no entry uses.
  private var waste = 0

  var isFull: Bool { entries.count == Self.size }
  var entryCount: Int { entries.count }
  /// The number of bytes of the page, waste included.
  var byteCount: Int { bytes.count }

  /// Adds a free entry.
  mutating func makePlace() -> Int {
    precondition(!isFull, "a page has room for so many entries")
    entries.append(Entry())
    return entries.count - 1
  }

  /// Whether an entry has fields.
  func hasFields(_ place: Int) -> Bool { entries[place].hasFields }

  /// Calls the body with the id, the text and the packed fields of an entry that is not free.
  func withBytes<R>(
    of place: Int,
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> R
  ) -> R {
    let entry = entries[place]
    precondition(entry.nameCount > 0, "the slot is free")
    assert(entry.start + entry.count <= bytes.count, "an entry is on its page")
    return bytes.withUnsafeBytes { page in
      let parts = Self.parts(of: entry, in: page)
      return body(parts.name, parts.text, parts.fields)
    }
  }

  /// The id, the text and the packed fields of an entry.
  private typealias Parts = (
    name: UnsafeRawBufferPointer, text: UnsafeRawBufferPointer, fields: UnsafeRawBufferPointer
  )

  private static func parts(of entry: Entry, in page: UnsafeRawBufferPointer) -> Parts {
    let middle = entry.start + entry.nameCount
    let end = entry.start + entry.count
    let fields = entry.hasFields ? PackedFields.range(in: page, before: end) : end..<end
    return (
      UnsafeRawBufferPointer(rebasing: page[entry.start..<middle]),
      UnsafeRawBufferPointer(rebasing: page[middle..<fields.lowerBound]),
      UnsafeRawBufferPointer(rebasing: page[fields])
    )
  }

  /// The number of bytes of an entry; zero if it is free.
  func byteCount(of place: Int) -> Int { entries[place].count }

  /// Sets the id, the text and the fields of a free entry.
  mutating func fill(_ place: Int, with name: String, _ text: String, _ fields: Fields) {
    assert(entries[place].count == 0, "the entry is free")
    let count = name.utf8.count + text.utf8.count + PackedFields.byteCount(of: fields)
    write(place, atMost: count) { _, writer in
      writer.append(name)
      let middle = writer.count
      writer.append(text)
      let end = writer.count
      PackedFields.append(fields, to: &writer)
      return (middle, end)
    }
  }

  /// Changes the text, fields or both of an entry that is not free. A text of nil stays as it is.
  mutating func change(_ place: Int, text: String?, fields changes: FieldChanges) {
    if text == nil, overwrite(place, with: changes) { return }
    let more = (text?.utf8.count ?? 0) + PackedFields.mostBytes(of: changes)
    write(place, atMost: entries[place].count + more) { old, writer in
      writer.append(old.name)
      let middle = writer.count
      if let text { writer.append(text) } else { writer.append(old.text) }
      let end = writer.count
      PackedFields.append(old.fields, after: changes, to: &writer)
      return (middle, end)
    }
  }

  /// Puts the value of a field in the place of one of the same length.
  ///
  /// - Returns: Whether that is all that changes; otherwise nothing is written.
  private mutating func overwrite(_ place: Int, with changes: FieldChanges) -> Bool {
    let entry = entries[place]
    guard entry.hasFields, changes.count == 1, let value = changes[0].value,
      let old = rangeOfValue(of: changes[0].name, in: entry), old.count == value.byteCount
    else { return false }
    bytes.withUnsafeMutableBytes { page in
      var writer = ByteWriter(UnsafeMutableRawBufferPointer(rebasing: page[old]))
      writer.append(value.string)
    }
    return true
  }

  /// Where the value of a field of an entry with fields is; nil if it has no such field.
  private func rangeOfValue(of name: FieldName, in entry: Entry) -> Range<Int>? {
    bytes.withUnsafeBytes { page in
      let fields = PackedFields.range(in: page, before: entry.start + entry.count)
      let packed = UnsafeRawBufferPointer(rebasing: page[fields])
      return PackedFields.rangeOfValue(of: name, in: packed).map {
        $0.lowerBound + fields.lowerBound..<$0.upperBound + fields.lowerBound
      }
    }
  }

  /// Writes an entry, first to other memory, as parts of it may be those that it had.
  ///
  /// - Parameters:
  ///   - most: The most bytes that it may have.
  ///   - body: Is given the parts that the entry had, and returns the ends of its id and its text.
  private mutating func write(
    _ place: Int, atMost most: Int, _ body: (Parts, inout ByteWriter) -> (middle: Int, end: Int)
  ) {
    withUnsafeTemporaryAllocation(byteCount: most, alignment: 1) { memory in
      var writer = ByteWriter(memory)
      let ends = bytes.withUnsafeBytes { body(Self.parts(of: entries[place], in: $0), &writer) }
      let old = entries[place].count
      let start = put(writer.bytes, inPlaceOf: place)
      entries[place] = Entry(
        offset: start, name: ends.middle, rest: writer.count - ends.middle,
        hasFields: writer.count > ends.end)
      discard(writer.count > old ? old : old - writer.count)
    }
  }

  /// Puts the bytes of an entry to where it was, if they fit there, or to the end of the page.
  ///
  /// - Returns: Where they begin.
  private mutating func put(_ new: UnsafeRawBufferPointer, inPlaceOf place: Int) -> Int {
    let old = entries[place]
    if new.count <= old.count {
      bytes.withUnsafeMutableBytes { page in
        UnsafeMutableRawBufferPointer(rebasing: page[old.start...]).copyMemory(from: new)
      }
      return old.start
    }
    makeRoom(for: new.count)
    bytes.append(contentsOf: new)
    return bytes.count - new.count
  }

  /// Frees an entry; no effect if it is free.
  mutating func clear(_ place: Int) {
    let old = entries[place]
    entries[place] = Entry()
    discard(old.count)
  }

  /// Counts bytes that are no longer in use.
  private mutating func discard(_ count: Int) {
    waste += count
    assert(waste <= bytes.count, "waste is on the page")
    if waste > 256 && waste > bytes.count / 2 { tidy(for: 0) }
  }

  /// Reserves an eighth more than is needed. Arrays would double their capacity, which would be most of
  /// the memory of a large board.
  private mutating func makeRoom(for more: Int) {
    let needed = bytes.count + more
    guard needed > bytes.capacity else { return }
    if waste > needed / 8 {
      tidy(for: more)
    } else {
      bytes.reserveCapacity(max(256, needed + needed / 8))
    }
  }

  /// Compacts the page and reserves capacity for more bytes.
  private mutating func tidy(for more: Int) {
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count - waste + more)
    for place in entries.indices where entries[place].count > 0 {
      let entry = entries[place]
      entries[place].offset = UInt32(kept.count)
      kept += bytes[entry.start..<entry.start + entry.count]
    }
    assert(kept.count == bytes.count - waste, "what is not waste is kept")
    bytes = kept
    waste = 0
  }
}
