/// Up to `size` ids, each with a text and fields, as bytes in one array.
///
/// New bytes are appended, and those that they replace become waste. If half of the bytes are waste,
/// the page is compacted.
struct TextPage: Sendable {
  private struct Entry {
    var offset: UInt32 = 0
    /// The number of bytes of the id, in the low eight bits, and of what follows it. The highest bit says whether
    /// fields follow the text. Zero if the entry is free.
    var lengths: UInt32 = 0

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
    return bytes.withUnsafeBytes { bytes in
      let middle = entry.start + entry.nameCount
      let end = entry.start + entry.count
      var fields = end..<end
      if entry.hasFields { fields = PackedFields.range(in: bytes, before: end) }
      return body(
        UnsafeRawBufferPointer(rebasing: bytes[entry.start..<middle]),
        UnsafeRawBufferPointer(rebasing: bytes[middle..<fields.lowerBound]),
        UnsafeRawBufferPointer(rebasing: bytes[fields]))
    }
  }

  /// Sets the id, the text and the fields of an entry.
  mutating func set(_ place: Int, to name: String, _ text: String, _ fields: Fields) {
    let nameCount = name.utf8.count
    let restCount = text.utf8.count + PackedFields.byteCount(of: fields)
    precondition(nameCount > 0 && nameCount < 1 << 8 && restCount < 1 << 23, "names are short")
    clear(place)
    makeRoom(for: nameCount + restCount)
    let mark: UInt32 = fields.isEmpty ? 0 : 1 << 31
    let lengths = mark | UInt32(restCount) << 8 | UInt32(nameCount)
    entries[place] = Entry(offset: UInt32(bytes.count), lengths: lengths)
    append(name)
    append(text)
    PackedFields.append(fields, to: &bytes)
    assert(bytes.count == Int(entries[place].offset) + nameCount + restCount, "entries are packed")
  }

  private mutating func append(_ string: String) {
    var string = string
    string.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Frees an entry; no effect if it is free.
  mutating func clear(_ place: Int) {
    waste += entries[place].count
    entries[place] = Entry()
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
