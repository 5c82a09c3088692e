import BoardJournal
import BoardModel

/// What a process registers in the table of nodes.
public struct NodeRegistration: Hashable, Sendable {
  /// Where others reach it; nil for a server that is no node.
  public var address: NodeAddress?
  /// What tells it from all other processes.
  public var process: String
  /// The version of its program.
  public var version: String
  /// Its share of the spaces, relative to those of others, unless an operator has set another one. At least 1.
  public var weight: Int
  /// The space of its clients that name none; nil if it is no node.
  public var space: SpaceName?

  public init(
    address: NodeAddress?, process: String, version: String, weight: Int = 1,
    space: SpaceName? = nil
  ) {
    precondition(weight >= 1, "A weight is at least 1.")
    self.address = address
    self.process = process
    self.version = version
    self.weight = weight
    self.space = space
  }
}

/// What a process reports each time that it renews its lease.
public struct NodeReport: Hashable, Sendable {
  /// The links of other nodes that have been down for a second.
  public var unreached: Set<String>
  /// The spaces that it serves.
  public var spaces: Int
  /// The clients that are connected to it.
  public var clients: Int
  /// The other nodes that it reaches.
  public var links: Int
  /// The commits in a second, and the time that 99 of 100 of them took at most.
  public var commits: Int
  public var commitTime: Duration
  /// Whether it gives its spaces to others and takes none.
  public var isDraining: Bool
  /// What an operator should know of it, each on a line.
  public var complaints: [String]

  public init(
    unreached: Set<String> = [], spaces: Int = 0, clients: Int = 0, links: Int = 0,
    commits: Int = 0, commitTime: Duration = .zero, isDraining: Bool = false,
    complaints: [String] = []
  ) {
    self.unreached = unreached
    self.spaces = spaces
    self.clients = clients
    self.links = links
    self.commits = commits
    self.commitTime = commitTime
    self.isDraining = isDraining
    self.complaints = complaints
  }
}
