/// Finds slots by the hash of their ids, by linear hashing: it grows by one bucket at a time.
///
/// A dictionary is as fast on average, but the insert that makes it grow rehashes every id, which
/// takes a tenth of a second on a large board. Here an insert splits at most one small bucket, by
/// stored hashes.
struct LinearHashIndex: Sendable {
  private struct Entry {
    let hash: UInt32
    let slot: Slot
  }

  /// The average number of entries of a bucket at which another bucket is added.
  private static let load = 8

  private(set) var count = 0
  private var buckets: [[Entry]] = [[]]

  /// The slot with a hash for which `isMatch` holds, or nil.
  func slot(hash: UInt32, where isMatch: (Slot) -> Bool) -> Slot? {
    let entries = buckets[bucket(of: hash)]
    for entry in entries where entry.hash == hash && isMatch(entry.slot) { return entry.slot }
    return nil
  }

  /// Adds a slot that is not in the index.
  mutating func insert(_ slot: Slot, hash: UInt32) {
    if count >= buckets.count * Self.load { addBucket() }
    let bucket = bucket(of: hash)
    assert(!buckets[bucket].contains { $0.slot == slot }, "a slot is in the index once")
    buckets[bucket].append(Entry(hash: hash, slot: slot))
    count += 1
  }

  /// Removes a slot that is in the index with this hash.
  mutating func remove(_ slot: Slot, hash: UInt32) {
    let bucket = bucket(of: hash)
    guard let place = buckets[bucket].firstIndex(where: { $0.slot == slot }) else {
      preconditionFailure("the slot is in the bucket of its hash")
    }
    buckets[bucket].swapAt(place, buckets[bucket].count - 1)
    buckets[bucket].removeLast()
    count -= 1
    assert(count >= 0, "only what is in the index is removed")
  }

  /// The bucket of a hash: its last bits, one bit more for the buckets that are split already.
  private func bucket(of hash: UInt32) -> Int {
    let whole = wholeRound(of: buckets.count)
    let number = Int(hash) & (2 * whole - 1)
    return number < buckets.count ? number : number - whole
  }

  private mutating func addBucket() {
    let added = buckets.count
    let split = added - wholeRound(of: added)
    let entries = buckets[split]
    buckets.append([])
    buckets[added] = entries.filter { bucket(of: $0.hash) == added }
    buckets[split] = entries.filter { bucket(of: $0.hash) == split }
    assert(buckets[added].count + buckets[split].count == entries.count, "a split loses nothing")
  }

  /// The largest power of two that is no larger than a positive number of buckets.
  private func wholeRound(of count: Int) -> Int {
    assert(count > 0, "there is always a bucket")
    return 1 << (Int.bitWidth - 1 - count.leadingZeroBitCount)
  }
}
