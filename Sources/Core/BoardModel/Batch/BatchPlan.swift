/// The order of a batch's moves and inserts as sequential edits, with the paths of each.
///
/// It serves items, whose lists are the sections after, and sections themselves, which are then
/// one list: a section's index is the item index of a path.
struct BatchPlan {
  private typealias Rank = BatchPlacement.Rank

  /// A move's source: its row, and its place among what stays.
  private struct Source {
    var position: Int
    var before: Int
    var rank: Rank
  }

  /// The sources of the moves, in list order.
  private let sources: [Source]
  private let destinations: [(row: BatchRow, rank: Rank)]

  /// Reads the places that rows take from and put to.
  ///
  /// - Parameters:
  ///   - removed: deletes and move sources, counted before.
  ///   - inserted: inserts and move destinations, counted after.
  ///   - list: the list after of a list before, or nil if it is deleted.
  init(removed: [RowLocation], inserted: [RowLocation], list: (Int) -> Int?) {
    sources = ranked(removed).compactMap { location, rank in
      guard location.row.kind.isMove, let list = list(location.path.section) else { return nil }
      return Source(
        position: location.row.position, before: location.path.item,
        rank: Rank(list: list, rank: rank))
    }.sorted { ($0.rank, $0.before) < ($1.rank, $1.before) }
    destinations = ranked(inserted).map { location, rank in
      (location.row, Rank(list: location.path.section, rank: rank))
    }
  }

  /// Calls the body for each move and insert in turn, with the paths of that moment.
  func run(_ body: (_ row: BatchRow, _ from: IndexPath?, _ to: IndexPath) -> Void) {
    var order = [Int](repeating: 0, count: (sources.lazy.map(\.position).max() ?? -1) + 1)
    for (source, content) in sources.enumerated() { order[content.position] = source }
    var placement = BatchPlacement(
      sources: sources.map(\.rank), destinations: destinations.map(\.rank))
    for (row, rank) in destinations {
      let source = row.kind.isMove ? order[row.position] : nil
      let (from, to) = placement.place(source)
      let origin = source.flatMap { source in
        from.map { IndexPath(section: sources[source].rank.list, item: $0) }
      }
      body(row, origin, IndexPath(section: rank.list, item: to))
    }
  }
}

/// Sorts locations and gives each the number of its list's elements before it that no location names.
private func ranked(_ locations: [RowLocation]) -> [(RowLocation, Int)] {
  var named = 0
  var section: Int?
  return sorted(locations).map { location in
    if location.path.section != section { named = 0 }
    section = location.path.section
    named += 1
    return (location, location.path.item - named + 1)
  }
}

/// Sorts locations by their paths, which are distinct.
///
/// What is moved about while they are sorted is a third as large as the locations and compared at once.
private func sorted(_ locations: [RowLocation]) -> [RowLocation] {
  var keys = locations.enumerated().map { number, location in
    (path: UInt64(location.path.section) << 32 | UInt64(location.path.item), number: number)
  }
  keys.sort { $0.path < $1.path }
  return keys.map { locations[$0.number] }
}

extension BatchRow.Kind {
  fileprivate var isMove: Bool { self == .move || self == .moveSection }
}
