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
    let rows = spaces.map { ClusterRow($0) } + nodes.map { ClusterRow($0) }
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

  private init(_ node: NodeListing) {
    kind = "node"
    name = node.link
    state = node.status
    isProblem = node.isProblem
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
  fileprivate var isProblem: Bool {
    switch state {
    case .serving, .draining: !isAlive || !unreached.isEmpty
    case .left: false
    case .dead: true
    }
  }

  fileprivate var status: String {
    [situation, load, process, version].compactMap(\.self).joined(separator: ", ")
  }

  private var situation: String {
    switch state {
    case .left: return "has left"
    case .dead: return "gone, silent for \(seconds)"
    case .serving, .draining:
      guard isAlive else { return "gone, silent for \(seconds)" }
      guard unreached.isEmpty else {
        return "does not reach \(unreached.sorted().joined(separator: ", "))"
      }
      return state == .draining ? "draining" : "serving"
    }
  }

  private var seconds: String { "\(silence.components.seconds) s" }

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
