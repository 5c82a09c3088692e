import BoardModel

extension RevisionLog {
  /// What has become of the item that stood at a path at a revision.
  ///
  /// It is followed by name through a delete that was taken back. Never its neighbour.
  ///
  /// - Complexity: O(edits since).
  func follow(itemAt path: IndexPath, revision: Int) -> RebasedItem {
    RebasedItem(path, through: edits(since: revision))
  }
}
