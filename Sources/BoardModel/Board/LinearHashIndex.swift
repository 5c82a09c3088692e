/// Finds slots by the hash of their names, and grows by one bucket at a time.
///
/// This is linear hashing. A dictionary is as fast on average, but the insert that makes it grow
/// hashes every name anew, which on a large board holds everybody up for a tenth of a second. Here
/// each insert splits one small bucket at most, by hashes that are kept.
struct LinearHashIndex: Sendable {
  private struct Entry {
    let hash: UInt32
    let slot: Slot
  }

  /// The entries of a bucket on average, before another bucket is added.
  private static let load = 8

  private(set) var count = 0
  private var buckets: [[Entry]] = [[]]

  /// The slot under a hash for which `isMatch` holds, if there is one.
  func slot(hash: UInt32, where isMatch: (Slot) -> Bool) -> Slot? {
    let entries = buckets[bucket(of: hash)]
    for entry in entries where entry.hash == hash && isMatch(entry.slot) { return entry.slot }
    return nil
  }

  /// Adds a slot that is not in the index.
  mutating func insert(_ slot: Slot, hash: UInt32) {
    if count >= buckets.count * Self.load { addBucket() }
    buckets[bucket(of: hash)].append(Entry(hash: hash, slot: slot))
    count += 1
  }

  /// Takes away a slot that is in the index under this hash.
  mutating func remove(_ slot: Slot, hash: UInt32) {
    let bucket = bucket(of: hash)
    guard let place = buckets[bucket].firstIndex(where: { $0.slot == slot }) else {
      preconditionFailure("the slot is under its hash")
    }
    buckets[bucket].swapAt(place, buckets[bucket].count - 1)
    buckets[bucket].removeLast()
    count -= 1
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
  }

  /// The largest power of two that is no larger than a positive number of buckets.
  private func wholeRound(of count: Int) -> Int {
    1 << (Int.bitWidth - 1 - count.leadingZeroBitCount)
  }
}
