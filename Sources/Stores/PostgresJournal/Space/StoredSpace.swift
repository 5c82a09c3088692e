import BoardJournal
import BoardModel

/// The row of a space.
struct StoredSpace {
  let id: Int
  let name: SpaceName
  let epoch: Epoch
  let fence: Fence
  let state: SpaceListing.State
  let note: String
  /// The process that took it last and has not released it, whether it is alive or not.
  let owner: NodeID?
  /// The owner, if it is neither dead nor has left nor has been seen to be silent for as long as its lease.
  let holder: String?
  /// How often the owner has renewed its lease.
  let renewals: Int
  /// The link of the node that should own it; nil if the weights decide.
  let pinned: String?

  /// Why it cannot be served; nil if it can.
  var fault: JournalFault? {
    switch state {
    case .moved: .unusable("space \(name) was moved to \(note)")
    case .arriving:
      .unusable("space \(name) is incomplete: run `dropline migrate` from \(note) again")
    case .restored: .lost(note, in: name)
    case .ready: holder.map { .inUse("space \(name) is served by \($0)") }
    }
  }

  /// The fault if it was changed since its row was read.
  var changed: JournalFault { .inUse("space \(name) has changed: try again") }
}

extension StoredSpace {
  /// - Parameters:
  ///   - row: As `readSpaces` selects it.
  ///   - isAlive: Whether the process is alive that has renewed a lease of so many milliseconds so often.
  /// - Throws: `JournalFault.damaged`.
  init(
    _ row: ResultRow, _ name: SpaceName,
    _ isAlive: (NodeID, _ renewals: Int, _ milliseconds: Int) -> Bool
  ) throws(JournalFault) {
    guard let epoch = Epoch(row.string(2)), let state = SpaceListing.State(rawValue: row.string(5))
    else { throw .changed("the row of space \(name)") }
    let owner = row.isNull(7) ? nil : NodeID(row.int(7))
    let isServed = owner.map { !row.isNull(8) && isAlive($0, row.int(10), row.int(11)) } ?? false
    self.init(
      id: row.int(1), name: name, epoch: epoch, fence: Fence(term: row.int(3), groups: row.int(4)),
      state: state, note: row.string(6), owner: owner, holder: isServed ? row.text(8) : nil,
      renewals: row.isNull(8) ? 0 : row.int(10), pinned: row.text(9))
  }
}

/// A space in a list of them.
public struct SpaceListing: Hashable, Sendable {
  /// Whether a space can be served.
  public enum State: String, Sendable {
    case ready
    /// It is being copied from another place.
    case arriving
    /// It was copied to another place.
    case moved
    /// It has lost groups that were acknowledged.
    case restored
  }

  public let name: String
  public let state: State
  /// Where the space comes from, or has gone.
  public let note: String
  /// The process that serves it; nil if none does.
  public let holder: String?
  /// The link of that process; nil if it is no node.
  public let link: String?
  /// The link of the node that should own it; nil if the weights decide.
  public let pinned: String?
  public let boards: Int
}

/// What the holder of a space knows of its rows, which saves a read before each write.
struct SpaceState {
  /// The boards of the space, by name.
  private(set) var boards: [BoardName: SpaceBoard] = [:]
  /// The sum of their heads.
  private(set) var heads = 0
  /// The id of the latest board; 0 if there was none.
  var lastBoardID = 0
  /// The number of the last reply to each client.
  var replies: [ClientName: Int] = [:]
  /// What was missing when it was read; nil if nothing was.
  var loss: String?

  /// - Parameter board: Nil if there is none of this name any more.
  mutating func set(_ board: SpaceBoard?, as name: BoardName) {
    heads += (board?.head ?? 0) - (boards[name]?.head ?? 0)
    boards[name] = board
  }

  /// What is missing if the heads came to this sum with the last group; nil if nothing is. A revision that is missing
  /// before others is found when its board is read.
  func loss(since counted: Int) -> String? {
    guard heads != counted else { return nil }
    return "the revisions of its boards had come to \(counted) together and come to \(heads)"
  }
}

extension JournalFault {
  /// The fault of a space that has lost what was acknowledged.
  static func lost(_ loss: String, in name: SpaceName) -> JournalFault {
    .unusable(
      "space \(name) has lost changes that were acknowledged (\(loss)): if they cannot be had back, "
        + "`dropline space accept-loss \(name)` lets it go on without them")
  }
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
