import ArgumentParser
import BoardJournal
import PostgresJournal

/// `dropline cluster`: the nodes of a database and what is wrong with them.
struct ClusterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cluster",
    abstract: "List the nodes and spaces of a PostgreSQL database, problems first.",
    discussion: """
      A node is a server with --link. It is listed for an hour after it was last heard of. A problem is a node \
      that does not answer any more, a space with nodes that none of them owns, and a space that is incomplete or was restored.

      With --try there is a database and nodes of one's own on this machine, until Ctrl-C. PostgreSQL must be \
      installed. Nothing of it stays.

      EXAMPLES
        dropline cluster --store postgres://dropline@db/boards
        dropline cluster --try 3

      EXIT STATUS
        0 all is well; 1 there is a problem; 74 the database does not answer.
      """)

  @OptionGroup var option: StoreOption
  @OptionGroup var output: ObjectOption

  @Option(
    name: .customLong("try"),
    help: ArgumentHelp(
      "Start so many nodes on this machine, 1 to 9, with a database of their own.",
      valueName: "count"))
  var count: Int?

  func validate() throws {
    guard let count else { return }
    guard (1...9).contains(count) else {
      throw ValidationError("--try takes a number from 1 to 9.")
    }
    guard option.store == nil, !output.json else {
      throw ValidationError("--try has a database of its own, and prints what happens.")
    }
  }

  func run() throws {
    if let count { return try reportingFailure { try ClusterTry(nodes: count).run() } }
    let url = try option.url()
    var isWell = true
    try reportingFailure {
      let database = try PostgresDatabase(url)
      let rows = ClusterRow.rows(try database.nodes(), try database.spaces())
      for row in rows { sayLine(output.json ? row.json : row.line) }
      isWell = !rows.contains { $0.isProblem }
    }
    if !isWell { throw ExitCode.failure }
  }
}

/// A line of the list.
struct ClusterRow {
  let kind: String
  let name: String
  /// The space of a node.
  var space: String?
  let state: String
  let isProblem: Bool

  /// The nodes and spaces, problems first.
  static func rows(_ nodes: [NodeListing], _ spaces: [SpaceListing]) -> [ClusterRow] {
    let served = Set(nodes.filter(\.isAlive).map(\.space))
    let rows =
      spaces.map { row(of: $0, hasNodes: served.contains($0.name)) } + nodes.map { row(of: $0) }
    return rows.filter(\.isProblem) + rows.filter { !$0.isProblem }
  }

  private static func row(of space: SpaceListing, hasNodes: Bool) -> ClusterRow {
    let isProblem: Bool
    switch space.state {
    case .arriving, .restored: isProblem = true
    case .ready, .moved: isProblem = hasNodes && space.holder == nil
    }
    return ClusterRow(kind: "space", name: space.name, state: space.status, isProblem: isProblem)
  }

  private static func row(of node: NodeListing) -> ClusterRow {
    let isCutOff = node.isAlive && !node.isOwner && !node.unreached.isEmpty
    let state =
      isCutOff
      ? "does not reach \(node.unreached)"
      : node.isAlive ? (node.isOwner ? "owner" : "follows") : "gone"
    return ClusterRow(
      kind: "node", name: node.link, space: node.space,
      state: "\(state), \(node.process), \(node.version)", isProblem: !node.isAlive || isCutOff)
  }

  var line: String {
    let words = [kind, name, space.map { "of \($0)" }, isProblem ? "PROBLEM" : nil, state]
    return words.compactMap(\.self).joined(separator: "  ")
  }

  var json: String {
    var object = JSONLine(("kind", kind), ("name", name), ("state", state), ("problem", isProblem))
    if let space { object.add(("space", space)) }
    return object.json
  }
}
