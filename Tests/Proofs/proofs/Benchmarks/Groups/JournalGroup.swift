import BoardDelivery
import BoardHub
import BoardJournal
import BoardModel
import BoardWire
import Glibc
import PostgresJournal
import SQLiteJournal
import Simulation
import TokenHashing

extension Group {
  static let journal = Group(
    name: "journal", summary: "what it costs to keep everything: turns on the disk, and the start"
  ) { scale in
    let store = getenv("DROPLINE_STORE").flatMap { StoreURL(String(cString: $0)) }
    var turns = Table(
      "kept in", "changes in a turn", "changes", "changes/s kept", "changes/s in memory",
      "turn p50 µs", "turn p99 µs", "p50 to that of a directory")
    for size in [1, 16, 128] {
      try JournalBench.measureTurns(
        of: size, count: scale.pick(2_000, quick: 200) * min(size, 16), store, into: &turns)
    }
    turns.show()
    var starts = Table(
      "revisions made", "items", "KB on the disk", "bytes/revision", "open ms", "replay ms",
      "restored")
    for count in scale.pick([10_000, 100_000, 400_000], quick: [10_000]) {
      try JournalBench.measureStart(after: count, into: &starts)
    }
    starts.show()
  }
}

/// A hub that persists its board in its own directory or space, without sockets and threads.
private final class JournalBench {
  private let directory: Folder
  private var hub: Hub
  private var journal: (any Journal)?
  private var now: Duration = .seconds(1)
  private let client: ConnectionID
  private var random = SeededRandom(seed: SampleBoard.seed)
  private let items: Int

  enum Storage {
    case memory
    case directory
    case database(StoreURL)

    var name: String {
      switch self {
      case .memory: "memory"
      case .directory: "directory"
      case .database: "database"
      }
    }
  }

  init(items: Int, keptIn place: Storage) throws {
    directory = Folder()
    self.items = items
    journal = try Self.journal(in: place, directory)
    hub = Hub(
      cadence: .fixed(.zero), epoch: SampleBoard.epoch, persists: journal != nil,
      hash: TokenDigest.init(of:))
    if let journal { try hub.service.restore(from: journal, at: now) }
    try hub.service.serve(
      SampleBoard.name, content: SampleBoard.content(items: items, sections: 10))
    client = hub.connect(at: now)
    _ = endTurn()
  }

  private static func journal(in place: Storage, _ directory: Folder) throws -> (any Journal)? {
    switch place {
    case .memory: return nil
    case .directory: return try SQLiteJournal(directory.path)
    case .database(let url):
      let space = SpaceName("bench-\(UInt64.random(in: 0...(.max)))")!
      try PostgresDatabase(url).create(space)
      let registration = NodeRegistration(address: nil, process: "a benchmark", version: "")
      return try PostgresJournal(
        space, of: NodeLease(url, as: registration), renewsLease: true
      ) { _ in }
    }
  }

  /// One turn with `size` changes: of ten, eight are moves, one an edit and one an insert.
  ///
  /// - Returns: The duration in ns.
  func turn(of size: Int) throws -> Double {
    let lines = (0..<size).map { _ in request() }.bytes
    return nanoseconds {
      now += .milliseconds(1)
      _ = lines.withUnsafeBytes { hub.receive($0, from: client, at: now) }
      precondition(endTurn() == .committed, "the disk takes it")
    }
  }

  private func request() -> Request {
    let item = ItemReference.id(SampleBoard.itemID(Int.random(in: 0..<items, using: &random)))
    let section = Int.random(in: 0..<10, using: &random)
    let place = Place.index([section, 0], revision: nil)
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      let text = Text("changed \(random.next() % 1_000)")
      return .edit(.edit(.init(item, text: text, on: SampleBoard.name)))
    case 1: return .edit(.insert(.init(place, text: "something new", on: SampleBoard.name)))
    default: return .edit(.move(.init([item], place: place, on: SampleBoard.name)))
    }
  }

  private func endTurn() -> CommitOutcome {
    var outcome = CommitOutcome.committed
    while true {
      _ = hub.goOn(at: now)
      let turn = hub.endTurn(at: now)
      let group = turn.journal
      if let journal, !group.isEmpty {
        outcome = journal.commit(group)
        if journal.isCheckpointDue { try? journal.checkpoint() }
        hub.commitSnapshots(of: turn, to: journal)
      }
      if turn.isEmpty && !hub.hasUnread { return outcome }
    }
  }

  static func measureTurns(
    of size: Int, count: Int, _ store: StoreURL?, into table: inout Table
  ) throws {
    let places = [.directory] + [store.map { .database($0) }].compactMap(\.self) as [Storage]
    var reference: Double?
    for place in places {
      let bench = try JournalBench(items: 1_000, keptIn: place)
      let plain = try JournalBench(items: 1_000, keptIn: .memory)
      var times: [Double] = []
      var plainTime = 0.0
      for _ in 0..<count / size {
        times.append(try bench.turn(of: size))
        plainTime += try plain.turn(of: size)
      }
      reference = reference ?? times.median
      table.add(
        place.name, size.text, count.text, (Double(count) / times.reduce(0, +) * 1e9).text,
        (Double(count) / plainTime * 1e9).text, (times.median / 1_000).text,
        (times.quantile(0.99) / 1_000).text, (times.median / (reference ?? 1)).text)
    }
  }

  static func measureStart(after count: Int, into table: inout Table) throws {
    let bench = try JournalBench(items: 1_000, keptIn: .directory)
    for _ in 0..<count / 500 { _ = try bench.turn(of: 500) }
    bench.journal = nil
    let size = bench.directory.size
    var journal: SQLiteJournal?
    let opening = try nanoseconds { journal = try SQLiteJournal(bench.directory.path) }
    let hub = Hub(epoch: SampleBoard.epoch, persists: true, hash: TokenDigest.init(of:))
    let replay = try nanoseconds { try hub.service.restore(from: journal!, at: .seconds(1)) }
    let head = hub.service.revisions[SampleBoard.name] ?? 0
    table.add(
      count.text, "1,000", (size / 1_024).text, (Double(size) / Double(head)).text,
      (opening / 1e6).text, (replay / 1e6).text, head.text)
  }
}
