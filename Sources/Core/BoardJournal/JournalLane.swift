/// Commits groups of several journals together, which costs one wait for the disk.
///
/// Calls must not overlap with each other, or with a call to one of its journals that commits, renews or ends
/// something; a journal of it may be acquired and replayed meanwhile.
public protocol JournalLane: AnyObject, Sendable {
  /// Commits the groups of different journals, each atomically, and returns when all outcomes are final. One that
  /// cannot be committed does not keep the others from it.
  ///
  /// - Precondition: The journals were opened on this lane and acquired.
  /// - Returns: The outcome of each group, as `Journal.commit` returns it.
  func commit(_ groups: [LaneGroup]) -> [CommitOutcome]
}

/// A group of one of the journals of a lane.
public struct LaneGroup: Sendable {
  public let journal: any Journal
  public let group: JournalGroup

  public init(journal: any Journal, group: JournalGroup) {
    self.journal = journal
    self.group = group
  }
}
