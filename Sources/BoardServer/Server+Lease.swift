import BoardJournal
import Libuv
import Logging

// A journal with a lease is the server's as long as it renews it: commits do that, and a timer while nothing is
// committed.

extension Server {
  /// Renews the lease after its interval, if there is one.
  func renewLeaseLater() {
    guard let interval = journal?.renewalInterval else { return }
    renewalTimer.start(after: interval)
  }

  /// Renews the lease, unless the journal is busy: a commit is a renewal.
  func renewLease() {
    renewLeaseLater()
    guard fault == nil, let journal, !worker.isBusy else { return }
    work({ journal.renew() }, then: { [unowned self] in didRenew($0) })
  }

  private func didRenew(_ outcome: CommitOutcome) {
    switch outcome {
    case .committed, .full:
      if isRenewalOverdue { logger.notice("the lease is renewed again") }
      isRenewalOverdue = false
    case .fenced:
      fail(.inUse("somebody else has taken over"))
    case .unknown(let reason):
      guard !isRenewalOverdue else { return }
      isRenewalOverdue = true
      logger.warning("the lease cannot be renewed", metadata: ["reason": "\(reason)"])
    }
  }
}
