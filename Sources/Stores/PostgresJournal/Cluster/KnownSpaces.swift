import BoardModel

/// How far the spaces had come that a process has looked at, to notice a database that was restored to an
/// earlier time.
struct KnownSpaces {
  /// The most spaces that are remembered.
  static let limit = 10_000

  private var fences: [SpaceName: (fence: Fence, epoch: Epoch)] = [:]

  var count: Int { fences.count }

  /// Remembers how far a space has come.
  ///
  /// - Returns: What it has lost since it was looked at last, if it has the same epoch; otherwise nil.
  mutating func loss(of space: StoredSpace) -> String? {
    if let known = fences[space.name], known.epoch == space.epoch,
      let loss = space.fence.loss(since: known.fence)
    {
      return loss
    }
    // The order of a dictionary is arbitrary.
    if fences.count >= Self.limit { fences.remove(at: fences.startIndex) }
    fences[space.name] = (space.fence, space.epoch)
    return nil
  }
}
