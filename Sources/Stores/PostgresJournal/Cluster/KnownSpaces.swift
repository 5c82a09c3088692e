import BoardJournal
import BoardModel

/// How far a space had come when a process looked at it, or committed a group in it.
struct KnownSpace {
  let fence: Fence
  let epoch: Epoch

  /// What the space has lost that is in this epoch and has come so far; nil if it has lost nothing.
  func loss(at fence: Fence, in epoch: Epoch) -> String? {
    epoch == self.epoch ? fence.loss(since: self.fence) : nil
  }
}

/// How far the spaces had come that a process knows of, to notice a database that was restored to an earlier time.
struct KnownSpaces {
  /// The most spaces that are remembered.
  static let limit = 10_000

  private var spaces: [SpaceName: KnownSpace] = [:]

  var count: Int { spaces.count }

  subscript(name: SpaceName) -> KnownSpace? { spaces[name] }

  /// Remembers that a space has come so far, unless it is known to have come farther.
  mutating func see(_ name: SpaceName, at fence: Fence, in epoch: Epoch) {
    if spaces[name]?.loss(at: fence, in: epoch) != nil { return }
    // The order of a dictionary is arbitrary.
    if spaces[name] == nil, spaces.count >= Self.limit { spaces.remove(at: spaces.startIndex) }
    spaces[name] = KnownSpace(fence: fence, epoch: epoch)
  }
}
