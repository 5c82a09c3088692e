/// Finds a verb by its letters, without regard to case.
enum VerbTable {
  /// What is typed at every turn of a drag comes first.
  private static let order: [Verb] = {
    let first: [Verb] = [
      .drag(.propose), .drag(.perform), .connection(.ping), .drag(.begin), .edit(.move),
      .edit(.insert), .edit(.edit), .edit(.delete),
    ]
    return first + Verb.allCases.filter { !first.contains($0) }
  }()

  private static let entries: [(key: UInt128, verb: Verb)] = order.map { verb in
    (verb.rawValue.utf8.reduce(0) { $0 << 8 | UInt128($1) }, verb)
  }

  static func verb(_ word: Word) -> Verb? {
    guard word.count <= 16 else { return nil }
    var key: UInt128 = 0
    for byte in word { key = key << 8 | UInt128(byte.lowercased) }
    for entry in entries where entry.key == key { return entry.verb }
    return nil
  }
}
