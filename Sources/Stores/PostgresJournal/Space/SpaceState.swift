import BoardModel

/// What the holder of a space knows of its rows, which saves a read before each write.
struct SpaceState {
  /// The boards of the space, by name.
  var boards: [BoardName: SpaceBoard] = [:]
  /// The id of the latest board; 0 if there was none.
  var lastBoardID = 0
  /// The number of the last reply to each client.
  var replies: [ClientName: Int] = [:]
}

/// A board of a space.
struct SpaceBoard: Hashable {
  /// The key of the board's rows. A rename does not change it.
  let id: Int
  var head: Int
}

/// What tells the holder of a space from all others, and how far it has come.
struct Fence: Hashable {
  /// The number of acquisitions.
  var term: Int
  /// The number of committed groups, including acquisitions.
  var groups: Int

  /// What is missing if the space had come so far before; nil if nothing is.
  func loss(since known: Fence) -> String? {
    guard term < known.term || groups < known.groups else { return nil }
    return
      "it had come to \(known.groups) groups and has \(groups): the database was restored to an earlier time"
  }
}
