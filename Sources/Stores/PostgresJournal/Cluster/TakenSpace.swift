import BoardJournal
import BoardModel

/// A space that a process has taken, and what is stored of it, except the contents of its boards.
struct TakenSpace {
  let space: StoredSpace
  let fence: Fence
  let epoch: Epoch
  var stored: StoredServer
  let state: SpaceState
}

/// Taking several spaces in one transaction.
extension NodeLease {
  /// Takes spaces for journals on a lane, and reads what is stored of them, except the contents of their boards.
  ///
  /// - Parameter onTrouble: Receives a sentence when the database does not answer to a journal of a space, and when it does
  ///   again.
  /// - Returns: A journal of each space, to be acquired, or why it cannot be had. Those that are missing are to be taken
  ///   singly: others would have to wait for them, or fail with them.
  public func take(
    _ names: [SpaceName], on lane: PostgresLane,
    onTrouble: @escaping @Sendable (SpaceName, String) -> Void
  ) -> [SpaceName: Result<PostgresJournal, JournalFault>] {
    do throws(JournalFault) {
      let (found, faults) = try pool.using { connection throws(JournalFault) in
        try take(names, within: lane.timeouts.answer, with: connection)
      }
      let journals = found.map { taken in
        let name = taken.space.name
        let journal = PostgresJournal(taken, of: self, on: lane) { onTrouble(name, $0) }
        return (name, Result<PostgresJournal, JournalFault>.success(journal))
      }
      return Dictionary(uniqueKeysWithValues: journals).merging(faults.mapValues { .failure($0) }) {
        first, _ in first
      }
    } catch {
      return Dictionary(uniqueKeysWithValues: names.map { ($0, .failure(error)) })
    }
  }

  private typealias Found = (taken: [TakenSpace], faults: [SpaceName: JournalFault])

  private func take(
    _ names: [SpaceName], within limit: Duration, with connection: PostgresConnection
  ) throws(JournalFault) -> Found {
    guard let node = id else { throw .failed("the process is not registered") }
    let calls = [
      Statement.readFormat(), Statement.readSpaces(.list(.text, names.map { .text($0.string) })),
    ]
    let tables = try asFault { () throws(PostgresError) in
      try connection.run(calls, within: limit)
    }
    try Schema.check(tables[0])
    let (spaces, faults) = Self.usable(names, in: tables[1].rows)
    do throws(PostgresError) {
      return (try connection.take(spaces, for: node, within: limit), faults)
    } catch {
      // One of them may be to blame for a refusal.
      guard case .refused = error else { throw error.fault }
      return ([], faults)
    }
  }

  /// The spaces that can be served, whether somebody does or not, and why the others cannot.
  private static func usable(
    _ names: [SpaceName], in rows: [ResultRow]
  ) -> (spaces: [StoredSpace], faults: [SpaceName: JournalFault]) {
    let rows = Dictionary(rows.map { ($0.string(0), $0) }) { first, _ in first }
    var (spaces, faults) = ([StoredSpace](), [SpaceName: JournalFault]())
    for name in names {
      do throws(JournalFault) {
        guard let row = rows[name.string] else { throw .noSpace(name) }
        let space = try StoredSpace(row, name) { _, _, _ in false }
        if let fault = space.fault { throw fault }
        spaces.append(space)
      } catch {
        faults[name] = error
      }
    }
    return (spaces, faults)
  }
}

extension PostgresConnection {
  /// Takes those of some spaces that nobody has locked and nobody alive owns, and reads what is stored of them.
  fileprivate func take(
    _ spaces: [StoredSpace], for node: NodeID, within limit: Duration
  ) throws(PostgresError) -> [TakenSpace] {
    guard !spaces.isEmpty else { return [] }
    let ids = PostgresValue.ints(spaces.map(\.id))
    let epochs = PostgresValue.list(.text, spaces.map { _ in .text(Epoch.random().string) })
    let rows = try run(
      [
        Statement.endIdleOfSpaces(ids),
        Statement.takeUnlocked(ids, epochs, .int(node.number), .text("ready")),
      ], within: limit)[1].rows
    let fences = Dictionary(
      uniqueKeysWithValues: rows.compactMap { row in row.fenceOfTake.map { (row.int(0), $0) } })
    return try read(spaces.filter { fences[$0.id] != nil }, within: limit) { fences[$0.id] }
  }

  /// Reads what is stored of spaces that are taken: until then an earlier holder could commit. What cannot be read is left
  /// out, for whoever takes it singly and says why.
  private func read(
    _ spaces: [StoredSpace], within limit: Duration, _ fence: (StoredSpace) -> (Fence, Epoch)?
  ) throws(PostgresError) -> [TakenSpace] {
    let calls = SpaceStates.calls(.ints(spaces.map(\.id)))
    let tables = try run(
      [Statement.beginReading()] + calls + [Statement.rollback()], within: limit)
    let states = SpaceStates(tables[1...calls.count])
    var found = spaces.compactMap { space -> TakenSpace? in
      guard let (fence, epoch) = fence(space),
        let (stored, state) = try? states.state(of: space.id, epoch), state.loss == nil
      else { return nil }
      return TakenSpace(space: space, fence: fence, epoch: epoch, stored: stored, state: state)
    }
    let (ids, terms) = (found.map(\.space.id), found.map(\.fence.term))
    let rows = try run([Statement.takeDrags(.ints(ids), .ints(terms))], within: limit)[0].rows
    let drags = Dictionary(grouping: rows) { $0.int(0) }
    for index in found.indices {
      found[index].stored.drags = (drags[found[index].space.id] ?? []).storedDrags
    }
    return found
  }
}

extension ResultRow {
  /// What a holder got, as `take` returns it.
  var fenceOfTake: (Fence, Epoch)? {
    Epoch(string(3)).map { (Fence(term: int(1), groups: int(2)), $0) }
  }
}

extension [ResultRow] {
  /// The drags of a space, as `takeDrags` returns them.
  var storedDrags: [StoredDrag] {
    map { StoredDrag(id: SessionID($0.int(1)), body: $0.bytes(2)) }.sorted { $0.id < $1.id }
  }
}
