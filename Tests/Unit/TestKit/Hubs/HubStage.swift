import BoardAuthority
import BoardDelivery
import BoardHub
import BoardJournal
import BoardModel
import BoardWire
import Simulation
import Transcripts

/// A stage with an in-memory hub and a simulated clock.
package struct HubStage: Stage {
  package private(set) var hub: Hub
  package let epoch: Epoch
  /// The storage that survives a crash.
  private var store: MemoryStore
  private var journal: MemoryJournal
  private var now: Duration = .seconds(1)
  private var clients: [String: ConnectionID] = [:]
  private var names: [ConnectionID: String] = [:]
  private var unread: [String: [UInt8]] = [:]
  private var closed: Set<String> = []

  private let stepsOfLongChange: Int

  /// - Parameter stepsOfLongChange: Changes of at least so many steps are made on drafts, as if by
  ///   another thread.
  package init(epoch: Epoch = MemoryStore.standardEpoch, stepsOfLongChange: Int = .max) {
    self.epoch = epoch
    self.stepsOfLongChange = stepsOfLongChange
    hub = Hub(cadence: .fixed(.zero), epoch: epoch, persists: true)
    hub.stepsOfLongChange = stepsOfLongChange
    hub.stepsOfLongContent = stepsOfLongChange
    store = MemoryStore(epoch: epoch)
    journal = MemoryJournal(store)
  }

  package mutating func start(holding boards: [GivenBoard]) throws {
    self = HubStage(epoch: epoch, stepsOfLongChange: stepsOfLongChange)
    try hub.service.restoreLazily(from: journal, at: now)
    for given in boards {
      let board = try given.snapshot()
      try hub.service.serve(board.name, content: board.content, revision: board.revision)
    }
    endTurn()
  }

  package mutating func crash() throws {
    closed.formUnion(names.values)
    clients = [:]
    names = [:]
    hub = Hub(cadence: .fixed(.zero), epoch: epoch, persists: true)
    hub.stepsOfLongChange = stepsOfLongChange
    hub.stepsOfLongContent = stepsOfLongChange
    journal = MemoryJournal(store)
    try hub.service.restoreLazily(from: journal, at: now)
  }

  package mutating func drain() throws {
    hub.drain.begin(at: now, for: .seconds(60))
    endTurn()
  }

  package mutating func setFull(_ isFull: Bool) throws { hub.persistence.setFull(isFull) }

  package mutating func setSilent(_ isSilent: Bool) throws {
    hub.unavailable.isOn = isSilent
    endTurn()
  }

  package mutating func setAccess(_ rules: [String]) throws {
    hub.service.setAccess(try AccessRules(labelledWithTokens: rules), at: now)
    endTurn()
  }

  package mutating func connect(_ client: String) throws -> String {
    let id = hub.connect(at: now)
    clients[client] = id
    names[id] = client
    unread[client] = []
    closed.remove(client)
    endTurn()
    guard case .value(let greeting) = try nextLine(of: client) else { return "" }
    return greeting
  }

  package mutating func send(_ bytes: [UInt8], from client: String) throws {
    guard let id = clients[client] else { return }
    _ = bytes.withUnsafeBytes {
      hub.unavailable.isOn ? hub.buffer($0, from: id) : hub.receive($0, from: id, at: now)
    }
    endTurn()
  }

  package mutating func nextLine(of client: String) throws -> Received<String> {
    guard let end = unread[client]?.firstIndex(of: 0x0A) else { return nothing(for: client) }
    let line = unread[client]![..<end]
    unread[client]!.removeSubrange(...end)
    return .value(String(decoding: line, as: UTF8.self))
  }

  package mutating func nextBytes(_ count: Int, of client: String) throws -> Received<[UInt8]> {
    guard let bytes = unread[client], bytes.count >= count else { return nothing(for: client) }
    unread[client]!.removeFirst(count)
    return .value(Array(bytes.prefix(count)))
  }

  package mutating func halfClose(_ client: String) throws {
    guard let id = clients[client] else { return }
    hub.inputEnded(by: id, at: now)
    endTurn()
  }

  package mutating func cut(_ client: String) throws {
    guard let id = clients[client] else { return }
    forget(id)
    endTurn()
  }

  package mutating func advance(by time: Duration) throws {
    now += time
    endTurn()
  }

  package mutating func finish() throws -> [Leftover] {
    unread.sorted { $0.key < $1.key }.flatMap { client, bytes in
      bytes.split(separator: 0x0A).map {
        Leftover(client: client, line: String(decoding: $0, as: UTF8.self))
      }
    }
  }

  private func nothing<Value>(for client: String) -> Received<Value> {
    closed.contains(client) ? .closed : .nothing
  }

  private mutating func forget(_ id: ConnectionID) {
    guard let client = names.removeValue(forKey: id) else { return }
    clients[client] = nil
    closed.insert(client)
    hub.disconnected(id, at: now)
  }

  private mutating func endTurn() {
    while hub.unavailable.isOn {
      let refused = hub.unavailable.refuse(at: now, exceptOf: [], while: { true })
      for effect in refused.effects { perform(effect) }
      if !refused.hasMore { return }
    }
    while true {
      _ = hub.goOn(at: now)
      let turn = hub.endTurn(at: now)
      let outcome = journal.commit(turn.journal)
      precondition(outcome == .committed, "memory takes everything")
      hub.commitSnapshots(of: turn, to: journal)
      for effect in turn.effects { perform(effect) }
      for job in turn.jobs where job.lane != .snapshots {
        job.run()
        hub.finished(job)
      }
      if turn.jobs.isEmpty && turn.isEmpty && !hub.hasUnread { return }
    }
  }

  private mutating func perform(_ effect: Effect) {
    switch effect {
    case .send(let pieces, let id):
      for piece in pieces { deliver(piece.bytes, to: id) }
    case .broadcast(let encoding, let ids):
      for id in ids { deliver(encoding.array, to: id) }
    case .close(let id, _):
      forget(id)
    }
  }

  private mutating func deliver(_ bytes: [UInt8], to id: ConnectionID) {
    if let client = names[id] { unread[client]! += bytes }
  }
}

extension Encoding {
  package var array: [UInt8] { withBytes { Array($0) } }
}

extension OutputPiece {
  package var bytes: [UInt8] {
    switch self {
    case .own(let bytes): bytes
    case .shared(let encoding): encoding.array
    }
  }
}
