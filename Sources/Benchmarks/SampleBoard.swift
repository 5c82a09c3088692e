import BoardCore

/// Numbers that look drawn by chance and are the same in every run (SplitMix64).
struct RandomSource: RandomNumberGenerator {
  private var state: UInt64 = 2026

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

/// Boards to measure on: items `i0`, `i1`, … spread evenly over sections `s0`, `s1`, ….
enum SampleBoard {
  static let name: BoardName = "list"

  static func content(items: Int, sections: Int) -> Content {
    (0..<sections).map { section in
      let range = items * section / sections..<items * (section + 1) / sections
      return Section(
        id: SectionID(unchecked: "s\(section)"), title: Text("Section \(section)"),
        items: range.map { item($0) })
    }
  }

  static func itemID(_ number: Int) -> ItemID { ItemID(unchecked: "i\(number)") }

  static func item(_ number: Int) -> Item {
    Item(id: itemID(number), text: Text("This is item number \(number)"))
  }
}

extension Board {
  /// The path of some item. There must be one.
  func anyItem(using random: inout RandomSource) -> IndexPath {
    while true {
      let section = Int.random(in: 0..<sectionCount, using: &random)
      let count = itemCount(in: section)
      if count > 0 {
        return IndexPath(section: section, item: Int.random(in: 0..<count, using: &random))
      }
    }
  }

  /// Some place for an item, counted with the one at `source` taken out.
  func anyPlace(takingOut source: IndexPath? = nil, using random: inout RandomSource) -> IndexPath {
    let section = Int.random(in: 0..<sectionCount, using: &random)
    let count = itemCount(in: section) - (source?.section == section ? 1 : 0)
    return IndexPath(section: section, item: Int.random(in: 0...count, using: &random))
  }

  /// Moves some item to some place.
  mutating func moveAny(using random: inout RandomSource) throws -> Edit? {
    let source = anyItem(using: &random)
    let place = anyPlace(takingOut: source, using: &random)
    return try move(item(at: source).id, to: place)
  }
}
