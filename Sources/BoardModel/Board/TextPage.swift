/// Up to `size` names, each with a text, as bytes that lie one behind the other.
///
/// What is put in goes behind the rest; what it stood for before is left where it was, until half
/// of the bytes are of that sort. Then the page is written anew.
struct TextPage: Sendable {
  private struct Entry {
    var offset: UInt32 = 0
    /// The bytes of the name, in the low eight bits, and of the text. Zero for what is free.
    var lengths: UInt32 = 0

    var nameCount: Int { Int(lengths & 0xFF) }
    var textCount: Int { Int(lengths >> 8) }
    var start: Int { Int(offset) }
    var count: Int { nameCount + textCount }
  }

  static var size: Int { 64 }

  private var entries: [Entry] = []
  private var bytes: [UInt8] = []
  /// The bytes that stand for nothing any more.
  private var waste = 0

  var isFull: Bool { entries.count == Self.size }
  /// The bytes of the page, those that stand for nothing any more included.
  var byteCount: Int { bytes.count }

  /// Makes one more place, which is free.
  mutating func makePlace() -> Int {
    entries.append(Entry())
    return entries.count - 1
  }

  /// Lends the name and the text at a place, which must not be free.
  func withBytes<R>(
    of place: Int, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> R
  ) -> R {
    let entry = entries[place]
    precondition(entry.nameCount > 0, "the slot is free")
    return bytes.withUnsafeBytes { bytes in
      let middle = entry.start + entry.nameCount
      return body(
        UnsafeRawBufferPointer(rebasing: bytes[entry.start..<middle]),
        UnsafeRawBufferPointer(rebasing: bytes[middle..<entry.start + entry.count]))
    }
  }

  /// Puts a name and its text at a place, instead of what was there.
  mutating func set(_ place: Int, to name: String, _ text: String) {
    let (nameCount, textCount) = (name.utf8.count, text.utf8.count)
    precondition(nameCount > 0 && nameCount < 1 << 8 && textCount < 1 << 24, "names are short")
    clear(place)
    makeRoom(for: nameCount + textCount)
    let lengths = UInt32(textCount) << 8 | UInt32(nameCount)
    entries[place] = Entry(offset: UInt32(bytes.count), lengths: lengths)
    append(name)
    append(text)
  }

  private mutating func append(_ string: String) {
    var string = string
    string.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Forgets what is at a place, if anything is.
  mutating func clear(_ place: Int) {
    waste += entries[place].count
    entries[place] = Entry()
    if waste > 256 && waste > bytes.count / 2 { tidy(for: 0) }
  }

  /// Makes room by an eighth more than is needed: twice as much, as arrays do by themselves, would
  /// be most of the memory of a large board.
  private mutating func makeRoom(for more: Int) {
    let needed = bytes.count + more
    guard needed > bytes.capacity else { return }
    if waste > needed / 8 {
      tidy(for: more)
    } else {
      bytes.reserveCapacity(max(256, needed + needed / 8))
    }
  }

  /// Writes the page anew, without waste and with room for so many bytes more.
  private mutating func tidy(for more: Int) {
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count - waste + more)
    for place in entries.indices where entries[place].count > 0 {
      let entry = entries[place]
      entries[place].offset = UInt32(kept.count)
      kept += bytes[entry.start..<entry.start + entry.count]
    }
    bytes = kept
    waste = 0
  }
}
