import ArgumentParser
import BoardModel
import Glibc
import KillTrial
import PostgresJournal

/// `proofs nodes`: three nodes of a new space under load, whose owner is killed, paused and stopped by turns, as is the
/// primary of their database, whose standby is promoted then.
struct NodesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nodes",
    abstract: "End the owner among three nodes under load, and the primary of their database.",
    discussion: """
      If DROPLINE_STORE names a database, it is used, and only owners end.

      EXIT STATUS
        0 if nothing that was acknowledged is lost, doubled or altered, 1 otherwise.
      """)

  @Argument(help: "How often.")
  var count = 300

  @Argument(help: "What the run is drawn from; a new one if none is given.")
  var seed = Int(getpid())

  func run() throws {
    let store = getenv("DROPLINE_STORE").map { String(cString: $0) }
    let pair = store == nil ? try PostgresPair(tables: Schema.sql) : nil
    guard let text = store ?? pair?.address, let url = StoreURL(text) else {
      throw ValidationError("DROPLINE_STORE names no database")
    }
    let space = SpaceName("nodes-\(getpid())-\(UInt32.random(in: 0...(.max)))")!
    try PostgresDatabase(url).create(space)
    print("\(Machine.summary)\n\nnodes: \(count) ends, seed \(seed), space \(space)")
    let program = TestedProgram.path
    let trial =
      pair.map { Trial(nodesOf: program, in: $0, space: "\(space)", seed: seed) }
      ?? Trial(nodesOf: program, store: text, space: "\(space)", seed: seed)
    try KillCommand.judge(try KillCommand.run(trial, kills: count, seed: seed), seed: seed)
  }
}
