import BoardAuthority
import BoardDelivery
import BoardHub
import BoardJournal
import BoardModel
import Libuv
import Logging

/// A hub with its journal, and the connections that it serves: what a server serves as a whole.
///
/// It decides nothing about boards. It belongs to the thread of its server.
package final class Space {
  package let hub: Hub
  unowned let server: Server
  /// Nil for the only space of a server that has no names for them.
  package let name: SpaceName?
  let logger: Logger

  package private(set) lazy var recipients = Recipients(of: self)
  package private(set) lazy var peerHandler = PeerHandler(of: self)

  // MARK: The journal

  /// The journal, or nil if boards are in memory only.
  let journal: (any Journal)?
  /// The thread on which the journal is used.
  let journalThread: JournalThread
  /// The calls to the journal that have not returned.
  var journalCalls = 0
  /// The boards of the journal.
  let source: (any BoardSource)?
  /// The threads for jobs, one for each lane.
  let workers: [Job.Lane: Worker]
  /// Whether a board could not be read just now, and none has been since.
  var areLoadsPostponed = false
  /// The thread that checks the journal.
  let checker: Worker
  /// Whether it has found nothing.
  var isChecked = false
  /// The turn whose journal group is to be committed before its effects are performed; nil if there is
  /// none. No command is executed meanwhile.
  var pendingTurn: Turn?
  /// How long the turn took in front of its commit.
  var pendingLength: Duration = .zero
  /// The commits since the journal had time for checkpoints and snapshots.
  var commitsInARow = 0
  /// Under a load without pauses, a checkpoint or a part of a snapshot comes after so many commits.
  static let mostCommitsInARow = 256
  /// The part of a snapshot that is to be committed when nothing else is; nil if there is none.
  var snapshotPart: SnapshotPart?
  /// Whether changes are refused because the disk is full.
  var isDiskFull = false
  /// Whether the pending turn is not stored because there was no room for it.
  var turnWaitsForRoom = false
  /// The timer for the next check for room.
  private(set) lazy var roomTimer = makeTimer { $0.lookForRoom() }
  /// Why the journal cannot be used any more; nil if it can.
  private(set) var fault: JournalFault?

  // MARK: The lease

  /// What says whether nobody else can have taken the space.
  let lease: SpaceLease
  /// The timer for the next renewal of the journal's lease, and for the silence of the journal.
  private(set) lazy var secondTimer = makeTimer { $0.passSecond() }
  /// When the last commit or renewal that was good was begun; nil before the first one.
  var leaseStart: Duration?
  /// Whether the last renewal had no answer, which was logged.
  var isRenewalOverdue = false
  /// The seconds for which the pending turn has waited while the process ran.
  var pendingTicks = 0
  /// The connections that the pending turn sends something; nil if they were not asked for yet.
  var owed: Set<ConnectionID>?

  // MARK: Turns

  /// Those in this process who wait to see a board.
  var sights: [(board: BoardName, promise: Promise<ServedBoard?>)] = []
  /// Since when nobody uses it; nil if somebody does.
  var idleSince: Duration?
  /// Whether its turn is to be ended at the end of the server's.
  var isActive = false
  /// The earliest deadline for which the server will touch it; nil if there is none.
  var armedDeadline: Duration?
  /// Whether all its clients have been sent `bye`.
  package var isEnding = false
  /// How it has ended; nil if it has not.
  private var end: SpaceEnd?

  init(_ setup: SpaceSetup, in server: Server) {
    self.server = server
    (hub, name, journal) = (setup.hub, setup.name, setup.journal)
    var logger = server.logger
    if let name { logger[metadataKey: "space"] = "\(name)" }
    self.logger = logger
    lease = setup.lease ?? setup.journal?.renewalInterval.map { .journal($0) } ?? .none
    journalThread = server.journalThread ?? JournalThread(on: server.loop)
    workers = Dictionary(
      uniqueKeysWithValues: Job.Lane.allCases.map { ($0, Worker(on: server.loop)) })
    checker = Worker(on: server.loop)
    source = setup.journal?.source
    // The connections that other nodes pass on take no place here.
    hub.room.limit = server.router?.connectionLimit ?? server.configuration.connectionLimit
    hub.service.useOtherThreads()
    hub.service.setWallTime(server.wallTime, at: server.now)
    if let access = setup.access { _ = hub.service.setAccess(access, at: server.now) }
    hub.statistics.ownerRows = { [unowned self] in self.server.stats }
  }

  /// Serves from now on.
  func begin() {
    updateRoom()
    checkJournal()
    keepLease()
    markActive()
  }

  /// Makes the server end its turn, too.
  func markActive() { server.markActive(self) }

  /// The hub's time: monotonic, from an arbitrary origin.
  var now: Duration { server.now }

  /// A timer for this space.
  private func makeTimer(_ action: @escaping (Space) -> Void) -> Timer? {
    try? Timer(on: server.loop) { [unowned self] in
      action(self)
      markActive()
    }
  }

  // MARK: The end

  /// Ends at once, and sends nothing about the pending changes.
  package func fail(_ fault: JournalFault) {
    guard self.fault == nil else { return }
    self.fault = fault
    source?.stopCheck()
    pendingTurn = nil
    end(.failed(fault))
  }

  /// Ends, once.
  func end(_ end: SpaceEnd) {
    guard self.end == nil else { return }
    self.end = end
    (roomTimer, secondTimer) = (nil, nil)
    sights = []
    server.didEnd(self, end)
  }

  var hasEnded: Bool { end != nil }
}

/// What a space is made of.
package struct SpaceSetup {
  package var hub: Hub
  /// An acquired journal, if the hub persists its boards.
  package var journal: (any Journal)?
  /// Nil for the only space of a server that has no names for them.
  package var name: SpaceName?
  /// What says whether nobody else can have taken the space; nil if the journal does.
  var lease: SpaceLease?
  /// Who may do what; nil if everybody may do everything.
  package var access: AccessRules?

  /// - Parameters:
  ///   - hub: The hub, with all boards of the journal.
  ///   - journal: An acquired journal, if the hub persists its boards.
  package init(_ hub: Hub, journal: (any Journal)?, name: SpaceName? = nil) {
    precondition(journal != nil || !hub.persistence.isOn, "a hub that persists has a journal")
    (self.hub, self.journal, self.name) = (hub, journal, name)
  }

  /// Lets the space execute commands as long as its server has a lease.
  ///
  /// - Parameters:
  ///   - isCurrent: Whether nobody else can have taken the space.
  ///   - isOverdue: Whether the database has not answered to the last renewal of the lease.
  package mutating func execute(
    whileCurrent isCurrent: @escaping () -> Bool, isOverdue: @escaping () -> Bool
  ) {
    lease = .server(isCurrent, isOverdue: isOverdue)
  }
}

/// How a space has ended.
package enum SpaceEnd: Hashable, Sendable {
  /// All its clients were sent `bye`, and everything is stored.
  case stopped
  /// The journal could not be written: nothing was sent about the pending changes.
  case failed(JournalFault)
}

/// What says whether nobody else can have taken a space.
enum SpaceLease {
  /// There is nobody else.
  case none
  /// Commits of the journal and its renewals, one after each interval.
  case journal(Duration)
  /// The owner of the server says whether the lease is current, and whether its last renewal had no answer.
  case server(() -> Bool, isOverdue: () -> Bool)
}
