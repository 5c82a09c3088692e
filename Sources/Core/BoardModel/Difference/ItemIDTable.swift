/// Finds the location of an item before, by its id: a hash table with open addressing.
///
/// A comparison looks each id up once. So this is one array of entries and one of buckets, built at
/// once, and not a dictionary: no ids are copied, and ids are compared only if their hashes are equal.
/// The hash has a random seed, because clients choose the ids. The seed has no effect on results.
struct ItemIDTable {
  /// An item before, with its location after.
  struct Entry {
    fileprivate let hash: UInt64
    let source: BatchDraft.Location
    /// The location after, if it is known.
    var destination: BatchDraft.Location?
    var stays = false
  }

  private let content: Content
  /// In the order in which they were added.
  var entries: [Entry] = []
  /// The number of the entry whose hash leads here or to a bucket before; -1 if the bucket is free.
  private var buckets: [Int32]
  private let seed = UInt64.random(in: .min ... .max)

  /// Reserves capacity for a number of items.
  init(_ content: Content, capacity: Int) {
    self.content = content
    entries.reserveCapacity(capacity)
    var size = 8
    while size < 2 * capacity { size *= 2 }
    buckets = [Int32](repeating: -1, count: size)
  }

  /// Adds an item of the content. The capacity must not be exceeded.
  mutating func insert(_ place: BatchDraft.Location) {
    assert(2 * entries.count < buckets.count, "no more items come than there is room for")
    let hash = hash(content[place.section].items[place.index].id)
    var bucket = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
    while buckets[bucket] >= 0 { bucket = (bucket + 1) & (buckets.count - 1) }
    buckets[bucket] = Int32(entries.count)
    entries.append(Entry(hash: hash, source: place))
  }

  /// The number of the entry with this id, or nil.
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

  /// Mixes in eight bytes at a time.
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
