import BoardModel
import Glibc
import KillTrial
import LocalNodes
import PostgresJournal

extension Group {
  static let spaces = Group(
    name: "spaces",
    summary: "many spaces of a node in a database: what it stores, and how soon it takes them"
  ) { scale in
    let bench = try SpacesBench()
    try bench.measureWriters(
      rounds: scale.pick(6, quick: 1), of: .milliseconds(scale.pick(2_500, quick: 500)))
    try bench.measureTakes(of: scale.pick(400, quick: 40))
  }
}

/// A database, with nodes that serve its spaces.
///
/// It is that of DROPLINE_STORE, or one of its own that waits for its disk.
private final class SpacesBench {
  private let database: PostgresServer?
  private let store: String
  private let prefix = "bench-\(UInt32.random(in: 0...(.max)))"

  init() throws {
    let given = getenv("DROPLINE_STORE").map { String(cString: $0) }
    database = given == nil ? try PostgresServer(tables: Schema.sql, ["fsync=on"]) : nil
    store = given ?? database?.address() ?? ""
    try makeSpaces(0..<1, "main")
  }

  private func name(_ index: Int, _ kind: String) -> String { "\(prefix)-\(kind)-\(index)" }

  private func makeSpaces(_ indices: Range<Int>, _ kind: String) throws {
    guard let url = StoreURL(store) else { throw LocalServerError.ended("no database: \(store)") }
    let database = try PostgresDatabase(url)
    for index in indices { try database.create(SpaceName(name(index, kind))!) }
  }

  private func startNode() throws -> TrialNode {
    let node = try TrialNode(TestedProgram.path, store: store, space: name(0, "main"))
    try node.server.listen { node.server.port != nil && node.isRegistered }
    return node
  }

  // MARK: Writers

  /// Measures numbers of spaces by turns, so that all of them have the same share of a machine that others use, too.
  func measureWriters(rounds: Int, of time: Duration) throws {
    let node = try startNode()
    let layouts: [(spaces: Int, writers: Int)] = [(1, 1), (1, 32), (16, 32), (64, 64)]
    let crowds = try layouts.map { layout in
      let kind = "s\(layout.spaces)w\(layout.writers)"
      try makeSpaces(0..<layout.spaces, kind)
      let crowd = try SpaceCrowd(
        at: node, (0..<layout.writers).map { name($0 % layout.spaces, kind) })
      try crowd.prepareWriters()
      return crowd
    }
    for _ in 0..<rounds { for crowd in crowds { try crowd.write(for: time) } }
    var table = Table("spaces", "writers", "changes/s", "p50 ms", "p99 ms", "to 32 writers of one")
    for (layout, crowd) in zip(layouts, crowds) {
      table.add(
        layout.spaces.text, layout.writers.text, crowd.rate.text, crowd.delays.median.text,
        crowd.delays.quantile(0.99).text, (crowd.rate / crowds[1].rate).text)
    }
    table.show()
  }

  // MARK: Takes

  /// Measures how soon a node has as many spaces that each client of it wants another one, and how soon the next node
  /// has taken them over, once the first one was killed and its lease is over.
  func measureTakes(of count: Int) throws {
    try makeSpaces(0..<count, "take")
    var table = Table("taken by", "spaces", "seconds", "spaces/s")
    func measure(_ name: String, _ node: TrialNode) throws -> SpaceCrowd {
      let crowd = try SpaceCrowd(at: node, (0..<count).map { self.name($0, "take") })
      let time = try crowd.enter() / .seconds(1)
      table.add(name, count.text, time.text, (Double(count) / time).text)
      return crowd
    }
    let first = try startNode()
    try measure("the first node", first).prepareWriters(isEntered: true)
    first.server.kill()
    first.server.wait()
    let second = try startNode()
    try second.rest(for: .seconds(7))
    _ = try measure("the next one", second)
    table.show()
  }
}

extension TrialNode {
  /// Lets time pass, and reads its log.
  fileprivate func rest(for time: Duration) throws {
    let end = ContinuousClock.now + time
    while ContinuousClock.now < end {
      usleep(50_000)
      server.listen()
    }
  }
}
