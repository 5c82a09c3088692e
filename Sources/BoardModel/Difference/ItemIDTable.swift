/// Finds where an item stood before, by its name.
///
/// A comparison asks for every name once, and most answers are on the board. So this is one array of
/// places and one of buckets, made in one go, and not a dictionary: no names are copied, and a name
/// is only compared where all of its hash agrees. The hash is seeded by chance, because clients
/// choose the names.
struct ItemIDTable {
  /// An item before, and what has become of it.
  struct Entry {
    fileprivate let hash: UInt64
    let source: BatchDraft.Location
    /// The place after, once it is known.
    var destination: BatchDraft.Location?
    var stays = false
  }

  private let content: Content
  /// In the order in which they were added.
  var entries: [Entry] = []
  /// The number of an entry behind its hash, or in the next free bucket; -1 in free ones.
  private var buckets: [Int32]
  private let seed = UInt64.random(in: .min ... .max)

  /// Makes room for the names of so many items.
  init(_ content: Content, capacity: Int) {
    self.content = content
    entries.reserveCapacity(capacity)
    var size = 8
    while size < 2 * capacity { size *= 2 }
    buckets = [Int32](repeating: -1, count: size)
  }

  /// Adds an item of the content. No more than the capacity may come.
  mutating func insert(_ place: BatchDraft.Location) {
    let hash = hash(content[place.section].items[place.index].id)
    var bucket = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
    while buckets[bucket] >= 0 { bucket = (bucket + 1) & (buckets.count - 1) }
    buckets[bucket] = Int32(entries.count)
    entries.append(Entry(hash: hash, source: place))
  }

  /// The number of the entry with this name, if there is one.
  func number(of id: ItemID) -> Int? {
    let hash = hash(id)
    var bucket = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
    while buckets[bucket] >= 0 {
      let number = Int(buckets[bucket])
      let source = entries[number].source
      if entries[number].hash == hash, content[source.section].items[source.index].id == id {
        return number
      }
      bucket = (bucket + 1) & (buckets.count - 1)
    }
    return nil
  }

  /// Mixes the bytes in by eights.
  private func hash(_ id: ItemID) -> UInt64 {
    let bytes = id.string.utf8.span
    var state = seed ^ UInt64(bytes.count)
    var word: UInt64 = 0
    for index in bytes.indices {
      word = word << 8 | UInt64(bytes[index])
      if index & 7 == 7 { state = mixed(state ^ word) }
    }
    return mixed(state ^ word)
  }

  /// Multiplies by an odd constant (2^64 divided by the golden ratio) and folds both halves.
  private func mixed(_ bits: UInt64) -> UInt64 {
    let product = bits.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
