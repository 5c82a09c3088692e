import BoardModel
import BoardWire
import Simulation

/// Benchmark boards: items spread evenly over sections `s0`, `s1`, ….
enum SampleBoard {
  /// The ids of items.
  enum Naming: Sendable {
    /// `i0`, `i1`, …, like ids of the server.
    case counted
    /// Four characters each, like ids that clients choose.
    case short

    func id(_ number: Int) -> ItemID {
      switch self {
      case .counted: ItemID(unchecked: "i\(number)")
      case .short: ItemID(unchecked: String(1_000_000 + number, radix: 36))
      }
    }
  }

  static let name: BoardName = "list"
  /// A fixed seed, so that every run uses the same random values.
  static let seed = 2026
  static let epoch = Epoch("bench")!

  static func content(items: Int, sections: Int, naming: Naming = .counted) -> Content {
    (0..<sections).map { section in
      let range = items * section / sections..<items * (section + 1) / sections
      return Section(
        id: SectionID(unchecked: "s\(section)"), title: Text("Section \(section)"),
        items: range.map { item($0, naming: naming) })
    }
  }

  static func itemID(_ number: Int) -> ItemID { Naming.counted.id(number) }

  static func item(_ number: Int, naming: Naming = .counted) -> Item {
    Item(id: naming.id(number), text: Text("This is item number \(number)"))
  }

  /// Random moves that are valid in sequence, as commands; they are applied to the board.
  static func moves(_ count: Int, on board: inout Board, using random: inout SeededRandom) throws
    -> [[UInt8]]
  {
    var lines: [[UInt8]] = []
    while lines.count < count {
      guard case .moveItem(let id, _, let path) = try board.moveAny(using: &random) else {
        continue
      }
      lines.append(Request.edit(.move(.init([.id(id)], place: .index(path, revision: nil)))).bytes)
    }
    return lines
  }
}

extension Board {
  /// The path of a random item, in one of the first `sections` if given. There must be one.
  func anyItem(sections: Int? = nil, using random: inout SeededRandom) -> IndexPath {
    while true {
      let section = Int.random(in: 0..<(sections ?? sectionCount), using: &random)
      let count = itemCount(in: section)
      if count > 0 {
        return IndexPath(section: section, item: Int.random(in: 0..<count, using: &random))
      }
    }
  }

  /// A random destination for an item, counted without the one at `source`.
  func anyPlace(
    takingOut source: IndexPath? = nil, sections: Int? = nil, using random: inout SeededRandom
  ) -> IndexPath {
    let section = Int.random(in: 0..<(sections ?? sectionCount), using: &random)
    let count = itemCount(in: section) - (source?.section == section ? 1 : 0)
    return IndexPath(section: section, item: Int.random(in: 0...count, using: &random))
  }

  /// Moves a random item to a random place, both in the first `sections` if given.
  mutating func moveAny(sections: Int? = nil, using random: inout SeededRandom) throws -> Edit? {
    let source = anyItem(sections: sections, using: &random)
    let place = anyPlace(takingOut: source, sections: sections, using: &random)
    return try move(item(at: source).id, to: place)
  }
}
