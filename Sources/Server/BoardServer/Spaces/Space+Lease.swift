import BoardDelivery
import BoardHub
import BoardJournal
import Libuv
import Logging

// A space of a database is the server's as long as a lease is renewed. What the server reads and writes would be
// outdated if another one had taken the space, so commands are executed only while nobody can have done that.

extension Space {
  /// How long after the beginning of a good commit or renewal nobody else can have acquired the journal. Its lease
  /// is half a second longer.
  static let leaseTrust: Duration = .milliseconds(4_500)

  /// Whether commands may be executed. It is asked when they are read, since after a pause of the process the
  /// loop reads before it runs timers.
  var isLeaseCurrent: Bool {
    switch lease {
    case .none: true
    case .journal: leaseStart.map { server.loop.now < $0 + Self.leaseTrust } ?? false
    case .server(let isCurrent, _): isCurrent()
    }
  }

  /// Whether the lease is over, although it was renewed before.
  var isLeaseOver: Bool {
    switch lease {
    case .none: false
    case .journal: isRenewalOverdue && !isLeaseCurrent
    // After a pause of the process it may be renewed yet.
    case .server(_, let isOverdue): isOverdue() && !isLeaseCurrent
    }
  }

  /// Renews the lease at once, if the journal has one, and lets seconds pass.
  func keepLease() {
    switch lease {
    case .none: return
    case .journal(let interval): secondTimer?.start(after: .zero, repeating: interval)
    case .server: secondTimer?.start(after: .seconds(1), repeating: .seconds(1))
    }
  }

  /// Notes the silence of the journal, and renews its lease.
  func passSecond() {
    checkSilence()
    switch lease {
    case .none: return
    case .journal: renewLease()
    case .server: if isLeaseCurrent, pendingTurn == nil { setUnavailable(false) }
    }
  }

  /// Renews the lease, unless the journal is busy: a commit is a renewal.
  private func renewLease() {
    guard fault == nil, let journal, journalCalls == 0 else { return }
    let start = server.loop.now
    work({ journal.renew() }, then: { [unowned self] in didRenew($0, begunAt: start) })
  }

  private func didRenew(_ renewal: Renewal, begunAt start: Duration) {
    switch renewal {
    case .renewed:
      if isRenewalOverdue { logger.notice("the lease is renewed again") }
      isRenewalOverdue = false
      leaseStart = start
      if pendingTurn == nil { setUnavailable(false) }
    case .ended(let fault):
      fail(fault)
    case .unanswered(let reason):
      guard !isRenewalOverdue else { return }
      isRenewalOverdue = true
      logger.warning("the lease cannot be renewed", metadata: ["reason": "\(reason)"])
    }
  }
}

extension SpaceLease {
  /// Whether the silence of a journal is worth noting.
  ///
  /// - Parameter leaseStart: When the last good commit or renewal was begun.
  func hasBegun(_ leaseStart: Duration?) -> Bool {
    switch self {
    case .none: false
    case .journal: leaseStart != nil
    case .server: true
    }
  }
}

// Jobs that take long are done on threads of their own: neither commands nor commits wait for them, but those that need
// what they come to.

extension Space {
  /// Begins jobs of a turn, each on the thread of its lane, which is free.
  func begin(_ jobs: [Job]) {
    for job in jobs {
      guard fault == nil, let worker = workers[job.lane] else { return }
      run({ job.run() }, on: worker, then: { [unowned self] in finished(job) })
    }
  }

  private func finished(_ job: Job) {
    if let load = job.work as? BoardLoad { log(load) }
    hub.finished(job)
  }

  /// Says that a board is damaged; and once until one is read again that the database does not let read them.
  private func log(_ load: BoardLoad) {
    let metadata: Logger.Metadata = [
      "board": "\(load.name)", "reason": "\(load.fault.map { "\($0)" } ?? "")",
    ]
    switch load.fault {
    case .damaged: logger.error("a board cannot be read: it is damaged", metadata: metadata)
    case .failed, .inUse, .unusable:
      if !areLoadsPostponed {
        logger.warning("a board cannot be read now: it is tried again", metadata: metadata)
      }
      areLoadsPostponed = true
    case nil:
      if areLoadsPostponed { logger.notice("boards are read again") }
      areLoadsPostponed = false
    }
  }

  /// Checks what opening the journal did not.
  func checkJournal() {
    guard let source else { return }
    let job: @Sendable () -> JournalFault? = {
      do throws(JournalFault) { try source.check() } catch { return error }
      return nil
    }
    run(job, on: checker, then: { [unowned self] in didCheck($0) })
  }

  private func didCheck(_ fault: JournalFault?) {
    guard !server.isStopping else { return }
    if let fault { return fail(fault) }
    isChecked = true
  }
}
