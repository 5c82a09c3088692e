import BoardModel

/// What another thread does, because it takes long.
///
/// The hub's owner calls `run` on any thread, and then `Hub.finished` on its own. One thread at a time has it.
public final class Job: @unchecked Sendable {
  /// The thread for it: jobs of one lane are done one after the other.
  public enum Lane: CaseIterable, Sendable {
    /// Changes of boards, and lines that are read.
    case changes
    /// Contents of boards that are written for those who open them.
    case contents
    /// Boards that are loaded.
    case loads
    /// Snapshots that are written for the journal.
    case snapshots
  }

  /// What it is; nil if nothing but memory is to be released.
  package let work: (any JobWork)?
  /// Whether `run` has returned, and the owner has given it back.
  package fileprivate(set) var isDone = false
  /// Earlier changes and boards that are gone, whose memory is released by the thread of this one.
  fileprivate var earlier: [AnyObject] = []

  package init(_ work: (any JobWork)?) { self.work = work }

  public var lane: Lane { work?.lane ?? .changes }

  package var isAwaited: Bool { work?.isAwaited ?? false }

  package var board: BoardName? { work?.board }

  /// Does the work, and releases what earlier changes left.
  public func run() {
    earlier = []
    work?.run()
  }

  package func conclude() { work?.conclude() }
}

/// The work of a job.
package protocol JobWork: AnyObject {
  var lane: Job.Lane { get }

  /// Whether a command waits for it, and makes it part of the hub when it goes on.
  var isAwaited: Bool { get }

  /// The board that must not change meanwhile; nil if there is none.
  var board: BoardName? { get }

  /// Does the work, on another thread.
  func run()

  /// Makes what was done part of the hub, or drops it if nobody wants it any more. A change that waits for drags then is
  /// concluded once more, with its reply.
  func conclude()
}

extension JobWork {
  package var lane: Job.Lane { .changes }
  package var isAwaited: Bool { false }
  package var board: BoardName? { nil }
}

/// The jobs for other threads, in each lane one at a time in their order. Lines that are to be read go before changes.
package final class JobQueue {
  @exclusivity(unchecked) private var waiting: [Job] = []
  /// What is being done.
  @exclusivity(unchecked) private var present: [Job.Lane: Job] = [:]
  /// The lines that wait to be read, are being read, or have been.
  @exclusivity(unchecked) private var readings = 0
  /// Changes that are part of their boards, or dropped, and boards that are gone: much memory to release.
  @exclusivity(unchecked) private var old: [AnyObject] = []
  /// The boards that are being changed.
  @exclusivity(unchecked) private var boards: Set<BoardName> = []

  package init() {}

  /// Whether a line is read, so that others of its kind stay where their bytes are counted.
  package var isReading: Bool { readings > 0 }
  package var isChanging: Bool { !boards.isEmpty }
  package func isChanging(_ board: BoardName) -> Bool { boards.contains(board) }

  package func append(_ job: Job) {
    if let board = job.board {
      boards.insert(board)
      waiting.append(job)
    } else {
      if job.lane == .changes { readings += 1 }
      waiting.insert(job, at: waiting.partitionIndex { waiting[$0].board != nil })
    }
  }

  private func next() -> Job? {
    if let index = waiting.firstIndex(where: { present[$0.lane] == nil }) {
      return begin(waiting.remove(at: index))
    }
    // Nothing but memory is left to be released.
    return present[.changes] == nil && !old.isEmpty ? begin(Job(nil)) : nil
  }

  /// What is to be done at once, at most one job in each lane.
  package func begin() -> [Job] {
    guard !waiting.isEmpty || !old.isEmpty else { return [] }
    var jobs: [Job] = []
    while let job = next() { jobs.append(job) }
    return jobs
  }

  private func begin(_ job: Job) -> Job {
    (job.earlier, old) = (old, [])
    present[job.lane] = job
    return job
  }

  /// Notes that what `begin` returned is done.
  package func finished(_ job: Job) {
    present[job.lane] = nil
    job.isDone = true
  }

  /// Notes that a job that is done becomes part of the hub, or is dropped.
  package func conclude(_ job: Job) {
    if let board = job.board {
      boards.remove(board)
      old.append(job)
    } else if job.lane == .changes {
      readings -= 1
    }
  }

  /// Lets another thread release an object that is gone.
  package func release(_ object: AnyObject) { old.append(object) }
}
