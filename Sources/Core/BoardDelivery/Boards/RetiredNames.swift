import BoardAuthority
import BoardModel

/// The names that boards had and that are free again, with the revisions they came to, so that no
/// revision of a name ever stands for two contents (rule 5.6).
///
/// Of the last 65,536 names each is known, by a number that stands for it. Of those before them only
/// the highest revision is.
struct RetiredNames {
  static let capacity = 1 << 16

  /// What is known of a name.
  private struct Entry {
    var slot: Int
    var revision: Int
  }

  /// By the numbers that stand for the names.
  private var entries: [Int: Entry] = [:]
  /// The numbers of the names, by their slots in what is stored.
  private var slots: [Int] = []
  /// The slot that is used next when all are in use.
  private var oldest = 0
  /// The highest revision of a name that is in no slot any more; -1 if there is none.
  private var floor = -1

  init() {}

  /// Whether a name is one of those that are known.
  func contains(_ name: BoardName) -> Bool { entries[name.number] != nil }

  /// The lowest revision that a board may have under a name: 0 if no board had it.
  ///
  /// - Complexity: O(1).
  func firstRevision(of name: BoardName) -> Int { (entries[name.number]?.revision ?? floor) + 1 }

  /// Remembers what a name came to, whose board is gone or has another name now.
  ///
  /// - Parameter store: Gets the numbers to be stored that changed by that.
  mutating func retire(_ name: BoardName, at revision: Int, storing store: (String, Int) -> Void) {
    let number = name.number
    let slot = entries[number]?.slot ?? freeSlot(storing: store)
    slots[slot] = number
    entries[number] = Entry(slot: slot, revision: revision)
    store("retired/\(slot)", revision)
    store("retired/\(slot)/name", number)
  }

  /// The slot for one more name, from which the oldest name went if all were in use.
  private mutating func freeSlot(storing store: (String, Int) -> Void) -> Int {
    guard slots.count == Self.capacity else {
      slots.append(0)
      return slots.count - 1
    }
    let slot = oldest
    oldest = (oldest + 1) % Self.capacity
    if let gone = entries.removeValue(forKey: slots[slot]) { floor = max(floor, gone.revision) }
    store("retired", floor)
    store("retired/oldest", oldest)
    return slot
  }

  /// What was stored of them.
  init(stored numbers: [String: Int]) {
    floor = numbers["retired"] ?? -1
    oldest = numbers["retired/oldest"] ?? 0
    while let name = numbers["retired/\(slots.count)/name"],
      let revision = numbers["retired/\(slots.count)"]
    {
      entries[name] = Entry(slot: slots.count, revision: revision)
      slots.append(name)
    }
  }
}

extension BoardName {
  /// A number that stands for the name, the same in every process.
  fileprivate var number: Int { Int(truncatingIfNeeded: string.utf8.digest >> 1) }
}

extension Sequence<UInt8> {
  /// A number that stands for the bytes, the same in every process: FNV-1a with 64 bits.
  package var digest: UInt64 {
    reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}
