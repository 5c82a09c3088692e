import BoardJournal

/// The links of a process to the others.
struct LinkStates {
  private struct Link {
    let address: NodeAddress
    var isUp = false
    /// When it went up or down.
    var since: Duration
  }

  private var links: [NodeID: Link] = [:]

  func isUp(_ node: NodeID) -> Bool { links[node]?.isUp ?? false }

  /// Since when a link has been down; nil if it is up or there is none.
  func downSince(_ node: NodeID) -> Duration? {
    links[node].flatMap { $0.isUp ? nil : $0.since }
  }

  /// - Returns: Whether this is news.
  mutating func set(_ node: NodeID, isUp: Bool, at now: Duration) -> Bool {
    guard let link = links[node], link.isUp != isUp else { return false }
    links[node]?.isUp = isUp
    links[node]?.since = now
    return true
  }

  /// The links that have been down for some time.
  func unreached(at now: Duration) -> Set<String> {
    let down = links.values.filter { !$0.isUp && now - $0.since >= ClusterTimes.unreached }
    return Set(down.map(\.address.link))
  }

  /// Connects to the other nodes that are alive, and disconnects from those that are declared dead or replaced by a
  /// newer process at the same link. A link to a node whose lease is over stays: it may renew it yet. So does one to a
  /// process that has registered anew: it has the same certificate.
  mutating func update(_ nodes: [NodeRow], me: NodeID, at now: Duration) -> [ClusterAction] {
    let own = nodes.first { $0.id == me }?.address?.link
    var newest: [String: NodeRow] = [:]
    for node in nodes.sorted(by: { $0.id < $1.id }) {
      if let link = node.address?.link, link != own { newest[link] = node }
    }
    let current = newest.values.sorted { $0.id < $1.id }
    let renumbered = current.compactMap { renumber($0) }
    let ended = links.keys.filter { id in !current.contains { $0.id == id } }.sorted()
    for id in ended { links[id] = nil }
    return renumbered + ended.map { .disconnect($0) }
      + current.compactMap { connect($0, at: now) }
  }

  /// Keeps the link to a process that has got another number.
  private mutating func renumber(_ node: NodeRow) -> ClusterAction? {
    guard links[node.id] == nil,
      let former = links.first(where: { $0.value.address == node.address })?.key
    else { return nil }
    links[node.id] = links.removeValue(forKey: former)
    return .renumber(former, to: node.id)
  }

  private mutating func connect(_ node: NodeRow, at now: Duration) -> ClusterAction? {
    guard node.isAlive, links[node.id] == nil, let address = node.address else { return nil }
    links[node.id] = Link(address: address, since: now)
    return .connect(node.id, address)
  }
}
