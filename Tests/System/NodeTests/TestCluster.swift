import BoardModel
import KillTrial
import LocalNodes
import PostgresJournal
import SystemTestKit
import Testing

/// A database of its own with a default space, for the nodes of one test: all nodes of a database serve all its
/// spaces.
struct TestCluster {
  let server: PostgresServer
  static let space = SpaceName("main")!

  /// - Parameter settings: Of the server, as `NAME=value`.
  init(_ settings: String...) throws {
    server = try PostgresServer(settings)
    try PostgresDatabase(server.url()).create(Self.space)
  }

  /// Starts a node.
  func node(
    _ words: String..., through proxy: PostgresProxy? = nil, after shell: String? = nil
  ) throws -> TestNode {
    try TestNode(
      ["--store", server.address(port: proxy?.port), "--space", Self.space.string] + words,
      after: shell)
  }

  /// Starts nodes. The first one owns the default space.
  func nodes(_ count: Int, _ words: String...) throws -> [TestNode] {
    let nodes = try (0..<count).map { _ in
      try TestNode(["--store", server.address(), "--space", Self.space.string] + words)
    }
    try pin(Self.space, to: nodes[0])
    _ = try nodes[0].say(["ping"])
    return nodes
  }

  func create(_ space: SpaceName) throws { try PostgresDatabase(server.url()).create(space) }

  /// Lets a node own a space.
  func pin(_ space: SpaceName, to node: TestNode) throws {
    try PostgresDatabase(server.url()).pin(space, to: node.link)
  }

  /// Runs a command of the program on the database.
  func run(_ words: String...) throws -> (status: Int32, output: String) {
    let end = try ChildProcess(words + ["--store", server.address()]).end()
    return (end.status, end.output)
  }

  /// A board with an item.
  static let board = [
    "create list", "insert-section 0 board=list A", "insert 0.0 board=list apple",
  ]
}
