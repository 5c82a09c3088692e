import BoardClient
import BoardHub
import BoardModel
import BoardReplica
import BoardWire
import Libuv

// The end: clients settle, and every replica is compared with the board.

extension Demo {
  /// The timeout for clients to connect, or to settle.
  static let settleTimeout: Duration = .seconds(60)
  /// The interval between two comparisons.
  private static let comparisonPause: Duration = .milliseconds(10)

  func settle() {
    for member in members {
      if member.recovery != nil { member.recover() }
      member.act(isLeaving: true)
    }
    guard members.allSatisfy(\.isAtRest), spectator.isLive else { return }
    enter(.lastChange)
    // If the last changes cancel out, no batch is sent, and replicas may be at an earlier revision.
    // This change makes a batch for all.
    let end = EditRequest.insertSection(.init(.end, text: "The end", on: options.board))
    spectator.connection.send(.edit(end)) { [unowned self] _ in self.enter(.comparing) }
  }

  /// Compares all replicas with the board, when all are up to date including drags and selections.
  func compare(_ now: Duration) {
    guard now - lastComparison >= Self.comparisonPause else { return }
    lastComparison = now
    guard members.allSatisfy(\.isAtRest), let served = host.servedBoard(options.board),
      everybody.allSatisfy({ isUpToDate($0.follower, with: served) })
    else { return }
    comparedRevision = served.revision
    if options.isSpoiled { members.first?.follower.spoil() }
    let content = served.board.content
    differences = everybody.flatMap { name, follower in
      findings(of: follower, against: content).map { "\(name): \($0)" }
    }
    enter(.over)
  }

  private var everybody: [(name: String, follower: Follower)] {
    members.map { ($0.name.string, $0.follower) } + [("the spectator", spectator)]
  }

  /// Drags and selections are sent once per window, so they may arrive later than a batch. Changes
  /// that cancel out are not sent, so a replica at an earlier revision may equal the board: clients
  /// that joined from outside may continue with such changes.
  private func isUpToDate(_ follower: Follower, with served: ServedBoard) -> Bool {
    let replica = follower.connection.replica
    guard replica.selections == served.selections && Set(replica.drags.keys) == Set(served.drags)
    else { return false }
    return replica.revision == served.revision || follower.board == served.board
  }

  private func findings(of follower: Follower, against board: Content) -> [String] {
    var findings: [String] = []
    if let difference = firstDifference(of: follower.board.content, from: board) {
      findings.append("its copy is not the board: \(difference)")
    }
    if let difference = firstDifference(of: follower.list.content, from: board) {
      findings.append("its list view is not the board: \(difference)")
    }
    return findings
  }

  /// Ends a phase that exceeds its timeout.
  func giveUp(_ now: Duration) {
    guard phase != .playing, phase != .over, now - phaseStart > Self.settleTimeout else { return }
    let served = host.servedBoard(options.board)
    differences = everybody.compactMap { name, follower in
      if let served, isUpToDate(follower, with: served) { return nil }
      let drags = follower.connection.replica.drags.keys.sorted().map(\.description)
      return "\(name) does not come to rest: \(follower.connection.state), at revision "
        + "\(follower.revision.map(String.init) ?? "none") of \(served?.revision ?? 0), "
        + "sees drags \(drags) of \(served?.drags.map(\.description) ?? []) and selections "
        + "\(follower.connection.replica.selections) of \(served?.selections ?? [:])"
    }
    differences += members.filter { !$0.isAtRest }.map { "\($0.name) goes on \($0.doing)" }
    if differences.isEmpty { differences = ["the demo does not come to its end"] }
    enter(.over)
  }

  var statistics: DemoStatistics {
    var statistics = DemoStatistics()
    statistics.clients = members.count
    for member in members {
      statistics.drops += member.drops
      statistics.edits += member.edits
      statistics.refusals += member.refusals
      statistics.stalls += member.stalls
      statistics.cuts += member.wire.breaks
      statistics.add(member.wire.meter)
    }
    return statistics
  }

  /// Stops the server, and returns the result.
  func result() throws -> DemoResult {
    let revision = comparedRevision ?? host.servedBoard(options.board)?.revision ?? 0
    let isBrokenOff = phase != .over
    spectator.connection.close()
    for member in members {
      member.connection.close()
      member.wire.close()
    }
    if let fault = host.stop() { throw DemoFault("the server ended: \(fault)") }
    return DemoResult(
      clients: members.count, revision: revision, differences: differences,
      isBrokenOff: isBrokenOff, summary: statistics.summary, trouble: statistics.trouble)
  }
}
