import PostgresJournal

/// A line of the list of nodes and spaces.
struct ClusterRow {
  let kind: String
  let name: String
  let state: String
  let isProblem: Bool
  /// Of a node.
  var node: NodeListing?
  /// Of a space.
  var space: SpaceListing?

  /// The nodes and spaces, problems first.
  static func rows(_ nodes: [NodeListing], _ spaces: [SpaceListing]) -> [ClusterRow] {
    let isTaken = nodes.contains(where: \.takesSpaces)
    let rows =
      spaces.map { ClusterRow($0) }
      + nodes.map { node in
        ClusterRow(node, spaces.first { $0.name == node.space }, isTaken: isTaken)
      }
    return rows.filter(\.isProblem) + rows.filter { !$0.isProblem }
  }

  private init(_ space: SpaceListing) {
    kind = "space"
    name = space.name
    state = space.status
    switch space.state {
    case .arriving, .restored: isProblem = true
    case .ready, .moved: isProblem = false
    }
    self.space = space
  }

  /// - Parameters:
  ///   - space: The default space of the node; nil if there is none of that name.
  ///   - isTaken: Whether any node takes spaces.
  private init(_ node: NodeListing, _ space: SpaceListing?, isTaken: Bool) {
    kind = "node"
    name = node.link
    let complaint = node.complaint(space, isTaken: isTaken)
    state = node.status(complaint)
    isProblem = node.isGone || complaint != nil
    self.node = node
  }

  var line: String {
    let words = [kind, name, isProblem ? "PROBLEM" : nil, state]
    return words.compactMap(\.self).joined(separator: "  ")
  }

  var json: String {
    var object = JSONLine(("kind", kind), ("name", name), ("state", state), ("problem", isProblem))
    if let node {
      object.add(("process", node.process), ("version", node.version), ("weight", node.weight))
      object.add(("spaces", node.spaces), ("clients", node.clients))
      object.add(("links", node.links), ("commits", node.commits))
      object.add(("commit-p99", Int(node.commitTime / .microseconds(1))))
    }
    if let link = space?.link { object.add(("owner", link)) }
    if let pinned = space?.pinned { object.add(("pinned", pinned)) }
    return object.json
  }
}

extension NodeListing {
  /// Whether it takes the spaces of others.
  var takesSpaces: Bool { isAlive && state == .serving }

  fileprivate var isGone: Bool {
    switch state {
    case .serving, .draining: !isAlive
    case .left: false
    case .dead: true
    }
  }

  /// What is wrong with it although it is there.
  fileprivate func complaint(_ defaultSpace: SpaceListing?, isTaken: Bool) -> String? {
    guard isAlive else { return nil }
    var words: [String] = []
    if !unreached.isEmpty {
      words.append("does not reach \(unreached.sorted().joined(separator: ", "))")
    }
    if !isTaken { words.append("no node takes its spaces") }
    if let space, defaultSpace?.state != .ready {
      words.append("its default space \(space) is \(defaultSpace?.status ?? "not there")")
    }
    words += complaints
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }

  fileprivate func status(_ complaint: String?) -> String {
    [complaint ?? situation, load, process, version].compactMap(\.self).joined(separator: ", ")
  }

  private var situation: String {
    switch state {
    case .left: return "has left"
    case .dead: return "gone"
    case .serving, .draining:
      guard isAlive else { return "gone" }
      return state == .draining ? "draining" : "serving"
    }
  }

  private var work: String {
    guard commits > 0 else { return "" }
    let tenths = Int((commitTime / .microseconds(100)).rounded(.up))
    return ", \(commits) commits/s, p99 \(tenths / 10).\(tenths % 10) ms"
  }

  /// What it has to do; nil if it is gone.
  private var load: String? {
    guard isAlive else { return nil }
    let share = weight == 1 ? "" : ", weight \(weight)"
    return
      "\(counted(spaces, "space")), \(counted(clients, "client")), \(counted(links, "link"))\(work)\(share)"
  }
}
