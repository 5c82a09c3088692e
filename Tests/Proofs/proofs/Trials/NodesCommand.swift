import ArgumentParser
import BoardModel
import Glibc
import KillTrial
import PostgresJournal

/// `proofs nodes`: three nodes of a new space under load, to which, and to whose database, everything happens by turns that
/// `NodeFault` has.
struct NodesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nodes",
    abstract: "End the owner among three nodes under load, and the primary of their database.",
    discussion: """
      If DROPLINE_STORE names a database, it is used, and nothing happens to it.
      If SEED is odd, the default space of the nodes cannot be served.

      EXIT STATUS
        0 if nothing that was acknowledged is lost, doubled or altered, 1 otherwise.
      """)

  @Argument(help: "How often.")
  var count = 300

  @Argument(help: "What the run is drawn from; a new one if none is given.")
  var seed = Int(getpid())

  @Flag(help: "Promote a standby for which commits do not wait, and which lacks the last ones.")
  var asynchronous = false

  func run() throws {
    let store = getenv("DROPLINE_STORE").map { String(cString: $0) }
    let pair = store == nil ? try makePair() : nil
    guard let text = store ?? pair?.address, let url = StoreURL(text) else {
      throw ValidationError("DROPLINE_STORE names no database")
    }
    let space = SpaceName("nodes-\(getpid())-\(UInt32.random(in: 0...(.max)))")!
    try PostgresDatabase(url).create(space)
    print("\(Machine.summary)\n\nnodes: \(count) ends, seed \(seed), space \(space)")
    let program = TestedProgram.path
    let trial =
      try pair.map { try Trial(nodesOf: program, in: $0, space: space, seed: seed) }
      ?? Trial(nodesOf: program, store: text, space: space, seed: seed)
    try KillCommand.judge(try KillCommand.run(trial, kills: count, seed: seed), seed: seed)
  }

  private func makePair() throws -> PostgresPair {
    let pair = try PostgresPair(tables: Schema.sql, isSynchronous: !asynchronous)
    if !pair.hasClocks {
      print("there is no compiler of C, so the clock of the database is not set")
    }
    return pair
  }
}
