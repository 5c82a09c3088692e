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
    let (name, text, fields) = ranges(of: entry)
    return bytes.withUnsafeBytes { bytes in
      body(
        UnsafeRawBufferPointer(rebasing: bytes[name]),
        UnsafeRawBufferPointer(rebasing: bytes[text]),
        UnsafeRawBufferPointer(rebasing: bytes[fields]))
    }
  }

  /// Where the id, the text and the packed fields of an entry are on the page.
  private func ranges(of entry: Entry) -> (name: Range<Int>, text: Range<Int>, fields: Range<Int>) {
    let middle = entry.start + entry.nameCount
    let end = entry.start + entry.count
    guard entry.hasFields else { return (entry.start..<middle, middle..<end, end..<end) }
    let fields = bytes.withUnsafeBytes { PackedFields.range(in: $0, before: end) }
    return (entry.start..<middle, middle..<fields.lowerBound, fields)
  }

  /// The number of bytes of an entry; zero if it is free.
  func byteCount(of place: Int) -> Int { entries[place].count }

  /// Sets the id, the text and the fields of a free entry.
  mutating func fill(_ place: Int, with name: String, _ text: String, _ fields: Fields) {
    assert(entries[place].count == 0, "the entry is free")
    makeRoom(for: name.utf8.count + text.utf8.count + PackedFields.byteCount(of: fields))
    let start = bytes.count
    append(name)
    let middle = bytes.count
    append(text)
    PackedFields.append(fields, to: &bytes)
    entries[place] = entry(from: start, middle, hasFields: !fields.isEmpty)
  }

  /// Changes the text, the fields or both of an entry that is not free. What is nil stays as it is.
  mutating func change(_ place: Int, text: String?, fields: Fields?) {
    let before = ranges(of: entries[place])
    makeRoom(
      for: before.name.count + (text?.utf8.count ?? before.text.count)
        + (fields.map { PackedFields.byteCount(of: $0) } ?? before.fields.count))
    // Room may have been made by compacting the page.
    let old = entries[place]
    let (name, oldText, oldFields) = ranges(of: old)
    let start = bytes.count
    appendCopy(of: name)
    let middle = bytes.count
    if let text { append(text) } else { appendCopy(of: oldText) }
    if let fields { PackedFields.append(fields, to: &bytes) } else { appendCopy(of: oldFields) }
    entries[place] = entry(
      from: start, middle, hasFields: fields.map { !$0.isEmpty } ?? old.hasFields)
    discard(old)
  }

  /// The entry of the bytes from a start to the end of the page.
  private func entry(from start: Int, _ middle: Int, hasFields: Bool) -> Entry {
    let (nameCount, restCount) = (middle - start, bytes.count - middle)
    precondition(nameCount > 0 && nameCount < 1 << 8 && restCount < 1 << 23, "names are short")
    let mark: UInt32 = hasFields ? 1 << 31 : 0
    return Entry(
      offset: UInt32(start), lengths: mark | UInt32(restCount) << 8 | UInt32(nameCount))
  }

  private mutating func append(_ string: String) {
    var string = string
    string.withUTF8 { bytes.append(contentsOf: $0) }
  }

  private mutating func appendCopy(of range: Range<Int>) {
    let end = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: range.count))
    bytes.withUnsafeMutableBytes { bytes in
      let copy = UnsafeMutableRawBufferPointer(rebasing: bytes[end...])
      copy.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
  }

  /// Frees an entry; no effect if it is free.
  mutating func clear(_ place: Int) {
    let old = entries[place]
    entries[place] = Entry()
    discard(old)
  }

  /// Counts the bytes of an entry that is no longer in use.
  private mutating func discard(_ old: Entry) {
    waste += old.count
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
