/// How the elements of a list shift when some are removed and others are inserted.
///
/// Removed indices are counted before, inserted indices after. What is neither keeps its relative
/// order and fills the free indices.
struct IndexShift {
  private let removed: AscendingIndices
  private let inserted: AscendingIndices

  /// - Parameters:
  ///   - removed: Distinct indices before, ascending.
  ///   - inserted: Distinct indices after, ascending.
  init(removed: some Collection<Int>, inserted: some Collection<Int>) {
    self.removed = AscendingIndices(ascending: removed)
    self.inserted = AscendingIndices(ascending: inserted)
  }

  /// The index after of what stays from an index before, or nil if it is removed.
  ///
  /// - Complexity: O(log rows).
  func after(_ before: Int) -> Int? {
    removed.rankOfOther(before).map { inserted.fullIndex(of: $0) }
  }

  /// The index before of what stays at an index after, or nil if it is inserted.
  ///
  /// - Complexity: O(log rows).
  func before(_ after: Int) -> Int? {
    inserted.rankOfOther(after).map { removed.fullIndex(of: $0) }
  }

  /// Whether an element that is removed here and inserted there is where it would be anyway.
  ///
  /// - Complexity: O(log rows).
  func isNeutral(from before: Int, to after: Int) -> Bool {
    removed.rank(of: before) == inserted.rank(of: after)
  }
}

/// How whole sections shift: by the section rows of a batch, with the moves among them.
struct SectionIndexShift {
  private let shift: IndexShift
  private let destinations: [Int: Int]
  private let sources: [Int: Int]

  /// Reads the section rows of a batch, which must be in range and free of conflicts.
  init(_ batch: BatchUpdate) {
    let moves = batch.movedSections
    shift = IndexShift(
      removed: (batch.deletedSections.map(\.index) + moves.map(\.source)).sorted(),
      inserted: (batch.insertedSections.map(\.index) + moves.map(\.destination)).sorted())
    destinations = Dictionary(uniqueKeysWithValues: moves.map { ($0.source, $0.destination) })
    sources = Dictionary(uniqueKeysWithValues: moves.map { ($0.destination, $0.source) })
  }

  /// The index after of a section before, or nil if it is deleted.
  func after(_ before: Int) -> Int? { destinations[before] ?? shift.after(before) }

  /// The index before of a section after, or nil if it is inserted.
  func before(_ after: Int) -> Int? { sources[after] ?? shift.before(after) }
}

extension [IndexPath] {
  /// The part of an ascending array of paths that is in one section.
  func slice(of section: Int) -> ArraySlice<IndexPath> {
    let start = partitionIndex { self[$0].section >= section }
    let end = partitionIndex { self[$0].section > section }
    return self[start..<end]
  }
}
