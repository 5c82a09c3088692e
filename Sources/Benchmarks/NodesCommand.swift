import BoardModel
import Glibc
import KillTrial
import PostgresJournal

/// `DROPLINE_STORE=postgres://… Benchmarks nodes [COUNT [SEED]]`: three nodes of a new space under load, whose
/// owner is killed, paused and stopped by turns.
enum NodesCommand {
  static let word = "nodes"

  /// Exits with status 1 on any violation.
  static func run(_ words: [String]) throws {
    let count = words.first.flatMap { Int($0) } ?? 300
    let seed = words.dropFirst().first.flatMap { Int($0) } ?? Int(getpid())
    guard let text = getenv("DROPLINE_STORE").map({ String(cString: $0) }), let url = StoreURL(text)
    else {
      print("nodes: DROPLINE_STORE names no database")
      exit(64)
    }
    let space = SpaceName("nodes-\(getpid())-\(UInt32.random(in: 0...(.max)))")!
    try PostgresDatabase(url).create(space)
    print("\(Machine.summary)\n\nnodes: \(count) ends of an owner, seed \(seed), space \(space)")
    let trial = Trial(
      nodesOf: try KillCommand.program(), store: text, space: "\(space)", seed: seed)
    try KillCommand.judge(try KillCommand.run(trial, kills: count, seed: seed), seed: seed)
  }
}
