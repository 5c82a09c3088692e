import BoardModel

@testable import BoardAuthority

// Positions of one revision at another one, as the tests of the rules ask for them.

extension RevisionLog {
  /// Where the item that stood at a path at a revision stands at the head, or nil if it is gone.
  ///
  /// It is followed by name through a delete that was taken back. Never its neighbour.
  ///
  /// - Complexity: O(edits since).
  func item(at path: IndexPath, revision: Int) -> IndexPath? {
    follow(itemAt: path, revision: revision).path
  }

  /// Where the item that stands at a path at the head stood at a revision, or nil if it was not
  /// there yet.
  ///
  /// - Complexity: O(edits since).
  func item(atHead path: IndexPath, revision: Int) -> IndexPath? {
    RebasedItem(path, through: edits(since: revision).reversed().lazy.map(\.inverse)).path
  }

  /// Where the gap that lay at a path at a revision lies at the head, or nil if its section is gone.
  ///
  /// - Complexity: O(edits since).
  func gap(at path: IndexPath, revision: Int) -> IndexPath? {
    edits(since: revision).carry(gap: path)
  }

  /// Where the gap that lies at a path at the head lay at a revision, or nil if its section was not
  /// there yet.
  ///
  /// - Complexity: O(edits since).
  func gap(atHead path: IndexPath, revision: Int) -> IndexPath? {
    edits(since: revision).reversed().lazy.map(\.inverse).carry(gap: path)
  }

  /// Where the section that had an index at a revision is at the head, or nil if it is gone.
  ///
  /// - Complexity: O(edits since).
  func section(at index: Int, revision: Int) -> Int? {
    edits(since: revision).carry(section: index)
  }
}

extension Sequence where Element == Edit {
  /// Carries a gap through edits, one after the other.
  fileprivate func carry(gap: IndexPath) -> IndexPath? {
    var place = gap
    for edit in self {
      guard let next = edit.carry(gap: place) else { return nil }
      place = next
    }
    return place
  }
}
