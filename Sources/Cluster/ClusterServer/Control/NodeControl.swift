import BoardAuthority
import BoardJournal
import BoardModel
import BoardServer
import Cluster
import Libuv
import Logging
import Net
import PostgresJournal

/// Carries out the decisions of a node: it asks the database on other threads, and opens and ends spaces.
///
/// It belongs to the thread of its server.
package final class NodeControl {
  var coordinator = ClusterCoordinator()
  let defaultSpace: SpaceName
  /// The boards that the default space gets, unless it has them.
  let files: [BoardFile]
  var access: AccessFile?
  let logger: Logger
  private unowned var server: Server!
  /// What gives clients to the spaces of the server.
  unowned var router: SpaceRouter!
  private var lease: NodeLease!
  var loader: SpaceLoader!
  /// The thread that asks the database.
  private var thread: JournalThread!
  private var renewalTimer: Timer?
  var deadlineTimer: Timer?
  /// Whether a renewal is under way.
  private var isRenewing = false
  /// When the database was last told what the node does.
  private var lastReport: Duration = .zero
  /// By when it must be registered, if its link is another process's.
  private var lastStart: Duration = .zero
  /// Whether the last renewal had no answer, which was logged.
  private var isRenewalOverdue = false
  /// The spaces that are open.
  var open: [SpaceName: LoadedSpace] = [:]
  var isStopping = false
  /// Why it gives its spaces away, as the log was told last.
  private var givingAwayReason: String?
  /// What ends the node, if the database says that it cannot be one.
  package private(set) var fault: JournalFault?
  /// The other nodes.
  var links: [NodeID: NodeAddress] = [:]
  /// What the log has said of spaces last, so that it says so once.
  var logged: [SpaceName: String] = [:]
  /// Why spaces cannot be served that clients want, and when they wanted them last.
  var unusable: [SpaceName: (reason: String, last: Duration)] = [:]
  /// What is wrong with the database.
  private var warnings: [String] = []

  /// For how long a space is kept that nobody uses.
  static let idleTime: Duration = .seconds(60)
  /// The most spaces that it complains of.
  private static let complaintLimit = 5

  /// - Parameters:
  ///   - files: The boards that the default space gets, unless it has them.
  ///   - access: The access rules; nil if everybody may do everything.
  package init(
    _ defaultSpace: SpaceName, files: [BoardFile], access: AccessFile?, logger: Logger
  ) {
    (self.defaultSpace, self.files, self.access) = (defaultSpace, files, access)
    self.logger = logger
  }

  /// Begins to decide for a server.
  ///
  /// - Parameter time: For how long it waits for the lease of another process at its link, which may have been killed.
  package func begin(
    _ router: SpaceRouter, _ lease: NodeLease, _ loader: SpaceLoader, waiting time: Duration = .zero
  ) throws(UVError) {
    lastStart = now + time
    (self.router, server, self.lease, self.loader) = (router, router.server, lease, loader)
    thread = JournalThread(on: server.loop)
    loader.begin(
      for: server, mayExecute: { [unowned self] in coordinator.mayExecute(at: now) },
      isOverdue: { [unowned self] in isRenewalOverdue })
    renewalTimer = try Timer(on: server.loop) { [unowned self] in passSecond() }
    deadlineTimer = try Timer(on: server.loop) { [unowned self] in act() }
    renewalTimer?.start(after: .zero, repeating: ClusterTimes.renewalInterval)
  }

  /// Loads the access rules again. If they cannot be loaded, the old ones stay, and the log says why.
  ///
  /// - Parameter load: Returns nil if the node has no rules.
  package func reloadAccess(_ load: () throws -> AccessFile?) {
    do {
      guard let access = try load() else {
        return logger.notice("there are no access rules to load again")
      }
      self.access = access
      for name in open.keys { router.setAccess(access.rules(of: name), of: name) }
    } catch {
      logger.error("the access rules are as they were: \(error)")
    }
  }

  /// The time of the coordinator, which counts while the machine sleeps.
  var now: Duration { BootClock.now }

  // MARK: The lease

  private func passSecond() {
    releaseIdle()
    renew()
    act()
  }

  private func renew() {
    guard !isRenewing else { return }
    isRenewing = true
    let report = report()
    let question: Question<(ClusterView, Duration)> = { (lease, sentAt) throws(JournalFault) in
      (try lease.renew(report), sentAt)
    }
    ask(question) { [unowned self] in
      isRenewing = false
      didRenew($0)
    }
  }

  private func report() -> NodeReport {
    let (commits, percentile) = server.takeCommits()
    let time = max(.milliseconds(1), now - lastReport)
    lastReport = now
    return NodeReport(
      unreached: coordinator.unreached(at: now), spaces: open.count,
      clients: server.peerCount, links: router.linkCount,
      commits: Int((Double(commits) / (time / .seconds(1))).rounded()), commitTime: percentile,
      isDraining: isStopping, complaints: complaints)
  }

  /// What is wrong with the database, and the spaces that could not be served in the last minute.
  private var complaints: [String] {
    unusable = unusable.filter { now - $0.value.last < Self.idleTime }
    let spaces = unusable.sorted { $0.key.string < $1.key.string }.prefix(Self.complaintLimit)
    return warnings + spaces.map { "space \($0.key) cannot be served: \($0.value.reason)" }
  }

  private func didRenew(_ result: Result<(ClusterView, Duration), JournalFault>) {
    switch result {
    case .success(let (view, sentAt)):
      if isRenewalOverdue { logger.notice("the lease is renewed again") }
      isRenewalOverdue = false
      if coordinator.me != view.me { logger.info("registered", metadata: ["node": "\(view.me)"]) }
      coordinator.renewed(view, sentAt: sentAt, at: now)
      for warning in view.warnings where !warnings.contains(warning) {
        logger.warning("\(warning)")
      }
      warnings = view.warnings
      logGivingAway()
    case .failure(.failed(let reason)):
      if !isRenewalOverdue {
        logger.warning("the lease cannot be renewed", metadata: ["reason": "\(reason)"])
      }
      isRenewalOverdue = true
      coordinator.renewalFailed()
    case .failure(.inUse(let reason)) where coordinator.me == nil && now < lastStart:
      if !isRenewalOverdue {
        let seconds = (lastStart - now).components.seconds
        logger.warning("waiting for at most \(seconds) s: \(reason)")
      }
      isRenewalOverdue = true
    case .failure(let fault):
      self.fault = fault
      logger.critical("\(fault)")
      server.loop.stop()
    }
  }

  /// Logs why the node gives its spaces away and takes none, or that it does so no more.
  private func logGivingAway() {
    let reason =
      isStopping
      ? nil
      : coordinator.isIsolated
        ? "most nodes do not reach this one" : coordinator.isDraining ? "an operator wants so" : nil
    guard reason != givingAwayReason else { return }
    givingAwayReason = reason
    if let reason {
      logger.warning("giving all spaces away", metadata: ["reason": "\(reason)"])
    } else if !isStopping {
      logger.notice("taking spaces again")
    }
  }

  /// What the database is asked, and when.
  typealias Question<Answer> =
    @Sendable (NodeLease, _ sentAt: Duration) throws(JournalFault) -> Answer

  /// Asks the database when the thread is free, and acts on the answer.
  func ask<Answer: Sendable>(
    _ question: @escaping Question<Answer>,
    then done: @escaping (Result<Answer, JournalFault>) -> Void
  ) {
    guard let lease else { return }
    let job: @Sendable () -> Result<Answer, JournalFault> = {
      let sentAt = BootClock.now
      return Result { () throws(JournalFault) in try question(lease, sentAt) }
    }
    thread.run(job) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let answer): done(answer)
      case .failure(let error): done(.failure(.failed("no thread can be had: \(error)")))
      }
      act()
    }
  }

  /// Leaves the cluster, once the server has ended.
  package func end() {
    (renewalTimer, deadlineTimer) = (nil, nil)
    lease.leave()
  }
}
