/// Finds a verb by its letters, without regard to case.
package enum VerbTable {
  /// What is typed at every turn of a drag comes first.
  private static let order: [Verb] = {
    let first: [Verb] = [
      .propose, .perform, .ping, .begin, .move,
      .insert, .edit, .set, .delete,
    ]
    return first + Verb.allCases.filter { !first.contains($0) }
  }()

  private static let entries: [(key: UInt128, verb: Verb)] = order.map { verb in
    (verb.rawValue.utf8.reduce(0) { $0 << 8 | UInt128($1) }, verb)
  }

  package static func verb(_ word: Word) -> Verb? {
    guard word.count <= 16 else { return nil }
    var key: UInt128 = 0
    for byte in word { key = key << 8 | UInt128(byte.lowercased) }
    for entry in entries where entry.key == key { return entry.verb }
    return nil
  }
}

extension Verb {
  /// How many verbs there are.
  public static let count = allCases.count

  /// A number for a table of all verbs, from 0 and below `count`: the position among the cases, which is how an
  /// enumeration without values is stored.
  public var number: Int { withUnsafeBytes(of: self) { Int($0.first ?? 0) } }
}
