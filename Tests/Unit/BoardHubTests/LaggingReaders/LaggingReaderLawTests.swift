import BoardModel
import BoardWire
import CheckedClients
import Simulation
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

/// Clients drag across boards and edit them, with slow cadences, stalls, lost connections and windows
/// of all lengths. Each connection's lines are held against its own copies of the boards.
///
/// `DROPLINE_STREAMS=100000` tries 10,000 seeds instead of 20.
@Suite("The law of lagging readers", .serialized)
struct LaggingReaderLawTests {
  @Test("holds: what is told about a drag is on the reader's copy of the board at that point")
  func law() throws {
    var counts = LaggingReader.Counts()
    for seed in randomSeeds(10) {
      var scene = try LaggingScene(seed: seed)
      do {
        try scene.run(steps: 120)
      } catch {
        Issue.record("seed \(seed): \(error)\n\(scene.trace.suffix(60).joined(separator: "\n"))")
        return
      }
      counts += scene.counts
    }
    #expect(counts.snapshots > 0 && counts.places > 0 && counts.ends > 0, "\(counts)")
  }
}

/// A hub and the connections of a few clients.
private struct LaggingScene {
  /// One connection, and what it knows.
  private struct Peer {
    var id: ConnectionID
    /// The name with a token; nil for a guest, also if it has said a name without one.
    let name: String?
    var reader: LaggingReader
    var isBlocked = false
  }

  private let hub: Hub
  /// Flushes may be cut short.
  private var stepsOfFlush = TurnBudget.turnSteps
  private var now: Duration = .seconds(1)
  private var peers: [Peer] = []
  /// What other threads have not done yet.
  private var jobs: [Job] = []
  private var draggers: RandomDraggers
  private var random: SeededRandom
  private(set) var trace: [String] = []
  private(set) var counts = LaggingReader.Counts()

  init(seed: Int) throws {
    random = SeededRandom(seed: seed &+ 1_000_003)
    draggers = RandomDraggers(seed: seed)
    let cadence: Cadence = random.one(of: [
      .automatic, .fixed(.zero), .fixed(.seconds(1)), .fixed(.milliseconds(16)),
    ])
    hub = Hub(cadence: cadence, epoch: .test)
    // Long changes are made by another thread, which takes its time.
    if random.percent(50) { hub.stepsOfLongChange = 0 }
    if random.percent(50) { hub.stepsOfLongContent = 0 }
    if random.percent(50) { stepsOfFlush = 200 }
    if random.percent(50) { hub.editsOfSlice = 1 + random.below(4) }
    for (index, board) in RandomDraggers.boards.enumerated() {
      let sections = (0..<2 + index % 2).map { section in
        Section(
          id: SectionID("\(board)s\(section)")!, title: "T",
          items: (0..<1 + random.below(4)).map {
            Item(id: ItemID("\(board)x\(section)\($0)")!, text: Text("item \($0)"))
          })
      }
      try hub.service.serve(BoardName(board)!, content: sections, revision: 10)
    }
    for name in ["ann", "ann", "bea", nil, nil] { try connect(name) }
    for index in peers.indices {
      for board in RandomDraggers.boards where random.percent(60) {
        let every = random.one(of: ["", "", " every=2s", " every=20s"])
        let content = random.percent(30) ? " content=counts" : ""
        say(["open \(board)\(every)\(content)"], about: board, by: index)
      }
    }
  }

  mutating func run(steps: Int) throws {
    for _ in 0..<steps {
      try step()
      if random.percent(60) { try endTurn() }
    }
    for index in peers.indices { setBlocked(index, false) }
    repeat {
      makeLongChanges()
      try endTurn()
    } while !jobs.isEmpty
    for _ in 0..<3 {
      now += .seconds(21)
      // A flush may take many turns.
      for _ in peers { try endTurn() }
    }
    for peer in peers {
      try check(peer)
      try checkOwn(peer)
      guard peer.reader.leftOut.isEmpty else {
        throw Mirror.Fault("\(peer.reader.leftOut) ended, and its owner was not told")
      }
      counts += peer.reader.counts
    }
  }

  // MARK: Steps

  private mutating func step() throws {
    let index = random.below(peers.count)
    switch random.below(100) {
    case 0..<5: setBlocked(index, !peers[index].isBlocked)
    case 5..<7: try reconnect(index)
    case 7 where peers[index].name == nil:
      say(["hello named-\(index)"], about: "", by: index)
    case 7..<13: makeLongChanges()
    case 13..<22:
      now += random.one(of: [.milliseconds(1), .milliseconds(5), .milliseconds(200), .seconds(3)])
    default:
      let command = draggers.command(
        on: { name in BoardName(name).flatMap { hub.sight(of: $0) }?.board.content },
        own: peers[index].reader.ownSessions, sessions: sessionCount)
      say(command.lines, about: command.board, by: index)
    }
  }

  /// The number of sessions that began.
  private var sessionCount: Int {
    RandomDraggers.boards.reduce(1) { count, name in
      max(count, hub.sight(of: BoardName(name)!)?.drags.last?.number ?? 0)
    }
  }

  private mutating func say(_ lines: [String], about board: String, by index: Int) {
    peers[index].reader.ask(lines[0], about: board)
    for line in lines {
      trace.append("\(index)> \(line.prefix(120))")
      _ = Array("\(line)\n".utf8).withUnsafeBytes {
        hub.receive($0, from: peers[index].id, at: now)
      }
    }
    while hub.hasUnread { _ = hub.goOn(at: now) }
  }

