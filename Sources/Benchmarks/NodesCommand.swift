import BoardModel
import Glibc
import KillTrial
import PostgresJournal

/// `Benchmarks nodes [COUNT [SEED]]`: three nodes of a new space under load, whose owner is killed, paused and stopped
/// by turns, as is the primary of their database, whose standby is promoted then.
///
/// If `DROPLINE_STORE` names a database, it is used, and only owners end.
enum NodesCommand {
  static let word = "nodes"

  /// Exits with status 1 on any violation.
  static func run(_ words: [String]) throws {
    let count = words.first.flatMap { Int($0) } ?? 300
    let seed = words.dropFirst().first.flatMap { Int($0) } ?? Int(getpid())
    let store = getenv("DROPLINE_STORE").map { String(cString: $0) }
    let pair = store == nil ? try PostgresPair(tables: Schema.sql) : nil
    guard let text = store ?? pair?.address, let url = StoreURL(text) else {
      print("nodes: DROPLINE_STORE names no database")
      exit(64)
    }
    let space = SpaceName("nodes-\(getpid())-\(UInt32.random(in: 0...(.max)))")!
    try PostgresDatabase(url).create(space)
    print("\(Machine.summary)\n\nnodes: \(count) ends, seed \(seed), space \(space)")
    let program = try KillCommand.program()
    let trial =
      pair.map { Trial(nodesOf: program, in: $0, space: "\(space)", seed: seed) }
      ?? Trial(nodesOf: program, store: text, space: "\(space)", seed: seed)
    try KillCommand.judge(try KillCommand.run(trial, kills: count, seed: seed), seed: seed)
  }
}
