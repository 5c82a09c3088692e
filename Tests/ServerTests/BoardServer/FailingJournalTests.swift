import BoardJournal
import BoardModel
import Dispatch
import SystemTestKit
import TestKit
import Testing

@Suite("A server with a failing journal")
struct FailingJournalTests {
  @Test("sends nothing more")
  func silence() throws {
    let journal = WaitingJournal()
    let server = try RunningServer(
      boards: [("list", [Section(id: "A", title: "Fruit")], 1)], store: MemoryStore(),
      journal: { _ in journal })
    let watcher = try LoopbackClient(port: server.port)
    watcher.send("open list\nping")
    _ = try watcher.lines { $0 == "pong" }
    let visitor = try LoopbackClient(port: server.port)
    visitor.send("ping")
    _ = try visitor.lines { $0 == "pong" }
    let author = try LoopbackClient(port: server.port)
    author.send("ping")
    _ = try author.lines { $0 == "pong" }
    journal.isWaiting = true
    author.send("insert 0.0 board=list never")
    journal.began.wait()
    visitor.send("show list\nopen list")
    server.settle()
    journal.goOn.signal()
    #expect(server.fault() != nil)
    #expect(try visitor.lines() == [])
    #expect(try author.lines() == [])
    #expect(try watcher.lines() == [])
  }
}

/// A journal whose commit has an unknown outcome after a while.
private final class WaitingJournal: Journal, @unchecked Sendable {
  private let journal = MemoryJournal()
  let began = DispatchSemaphore(value: 0)
  let goOn = DispatchSemaphore(value: 0)
  var isWaiting = false

  func commit(_ group: JournalGroup) -> CommitOutcome {
    guard isWaiting else { return journal.commit(group) }
    began.signal()
    goOn.wait()
    return .unknown("the disk did not answer")
  }

  func acquire() throws(JournalFault) -> StoredServer { journal.acquire() }
  func replay(
    _ board: BoardName, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) { try journal.replay(board, visit) }
  var source: any BoardSource { journal.source }
  func didCheck() {}
  var isDiskFull: Bool { false }
  var roomBytes: Int { .max }
  func makeRoom() -> Bool { true }
  var isCheckpointDue: Bool { false }
  func checkpoint() {}
}
