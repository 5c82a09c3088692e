import BoardJournal
import BoardModel
import Dispatch
import SystemTestKit
import TestKit
import Testing

@Suite("A server whose disk is busy with a checkpoint")
struct BusyDiskTests {
  @Test("executes commands, and answers changes once they are committed behind it")
  func checkpoint() throws {
    let journal = CheckpointJournal()
    let server = try RunningServer(
      boards: [("list", [Section(id: "A", title: "Fruit")], 1)], store: MemoryStore(),
      journal: { _ in journal })
    // Whatever fails, the server can end.
    defer { journal.goOn.signal() }
    let (author, visitor) = (
      try LoopbackClient(port: server.port), try LoopbackClient(port: server.port)
    )
    for client in [author, visitor] {
      client.send("ping")
      _ = try client.lines { $0 == "pong" }
    }
    journal.isCheckpointDue = true
    visitor.send("ping")
    journal.began.wait()
    visitor.send("show list\nping there")
    #expect(try visitor.lines { $0 == "pong there" }.contains("ok show list 2"))
    author.send("insert 0.0 board=list late")
    server.settle()
    #expect(journal.commitCount == 0)
    // No change may depend on one that is not durable.
    visitor.send("ping again")
    server.settle()
    journal.goOn.signal()
    #expect(try author.lines { $0.hasPrefix("ok insert") }.last == "ok insert i1 at=0.0 rev=2")
    #expect(try visitor.lines { $0 == "pong again" }.last == "pong again")
    #expect(journal.commitCount == 1)
  }
}

/// A journal with a checkpoint that takes as long as a test wants.
private final class CheckpointJournal: Journal, @unchecked Sendable {
  private let journal = MemoryJournal()
  let began = DispatchSemaphore(value: 0)
  let goOn = DispatchSemaphore(value: 0)
  var isCheckpointDue = false
  private(set) var commitCount = 0

  func commit(_ group: JournalGroup) -> CommitOutcome {
    let outcome = journal.commit(group)
    if group.entries.contains(where: \.isRevision) { commitCount += 1 }
    return outcome
  }

  func checkpoint() {
    isCheckpointDue = false
    began.signal()
    goOn.wait()
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
}

extension JournalEntry {
  fileprivate var isRevision: Bool { if case .revision = self { true } else { false } }
}
