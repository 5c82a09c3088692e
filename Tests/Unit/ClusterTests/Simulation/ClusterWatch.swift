import BoardJournal
import BoardModel
import Cluster

/// What the laws of a run remember of the past.
struct ClusterWatch {
  /// When the last outage began.
  var outageBegin: Duration?
  /// When the last outage ended that was so long that all leases ended.
  var outageEnd: Duration?
  /// When each host last handed over a space because another node wins it.
  private var lastMoves: [Int: Duration] = [:]
  private(set) var violation: LawViolation?
  var counts = ClusterCounts()

  /// A process has had 5 s to renew its lease after an outage that ended it, or before it.
  mutating func declaredDead(_ node: NodeID, renewedAt last: Duration, at now: Duration) {
    counts.deaths += 1
    guard let outageBegin, let outageEnd, now < outageEnd + ClusterTimes.lease,
      last + ClusterTimes.lease > outageBegin
    else { return }
    violation = LawViolation("\(node) is declared dead \(now - outageEnd) after an outage")
  }

  /// A node hands one space over in a second, unless it gives all away.
  mutating func handedOver(_ host: Int, isAll: Bool, at now: Duration) {
    counts.handOvers += 1
    guard !isAll else { return }
    if let last = lastMoves.updateValue(now, forKey: host), now - last < .seconds(1) {
      violation = LawViolation("n\(host + 1) hands two spaces over in \(now - last)")
    }
  }
}

/// How much happened in runs.
struct ClusterCounts {
  var deaths = 0
  var handOvers = 0
  var faults: [ClusterFault.Kind: Int] = [:]
  /// The longest time from the end of the faults until each client was served.
  var longestReturn: Duration = .zero
  /// The longest time from the end of the faults until each space was where it should be.
  var longestMove: Duration = .zero
}

extension ClusterCounts {
  mutating func add(_ other: ClusterCounts) {
    deaths += other.deaths
    handOvers += other.handOvers
    faults.merge(other.faults, uniquingKeysWith: +)
    longestReturn = max(longestReturn, other.longestReturn)
    longestMove = max(longestMove, other.longestMove)
  }
}
