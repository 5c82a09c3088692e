import BoardJournal
import Libuv

/// A thread on which one or several journals are used, one call at a time.
///
/// Groups that wait at the same time are committed together. One for which the others would have to wait, since somebody
/// has locked its rows, is committed beside them on a second thread.
package final class JournalThread {
  private typealias Waiting = (group: LaneGroup, done: (CommitOutcome) -> Void)

  private let worker: Worker
  private let aside: Worker
  private let lane: (any JournalLane)?
  private var groups: [Waiting] = []
  /// Those for which others would have to wait.
  private var lockedOut: ArraySlice<Waiting> = []
  /// Other calls, each of which starts its job.
  private var calls: ArraySlice<() -> Void> = []
  /// Whether the last thing that was begun was a commit, so that a call is next.
  private var hasJustCommitted = false

  /// - Parameter lane: What commits groups of several journals together; nil if there is one journal.
  package init(on loop: EventLoop, lane: (any JournalLane)? = nil) {
    (worker, aside) = (Worker(on: loop), Worker(on: loop))
    self.lane = lane
  }

  /// Commits a group when its turn has come.
  func commit(
    _ group: JournalGroup, to journal: any Journal, then done: @escaping (CommitOutcome) -> Void
  ) {
    groups.append((LaneGroup(journal: journal, group: group), done))
    beginNext()
  }

  /// Runs a job when its turn has come.
  ///
  /// - Parameter done: Receives the result, or why there is no thread for it.
  package func run<Output: Sendable>(
    _ job: @escaping @Sendable () -> Output, then done: @escaping (Result<Output, UVError>) -> Void
  ) {
    calls.append { [unowned self] in begin(job, done) }
    beginNext()
  }

  private func beginNext() {
    while !worker.isBusy {
      if groups.isEmpty || hasJustCommitted, let call = calls.popFirst() {
        hasJustCommitted = false
        call()
      } else if !groups.isEmpty {
        hasJustCommitted = true
        commitAll()
      } else {
        return
      }
    }
  }

  private func begin<Output: Sendable>(
    _ job: @escaping @Sendable () -> Output, _ done: @escaping (Result<Output, UVError>) -> Void
  ) {
    do throws(UVError) {
      try worker.run(job) { [weak self] result in
        done(.success(result))
        self?.beginNext()
      }
    } catch {
      done(.failure(error))
    }
  }

  private func commitAll() {
    let waiting = groups
    groups = []
    let (lane, together) = (lane, waiting.map(\.group))
    let job: @Sendable () -> [CommitOutcome?] = {
      if let lane { return lane.commit(together) }
      return together.map { $0.journal.commit($0.group) }
    }
    begin(job) { [unowned self] result in
      switch result {
      case .success(let outcomes):
        for (waiting, outcome) in zip(waiting, outcomes) {
          if let outcome { waiting.done(outcome) } else { lockedOut.append(waiting) }
        }
        commitNextLockedOut()
      case .failure(let error):
        for waiting in waiting { waiting.done(.unknown("no thread can be had: \(error)")) }
      }
    }
  }

  private func commitNextLockedOut() {
    guard let lane, !aside.isBusy, let next = lockedOut.popFirst() else { return }
    let group = next.group
    do throws(UVError) {
      try aside.run(
        { lane.commitAside(group) },
        then: { [weak self] outcome in
          next.done(outcome)
          self?.commitNextLockedOut()
        })
    } catch {
      next.done(.unknown("no thread can be had: \(error)"))
    }
  }
}
