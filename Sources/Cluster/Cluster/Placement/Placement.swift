import BoardJournal
import BoardModel

/// Which node should own a space, by weighted rendezvous hashing: each node has a cost for the space, and the cheapest
/// one wins. If a node is added or removed, only spaces that it wins move.
///
/// All processes that see the same nodes agree: costs depend on the names of the space and of the link alone, and on
/// integers.
public struct Placement: Equatable, Sendable {
  /// In the order of their links, each of which occurs once.
  private let candidates: [Candidate]

  /// The candidates are the nodes that are alive, serve and have an address. If several have the same link, the
  /// process that registered last has it.
  public init(_ nodes: some Sequence<NodeRow>) {
    var newest: [String: Candidate] = [:]
    for node in nodes {
      guard node.isAlive, node.state == .serving, let link = node.address?.link else { continue }
      if let other = newest[link], other.id > node.id { continue }
      newest[link] = Candidate(node.id, link: link, weight: node.weight)
    }
    candidates = newest.values.sorted { $0.link < $1.link }
  }

  /// The candidates, the one that should own the space first.
  ///
  /// - Parameter pinned: The link of the node that should own it whatever the weights say, if it is a candidate.
  public func ranking(of space: SpaceName, pinned: String?) -> [NodeID] {
    bids(for: space, pinned: pinned).sorted(by: <).map(\.node)
  }

  /// The first of the ranking; nil if there is no candidate.
  public func winner(of space: SpaceName, pinned: String?) -> NodeID? {
    bids(for: space, pinned: pinned).min()?.node
  }

  /// The nodes that could own a space, the one that should first.
  public static func ranking(
    of space: SpaceName, pinned: String?, among nodes: [NodeRow]
  ) -> [NodeID] {
    Placement(nodes).ranking(of: space, pinned: pinned)
  }

  private func bids(for space: SpaceName, pinned: String?) -> [Bid] {
    let digest = space.string.utf8.digest
    return candidates.map { candidate in
      Bid(
        node: candidate.id, link: candidate.link, isPinned: candidate.link == pinned,
        cost: PlacementCost(space: digest, link: candidate.digest, weight: candidate.weight))
    }
  }
}

/// A node that could own a space.
private struct Candidate: Equatable {
  let id: NodeID
  let link: String
  let weight: Int
  /// The digest of the link.
  let digest: UInt64

  init(_ id: NodeID, link: String, weight: Int) {
    (self.id, self.link, self.weight) = (id, link, max(1, weight))
    digest = link.utf8.digest
  }
}

/// A candidate for one space. The lowest one wins.
private struct Bid: Comparable {
  let node: NodeID
  let link: String
  let isPinned: Bool
  let cost: PlacementCost

  static func < (one: Self, other: Self) -> Bool {
    if one.isPinned != other.isPinned { return one.isPinned }
    if one.cost < other.cost { return true }
    if other.cost < one.cost { return false }
    return one.link < other.link
  }
}
