import Glibc

/// How the life of an owner ends.
enum NodeFault: String, CaseIterable {
  case killed = "owner killed"
  /// It is started again at once with the same arguments, as a supervisor does.
  case restarted = "owner restarted"
  /// Longer than its lease.
  case paused = "owner paused"
  case stopped = "owner stopped"
  /// The standby is promoted. Somebody asks for a board meanwhile that the owner has not loaded.
  case primaryKilled = "primary killed"
  /// Longer than a lease: commits wait for it.
  case standbyStalled = "standby stalled"
  /// The waits for the standby are cancelled, which lacks what is committed then and is promoted.
  case waitsCancelled = "waits for standby cancelled"
  /// Statements of all nodes are cancelled and their connections ended, several times.
  case statementsCancelled = "statements cancelled"
  /// Somebody else has locked the row of the space.
  case rowLocked = "row of space locked"
  /// An hour ahead, then an hour back.
  case clockSet = "clock of database set"
  /// The other nodes do not reach it.
  case linksCut = "owner cut off from nodes"
  /// One of the other nodes does not reach it.
  case linkCut = "link between two nodes cut"
  case databaseCut = "owner cut off from database"
  /// With `stopped`, what a rolling restart does.
  case followerStopped = "follower stopped"
  /// The standby is promoted, which lacks what was acknowledged last.
  case promotedBehind = "standby promoted that is behind"
  /// The same, and nobody is left who knows what it lacks.
  case bothKilled = "owner killed, standby promoted that is behind"

  /// The faults that can be caused by turns.
  ///
  /// - Parameter database: Nil if it is not ours.
  static func all(in database: PostgresPair?) -> [NodeFault] {
    let possible: Set<Need> =
      switch database?.isSynchronous {
      case true?: database?.hasClocks == true ? [.nodes, .pair, .clock] : [.nodes, .pair]
      case false?: [.loss]
      case nil: [.nodes]
      }
    return allCases.filter { possible.contains($0.course.need) }
  }

  /// What a fault needs.
  enum Need {
    case nodes
    /// A primary of our own, with a synchronous standby.
    case pair
    /// The same, with a clock that can be set.
    case clock
    /// A primary of our own, with an asynchronous standby.
    case loss
  }

  enum Moment {
    case begin
    case end
  }

  /// How a fault goes.
  struct Course {
    var need = Need.nodes
    /// For how long clients go on meanwhile.
    var duration = Duration.zero
    /// Whether connections stay open that clients are then to end themselves.
    var leavesClients = true
    /// When the primary is killed, whose standby is promoted at the end; nil if it goes on.
    var primaryKill: Moment?
    /// The status with which a node ends; nil if none does.
    var status: Int32?
  }

  var course: Course {
    switch self {
    case .killed: Course(leavesClients: false, status: 128 + SIGKILL)
    case .restarted: Course()
    case .paused, .linksCut: Course(leavesClients: false)
    case .stopped: Course(leavesClients: false, status: 0)
    case .primaryKilled: Course(need: .pair, primaryKill: .begin)
    case .standbyStalled: Course(need: .pair, duration: .seconds(6))
    case .waitsCancelled: Course(need: .pair, duration: .seconds(2), primaryKill: .end)
    case .statementsCancelled: Course(need: .pair, duration: .seconds(2))
    case .rowLocked: Course(need: .pair, duration: .seconds(3))
    case .clockSet: Course(need: .clock, duration: .seconds(2))
    case .linkCut: Course()
    case .databaseCut: Course(need: .pair, leavesClients: false)
    case .followerStopped: Course(status: 0)
    case .promotedBehind: Course(need: .loss, duration: .milliseconds(500), primaryKill: .end)
    case .bothKilled:
      Course(
        need: .loss, duration: .milliseconds(500), primaryKill: .end, status: 128 + SIGKILL)
    }
  }
}
