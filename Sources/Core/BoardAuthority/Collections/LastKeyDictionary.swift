/// A value that a `LastKeyDictionary` need not store when it is empty.
protocol EmptyInitializable {
  init()
  var isEmpty: Bool { get }
}

extension Array: EmptyInitializable {}
extension Dictionary: EmptyInitializable {}

/// A dictionary that has the value of the key changed last beside its table, so that to read or change
/// that value again hashes nothing. A key that is absent has an empty value.
struct LastKeyDictionary<Key: Hashable & Sendable, Value: EmptyInitializable & Sendable>: Sendable {
  private var lastKey: Key?
  private var lastValue = Value()
  /// The values of all other keys that are not empty.
  private var others: [Key: Value] = [:]

  /// - Complexity: O(1); without hashing for the key that was changed last.
  subscript(key: Key) -> Value {
    get { key == lastKey ? lastValue : others[key] ?? Value() }
    _modify {
      if key != lastKey { makeLast(key) }
      yield &lastValue
    }
  }

  /// Gives the value of a key to another key, which has none.
  mutating func rename(_ old: Key, to new: Key) {
    precondition(self[new].isEmpty, "the new key has no value yet")
    let value = self[old]
    self[old] = Value()
    self[new] = value
  }

  /// The values that are not empty, by their keys.
  var all: [Key: Value] {
    var all = others
    if let lastKey, !lastValue.isEmpty { all[lastKey] = lastValue }
    return all
  }

  private mutating func makeLast(_ key: Key) {
    if let lastKey, !lastValue.isEmpty { others[lastKey] = lastValue }
    lastValue = others.removeValue(forKey: key) ?? Value()
    lastKey = key
  }
}

extension LastKeyDictionary: Equatable where Value: Equatable {
  static func == (a: Self, b: Self) -> Bool { a.all == b.all }
}
