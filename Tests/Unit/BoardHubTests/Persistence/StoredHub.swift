import BoardDelivery
import BoardHub
import BoardJournal
import BoardModel
import Simulation
import TestKit

/// A hub of its own on what a store holds, and one client.
struct StoredHub {
  let hub = Hub(cadence: .fixed(.zero), epoch: .test, persists: true)
  private let journal: MemoryJournal
  private let client: ConnectionID

  init(_ store: MemoryStore) throws {
    journal = MemoryJournal(store)
    try hub.service.restore(from: journal, at: .zero)
    client = hub.connect(at: .zero)
    _ = hub.endTurn(at: .zero)
  }

  /// Lets the client say lines in one turn, and returns what it is sent.
  func say(_ lines: String...) -> [String] {
    for line in lines {
      _ = Array("\(line)\n".utf8).withUnsafeBytes { hub.receive($0, from: client, at: .zero) }
    }
    let turn = hub.endTurn(at: .zero)
    // It is fenced once a later hub has taken over, which is then asked the same questions.
    _ = journal.commit(turn.journal)
    hub.commitSnapshots(of: turn, to: journal)
    return Sent(turn.effects).lines(of: client)
  }
}