  private mutating func makeLongChanges() {
    while !jobs.isEmpty {
      let job = jobs.removeFirst()
      job.run()
      hub.finished(job)
      while hub.hasUnread { _ = hub.goOn(at: now) }
    }
  }

  private mutating func setBlocked(_ index: Int, _ isBlocked: Bool) {
    guard peers[index].isBlocked != isBlocked else { return }
    trace.append("\(index) is \(isBlocked ? "" : "not ")blocked")
    peers[index].isBlocked = isBlocked
    hub.setBlocked(peers[index].id, isBlocked)
  }

  private mutating func connect(_ name: String?) throws {
    let sibling = peers.first { name != nil && $0.name == name }
    let reader =
      sibling.map { LaggingReader(after: $0.reader, isSameClient: true) }
      ?? LaggingReader(OwnSessions())
    peers.append(Peer(id: hub.connect(at: now), name: name, reader: reader))
    introduce(peers.count - 1)
    try endTurn()
  }

  private mutating func introduce(_ index: Int) {
    if let name = peers[index].name {
      say(["hello \(name) token=the-token-of-\(name)"], about: "", by: index)
    }
  }

  /// Cuts a connection and begins another that goes on with its copies of boards.
  private mutating func reconnect(_ index: Int) throws {
    try endTurn()
    trace.append("\(index) reconnects")
    counts += peers[index].reader.counts
    hub.disconnected(peers[index].id, at: now)
    let reader = peers[index].reader
    peers[index] = Peer(
      id: hub.connect(at: now), name: peers[index].name,
      reader: LaggingReader(after: reader, isSameClient: peers[index].name != nil))
    introduce(index)
    for name in reader.openBoards.sorted() {
      guard let board = reader.mirror.boards[name], random.percent(80) else { continue }
      let content = board.isCounted ? " content=counts" : ""
      say(["open \(name) since=\(board.revision)\(content)"], about: name, by: index)
    }
  }

  // MARK: Turns

  private mutating func endTurn() throws {
    hub.budget.stepsPerTurn = stepsOfFlush
    let turn = hub.endTurn(at: now)
    hub.budget.stepsPerTurn = TurnBudget.turnSteps
    jobs += turn.jobs
    for effect in turn.effects {
      switch effect {
      case .send(let pieces, let id):
        try deliver(pieces.map(\.text).joined(), to: id)
      case .broadcast(let encoding, let ids):
        for id in ids { try deliver(encoding.text, to: id) }
      case .close: break
      }
    }
    hub.sendingTook(
      .milliseconds(random.one(of: [0, 0, 40])), endingAt: now, isOfTurn: true)
  }

  private mutating func deliver(_ text: String, to id: ConnectionID) throws {
    guard let index = peers.firstIndex(where: { $0.id == id }) else { return }
    for line in text.split(separator: "\n") {
      trace.append("\(index)< \(line.prefix(160))")
      try peers[index].reader.read(String(line))
    }
  }

  // MARK: The end

  /// In the end each connection knows the live sessions of its boards as they are.
  private func check(_ peer: Peer) throws {
    for name in peer.reader.openBoards.sorted() {
      let rows = try drags(on: name)
      let known = peer.reader.sessions.filter { $0.value.home == name }
      guard Set(known.keys) == Set(rows.map(\.drag)) else {
        throw Mirror.Fault("\(known.keys.sorted()) is known of \(rows.map(\.drag)) on \(name)")
      }
      for row in rows { try compare(known[row.drag]!, row) }
      let board = hub.sight(of: BoardName(name)!)
      let copy = peer.reader.mirror.boards[name]
      let names = copy?.sections.map { $0.items.map(\.name) } ?? []
      let right = board?.board.content.map { $0.items.map(\.id.string) } ?? []
      guard names.count == right.count,
        zip(names, right).allSatisfy({ known, all in
          known.count == all.count && zip(known, all).allSatisfy { $0.isEmpty || $0 == $1 }
        })
      else { throw Mirror.Fault("the copy of \(name) is another") }
    }
  }

  /// In the end a connection knows the sessions that it drives, although it watches nothing.
  private func checkOwn(_ peer: Peer) throws {
    for board in hub.service.revisions.keys.sorted()
    where !peer.reader.openBoards.contains(board.string) {
      for row in try drags(on: board.string) where peer.reader.isDriver(of: row.drag) {
        guard let session = peer.reader.sessions[row.drag], session.isOwn else { continue }
        try compare(session, row)
      }
    }
  }

  private func compare(_ session: LaggingReader.Session, _ row: DragsRow) throws {
    guard session.items == row.items, session.state == row.state,
      session.isSuspended == row.isSuspended
    else { throw Mirror.Fault("\(session) is known of \(row)") }
  }

  /// The live sessions of a board, as a stranger is told them.
  private func drags(on board: String) throws -> [DragsRow] {
    let id = hub.connect(at: now)
    _ = Array("drags \(board)\n".utf8).withUnsafeBytes { hub.receive($0, from: id, at: now) }
    let lines = Sent(hub.endTurn(at: now).effects).lines(of: id)
    hub.disconnected(id, at: now)
    var reader = MessageReader()
    for line in lines {
      let message = try Array(line.utf8).withUnsafeBytes { try reader.read($0) }
      if case .reply(let reply)? = message, case .drags(let rows)? = reply.ok { return rows.rows }
    }
    return []
  }
}
