import BoardDelivery
import BoardHub
import BoardJournal
import BoardModel
import BoardWire
import Glibc
import Libuv
import Net
import SQLiteJournal
import Simulation
import TokenHashing

extension Group {
  static let start = Group(
    name: "start", summary: "how soon a server with many stored revisions answers"
  ) { scale in
    var starts = Table(
      "boards", "revisions each", "MB on the disk", "first answer ms", "one board opened ms",
      "all boards found ms", "server MB")
    let sizes = scale.pick(
      [(1, 200_000), (100, 2_000), (100, 10_000), (999, 200)], quick: [(1, 2_000), (10, 200)])
    for (boards, revisions) in sizes {
      try StartBench(boards: boards, revisions: revisions).measure(into: &starts)
    }
    starts.show()
    var replays = Table("rows", "ms", "µs a row", "rows/s")
    try StartBench(boards: 1, revisions: scale.pick(60_000, quick: 2_000))
      .measureReplay(into: &replays)
    replays.show()
  }
}

/// A data directory with boards that were edited before.
private final class StartBench {
  private let folder = Folder()
  private let boards: Int
  private let revisions: Int
  private var random = SeededRandom(seed: SampleBoard.seed)

  init(boards: Int, revisions: Int) throws {
    self.boards = boards
    self.revisions = revisions
    let hub = Hub(
      cadence: .fixed(.zero), epoch: SampleBoard.epoch, persists: true, hash: TokenDigest.init(of:))
    let journal = try SQLiteJournal(folder.path)
    try hub.service.restoreLazily(from: journal, at: .zero)
    let client = hub.connect(at: .zero)
    for board in 0..<boards {
      try hub.service.serve(name(board), content: SampleBoard.content(items: 1_000, sections: 10))
      for first in stride(from: 0, to: revisions, by: 500) {
        let lines = (first..<min(first + 500, revisions)).map { _ in request(on: name(board)) }
        _ = lines.bytes.withUnsafeBytes { hub.receive($0, from: client, at: .zero) }
        commit(hub, to: journal)
      }
    }
  }

  private func commit(_ hub: Hub, to journal: SQLiteJournal) {
    repeat {
      _ = hub.goOn(at: .zero)
      let turn = hub.endTurn(at: .zero)
      precondition(journal.commit(turn.journal) == .committed)
      hub.commitSnapshots(of: turn, to: journal)
    } while hub.hasUnread
    try? journal.checkpoint()
  }

  private func name(_ board: Int) -> BoardName { BoardName("b\(board)")! }

  /// Of ten changes eight are moves, one an edit and one an insert.
  private func request(on board: BoardName) -> Request {
    let item = ItemReference.id(SampleBoard.itemID(Int.random(in: 0..<1_000, using: &random)))
    let place = Place.index([Int.random(in: 0..<10, using: &random), 0], revision: nil)
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      return .edit(.edit(.init(item, text: Text("changed \(random.next() % 1_000)"), on: board)))
    case 1: return .edit(.insert(.init(place, text: "something new", on: board)))
    default: return .edit(.move(.init([item], place: place, on: board)))
    }
  }

  /// Starts a server in a process of its own and asks it.
  func measure(into table: inout Table) throws {
    let size = folder.size
    let start = ContinuousClock.now
    let server = try ServerProcess(.board(.init(items: 1, sections: 1, directory: folder.path)))
    let client = PlainSocket(port: server.address.port)
    client.ask("boards")
    let answered = ContinuousClock.now
    client.ask("open b\(boards / 2)")
    let opened = ContinuousClock.now
    client.ask("find nowhere")
    let found = ContinuousClock.now
    table.add(
      boards.text, revisions.text, (Double(size) / 1e6).text,
      ((answered - start).nanoseconds / 1e6).text, ((opened - answered).nanoseconds / 1e6).text,
      ((found - opened).nanoseconds / 1e6).text, (server.residentBytes >> 20).text)
  }

  /// Replays a board in this process.
  func measureReplay(into table: inout Table) throws {
    let journal = try SQLiteJournal(folder.path)
    let stored = try journal.acquire().boards[0]
    var rows = 0
    try journal.source.replay(stored.name) { _ in rows += 1 }
    let source = journal.source
    let time = try nanoseconds { _ = try BoardReplay(of: stored, from: source) }
    table.add(
      rows.text, (time / 1e6).text, (time / 1e3 / Double(rows)).text,
      (Double(rows) / time * 1e9).text)
  }
}

extension PlainSocket {
  /// Sends a command, and returns when it is answered.
  fileprivate func ask(_ line: String) {
    write(Array("\(line)\nping asked\n".utf8))
    read(untilEnding: "pong asked\n")
  }
}
