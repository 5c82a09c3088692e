import BoardJournal
import BoardWire
import Libuv
import Logging

// A journal with a lease is the server's as long as it renews it: commits do that, and a timer while nothing is
// committed. What the server reads and writes would be outdated if another one had taken over, so it executes
// commands only while nobody can have done that.

extension Server {
  /// How long after the beginning of a good commit or renewal nobody else can have acquired the journal. Its lease
  /// is half a second longer.
  static let leaseTrust: Duration = .milliseconds(4_500)

  /// Whether commands may be executed. It is asked when they are read, since after a pause of the process the
  /// loop reads before it runs timers.
  var isLeaseCurrent: Bool {
    guard renewalInterval != nil else { return true }
    return leaseStart.map { loop.now < $0 + Self.leaseTrust } ?? false
  }

  /// Renews the lease at once, if there is one, and then after each interval.
  func keepLease() {
    guard let renewalInterval else { return }
    renewalTimer.start(after: .zero, repeating: renewalInterval)
  }

  /// Renews the lease, unless the journal is busy: a commit is a renewal.
  func renewLease() {
    noteSilence()
    guard fault == nil, let journal, !worker.isBusy else { return }
    let start = loop.now
    work({ journal.renew() }, then: { [unowned self] in didRenew($0, begunAt: start) })
  }

  private func didRenew(_ renewal: Renewal, begunAt start: Duration) {
    switch renewal {
    case .renewed, .isolated:
      if case .isolated(let reason) = renewal { stepDown(because: reason) }
      if isRenewalOverdue { logger.notice("the lease is renewed again") }
      isRenewalOverdue = false
      leaseStart = start
      setUnavailable(false)
    case .ended(let fault):
      fail(fault)
    case .unanswered(let reason):
      guard !isRenewalOverdue else { return }
      isRenewalOverdue = true
      logger.warning("the lease cannot be renewed", metadata: ["reason": "\(reason)"])
    }
  }

  /// Stops so that another node takes over. `hasSteppedDown` says then that the process is to follow that one.
  private func stepDown(because reason: String) {
    guard !hasSteppedDown, !isStopping else { return }
    hasSteppedDown = true
    logger.warning("another node is to take over", metadata: ["reason": "\(reason)"])
    drain(for: .zero)
  }

  /// Sends everybody to the node that has taken over.
  func sendAway() {
    for listener in listeners + linkListeners { listener.close() }
    for case let peer? in peers { drop(peer, saying: .moved) }
  }
}
