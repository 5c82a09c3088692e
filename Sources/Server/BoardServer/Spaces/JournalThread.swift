import BoardJournal
import Libuv

/// A thread on which one journal is used, one call at a time, or a few on which several are.
///
/// The groups of several journals are committed together: those that have come by the end of a turn of the loop, when
/// the commit before is done or has taken long. The journals of that one have handed in their next groups by then. A
/// group for which the others would have to wait, since it is long or somebody has locked its rows, is committed beside
/// them.
package final class JournalThread {
  /// A group, and who waits for its outcome.
  private struct Waiting {
    let group: LaneGroup
    let done: (CommitOutcome) -> Void

    var journal: ObjectIdentifier { ObjectIdentifier(group.journal) }
  }

  private let workers: [Worker]
  /// What commits groups of several journals together; nil if there is one journal.
  private let lane: (any JournalLane)?
  /// What lets others go on beside a commit that takes long; nil if there is one journal.
  private var longTimer: Timer?
  /// Whether the last commit of groups together has taken long.
  private var isLong = false
  private var groups: [Waiting] = []
  /// Those for which others would have to wait.
  private var slowGroups: ArraySlice<Waiting> = []
  /// The journals of which a group is under way, or is one of these. Their next groups wait.
  private var busyJournals: Set<ObjectIdentifier> = []
  /// The commits of groups together that are under way, and those beside them.
  private var (jointCommits, singleCommits) = (0, 0)
  /// Other calls, each of which starts its job.
  private var calls: ArraySlice<(Worker) -> Void> = []
  /// Whether the last thing that was begun was a commit, so that a call is next.
  private var hasJustCommitted = false

  /// The threads of several journals. One of them is left to commits of groups together.
  private static let workerCount = 4
  /// How long a commit takes until others go on beside it.
  private static let longTime: Duration = .milliseconds(100)

  /// - Parameter lane: What commits groups of several journals together; nil if there is one journal.
  package init(on loop: EventLoop, lane: (any JournalLane)? = nil) {
    workers = (0..<(lane == nil ? 1 : Self.workerCount)).map { _ in Worker(on: loop) }
    self.lane = lane
    guard lane != nil else { return }
    longTimer = try? Timer(on: loop) { [unowned self] in isLong = true }
  }

  /// Commits a group when its turn has come.
  func commit(
    _ group: JournalGroup, to journal: any Journal, then done: @escaping (CommitOutcome) -> Void
  ) {
    groups.append(Waiting(group: LaneGroup(journal: journal, group: group), done: done))
    beginIfAlone()
  }

  /// Runs a job when its turn has come.
  ///
  /// - Parameter done: Receives the result, or why there is no thread for it.
  package func run<Output: Sendable>(
    _ job: @escaping @Sendable () -> Output, then done: @escaping (Result<Output, UVError>) -> Void
  ) {
    calls.append { [unowned self] in begin(job, on: $0, done) }
    beginIfAlone()
  }

  /// Begins what has come, behind the turns of all spaces. A thread of one journal has begun it already.
  package func endTurn() { beginNext() }

  private func beginIfAlone() { if lane == nil { beginNext() } }

  private func beginNext() {
    while let worker = workers.first(where: { !$0.isBusy }) {
      if singleCommits < workers.count - 1, let next = slowGroups.popFirst() {
        commitSingly(next, by: worker)
      } else if !hasJustCommitted, let waiting = takeGroups() {
        hasJustCommitted = true
        commit(waiting, by: worker)
      } else if let call = calls.popFirst() {
        hasJustCommitted = false
        call(worker)
      } else if hasJustCommitted {
        hasJustCommitted = false
      } else {
        return
      }
    }
  }

  /// Takes what is committed next: of several journals the first group of each that has none under way.
  private func takeGroups() -> [Waiting]? {
    guard jointCommits == 0 || isLong else { return nil }
    var (taken, left) = ([Waiting](), [Waiting]())
    for waiting in groups {
      let isFirst = lane == nil || busyJournals.insert(waiting.journal).inserted
      if isFirst { taken.append(waiting) } else { left.append(waiting) }
    }
    groups = left
    return taken.isEmpty ? nil : taken
  }

  private func begin<Output: Sendable>(
    _ job: @escaping @Sendable () -> Output, on worker: Worker,
    _ done: @escaping (Result<Output, UVError>) -> Void
  ) {
    do throws(UVError) {
      try worker.run(job) { [weak self] result in
        done(.success(result))
        self?.beginIfAlone()
      }
    } catch {
      done(.failure(error))
    }
  }

  private func commit(_ waiting: [Waiting], by worker: Worker) {
    let (lane, together) = (lane, waiting.map(\.group))
    let job: @Sendable () -> [CommitOutcome?] = {
      if let lane { return lane.commit(together) }
      return together.map { $0.journal.commit($0.group) }
    }
    jointCommits += 1
    isLong = false
    longTimer?.start(after: Self.longTime)
    begin(job, on: worker) { [unowned self] result in
      jointCommits -= 1
      switch result {
      case .success(let outcomes):
        for (waiting, outcome) in zip(waiting, outcomes) {
          if let outcome { finish(waiting, outcome) } else { slowGroups.append(waiting) }
        }
      case .failure(let error):
        for waiting in waiting { finish(waiting, .unknown("no thread can be had: \(error)")) }
      }
    }
  }

  /// Commits a group beside the others. The next one of its journal is together with others again.
  private func commitSingly(_ waiting: Waiting, by worker: Worker) {
    guard let lane else { return }
    let group = waiting.group
    let job: @Sendable () -> CommitOutcome = { lane.commitAside(group) }
    singleCommits += 1
    begin(job, on: worker) { [unowned self] result in
      singleCommits -= 1
      switch result {
      case .success(let outcome): finish(waiting, outcome)
      case .failure(let error): finish(waiting, .unknown("no thread can be had: \(error)"))
      }
    }
  }

  private func finish(_ waiting: Waiting, _ outcome: CommitOutcome) {
    busyJournals.remove(waiting.journal)
    waiting.done(outcome)
  }
}
