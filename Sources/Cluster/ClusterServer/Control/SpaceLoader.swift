import BoardAuthority
import BoardHub
import BoardJournal
import BoardModel
import BoardServer
import Libuv
import Logging
import PostgresJournal

/// A space that this process has taken, with its boards.
struct LoadedSpace: @unchecked Sendable {
  // The thread that has loaded it hands it over as a whole.
  let setup: SpaceSetup
  let journal: PostgresJournal
}

/// Takes spaces and reads what is stored of them, on threads of its own.
package final class SpaceLoader {
  /// The connections on which groups are committed. A space is always on the same one.
  private let lanes: [PostgresLane]
  private var laneThreads: [JournalThread] = []
  /// The threads that load; spaces wait for one of them.
  private var workers: [Worker] = []
  private var waiting: ArraySlice<() -> Void> = []
  private let lease: NodeLease
  private let restore: Restoring
  private var mayExecute: () -> Bool = { false }
  private var isOverdue: () -> Bool = { false }
  private let logger: Logger

  /// The lanes, and the spaces that are loaded at a time.
  private static let laneCount = 4
  private static let workerCount = 4

  /// Makes the hub of a space from its journal, with boards that it gets unless it has them.
  package typealias Restoring =
    @Sendable (any Journal, SpaceName, [BoardFile]) throws(JournalFault) -> Hub

  package init(_ lease: NodeLease, logger: Logger, restoringBy restore: @escaping Restoring) {
    (self.lease, self.restore, self.logger) = (lease, restore, logger)
    lanes = (0..<Self.laneCount).map { _ in PostgresLane(lease) }
  }

  /// - Parameters:
  ///   - mayExecute: Whether nobody else can have taken the spaces of the process.
  ///   - isOverdue: Whether the database has not answered to the last renewal of the lease.
  func begin(
    on loop: EventLoop, mayExecute: @escaping () -> Bool, isOverdue: @escaping () -> Bool
  ) {
    (self.mayExecute, self.isOverdue) = (mayExecute, isOverdue)
    laneThreads = lanes.map { JournalThread(on: loop, lane: $0) }
    workers = (0..<Self.workerCount).map { _ in Worker(on: loop) }
  }

  /// Takes a space and reads what is stored of it.
  ///
  /// - Parameter files: The boards that it gets, unless it has them.
  func load(
    _ space: SpaceName, files: [BoardFile],
    then done: @escaping (Result<LoadedSpace, JournalFault>) -> Void
  ) {
    let number = Int(UInt(bitPattern: space.hashValue) % UInt(lanes.count))
    let (lease, lane, restore, logger) = (lease, lanes[number], restore, logger)
    let job: @Sendable () -> Result<LoadedSpace, JournalFault> = {
      Result { () throws(JournalFault) in
        let journal = try PostgresJournal(space, of: lease, on: lane) {
          logger.warning("\($0)", metadata: ["space": "\(space)"])
        }
        let hub = try restore(journal, space, files)
        let setup = SpaceSetup(hub, journal: journal, name: space)
        return LoadedSpace(setup: setup, journal: journal)
      }
    }
    run(job) { [unowned self] result in
      done(result.map { prepared($0, laneThreads[number]) })
    }
  }

  private func prepared(_ loaded: LoadedSpace, _ thread: JournalThread) -> LoadedSpace {
    var setup = loaded.setup
    setup.share(thread, whileCurrent: mayExecute, isOverdue: isOverdue)
    return LoadedSpace(setup: setup, journal: loaded.journal)
  }

  /// Lets others take a space. If the database does not answer, its row says so at the next renewal.
  func release(_ journal: PostgresJournal, then done: @escaping () -> Void) {
    let job: @Sendable () -> Void = { try? journal.release() }
    run(job, then: done)
  }

  /// Runs a job when a thread is free. Nobody waits for it once the loop is closed.
  private func run<Output: Sendable>(
    _ job: @escaping @Sendable () -> Output, then done: @escaping (Output) -> Void
  ) {
    waiting.append { [unowned self] in
      guard let worker = workers.first(where: { !$0.isBusy }) else { return }
      try? worker.run(job) { [weak self] output in
        done(output)
        self?.runNext()
      }
    }
    runNext()
  }

  private func runNext() {
    while workers.contains(where: { !$0.isBusy }), let next = waiting.popFirst() { next() }
  }
}
