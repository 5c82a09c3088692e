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
  /// The connections on which the groups of all spaces are committed.
  private let lane: PostgresLane
  /// The threads that load, each some of the spaces that wait.
  private var workers: [Worker] = []
  private var waiting: ArraySlice<Load> = []
  /// What is done singly.
  private var jobs: ArraySlice<(Worker) -> Void> = []
  private let lease: NodeLease
  private let restore: Restoring
  private var mayExecute: () -> Bool = { false }
  private var isOverdue: () -> Bool = { false }
  private let logger: Logger

  private static let workerCount = 4
  /// The most spaces that are loaded together.
  private static let mostTogether = 64

  /// Makes the hub of a space from its journal, with boards that it gets unless it has them.
  package typealias Restoring =
    @Sendable (any Journal, SpaceName, [BoardFile]) throws(JournalFault) -> Hub

  /// A space that is to be loaded.
  private struct Load {
    let wish: Wish
    let done: (Result<LoadedSpace, JournalFault>) -> Void
  }

  /// A space, and the boards that it gets, unless it has them.
  private typealias Wish = (space: SpaceName, files: [BoardFile])

  package init(_ lease: NodeLease, logger: Logger, restoringBy restore: @escaping Restoring) {
    (self.lease, self.restore, self.logger) = (lease, restore, logger)
    lane = PostgresLane(lease)
  }

  /// - Parameters:
  ///   - mayExecute: Whether nobody else can have taken the spaces of the process.
  ///   - isOverdue: Whether the database has not answered to the last renewal of the lease.
  func begin(
    for server: Server, mayExecute: @escaping () -> Bool, isOverdue: @escaping () -> Bool
  ) {
    (self.mayExecute, self.isOverdue) = (mayExecute, isOverdue)
    server.journalThread = JournalThread(on: server.loop, lane: lane)
    workers = (0..<Self.workerCount).map { _ in Worker(on: server.loop) }
  }

  /// Takes a space and reads what is stored of it, together with others that wait.
  ///
  /// - Parameter files: The boards that it gets, unless it has them.
  func load(
    _ space: SpaceName, files: [BoardFile],
    then done: @escaping (Result<LoadedSpace, JournalFault>) -> Void
  ) {
    waiting.append(Load(wish: (space, files), done: done))
    runNext()
  }

  /// Lets others take a space. If the database does not answer, its row says so at the next renewal.
  func release(_ journal: PostgresJournal, then done: @escaping () -> Void) {
    let job: @Sendable () -> Void = { try? journal.release() }
    jobs.append { [unowned self] in run(job, on: $0, then: done) }
    runNext()
  }

  // MARK: Threads

  private func runNext() {
    while let worker = workers.first(where: { !$0.isBusy }) {
      if let job = jobs.popFirst() {
        job(worker)
      } else if !waiting.isEmpty {
        loadSome(on: worker)
      } else {
        return
      }
    }
  }

  /// Runs a job on a thread that is free. Nobody waits for it once the loop is closed.
  private func run<Output: Sendable>(
    _ job: @escaping @Sendable () -> Output, on worker: Worker,
    then done: @escaping (Output) -> Void
  ) {
    try? worker.run(job) { [weak self] output in
      done(output)
      self?.runNext()
    }
  }

  private func loadSome(on worker: Worker) {
    let loads = waiting.prefix(Self.mostTogether)
    waiting = waiting.dropFirst(loads.count)
    let wishes = loads.map(\.wish)
    let (lease, lane, logger, make) = (lease, lane, logger, loaded)
    let job: @Sendable () -> [Result<LoadedSpace, JournalFault>?] = {
      let taken = lease.take(wishes.map(\.space), on: lane) { Self.warn($1, of: $0, in: logger) }
      return wishes.map { wish in
        taken[wish.space].map { result in
          result.flatMap { journal in Result { () throws(JournalFault) in try make(journal, wish) }
          }
        }
      }
    }
    run(job, on: worker) { [unowned self] results in
      for (load, result) in zip(loads, results) {
        if let result { load.done(result.map(prepared)) } else { loadSingly(load) }
      }
    }
  }

  /// Loads a space for which others would have to wait.
  private func loadSingly(_ load: Load) {
    let (wish, lease, lane, logger, make) = (load.wish, lease, lane, logger, loaded)
    let job: @Sendable () -> Result<LoadedSpace, JournalFault> = {
      Result { () throws(JournalFault) in
        let journal = try PostgresJournal(wish.space, of: lease, on: lane) {
          Self.warn($0, of: wish.space, in: logger)
        }
        return try make(journal, wish)
      }
    }
    jobs.append { [unowned self] worker in
      run(job, on: worker) { load.done($0.map(self.prepared)) }
    }
  }

  private static func warn(_ sentence: String, of space: SpaceName, in logger: Logger) {
    logger.warning("\(sentence)", metadata: ["space": "\(space)"])
  }

  /// Makes the hub of a space, on any thread.
  private var loaded: @Sendable (PostgresJournal, Wish) throws(JournalFault) -> LoadedSpace {
    let restore = restore
    return { (journal, wish) throws(JournalFault) in
      let hub = try restore(journal, wish.space, wish.files)
      return LoadedSpace(
        setup: SpaceSetup(hub, journal: journal, name: wish.space), journal: journal)
    }
  }

  private func prepared(_ loaded: LoadedSpace) -> LoadedSpace {
    var setup = loaded.setup
    setup.execute(whileCurrent: mayExecute, isOverdue: isOverdue)
    return LoadedSpace(setup: setup, journal: loaded.journal)
  }
}
