import BoardAuthority
import BoardDelivery
import BoardModel

/// The connections that owe a line: a first one, or the rest of one.
///
/// Nothing is stored of a connection between whole lines, and no connection has a timer.
final class SilentConnections {
  /// Those that had sent no line when they came, in the order in which they came. Some have sent one
  /// since, or are gone.
  @exclusivity(unchecked) private var newcomers: [ConnectionID] = []
  /// The first of them that is still looked at.
  @exclusivity(unchecked) private var firstNewcomer = 0
  /// Those that have left a line unfinished, at the earliest time at which that is too long.
  @exclusivity(unchecked) private var unfinished = Deadlines<ConnectionID>()
  /// Those that had no role when they came, at the time by which they must say their token. Some have
  /// since, or are gone.
  @exclusivity(unchecked) private var strangers = Deadlines<ConnectionID>()
  /// Those that can be closed if somebody needs their place, the first one at the end.
  @exclusivity(unchecked) var dispensable: [Dispensable] = []
  /// The earliest time at which to look for dispensable ones again.
  @exclusivity(unchecked) var nextSearch: Duration = .zero

  /// The entries that are held, true or not.
  var entryCount: Int { newcomers.count + unfinished.count + strangers.count + dispensable.count }

  var newcomer: ConnectionID? {
    firstNewcomer < newcomers.count ? newcomers[firstNewcomer] : nil
  }

  /// The entries of newcomers, true or not.
  var newcomerCount: Int { newcomers.count }

  func expectFirstLine(of id: ConnectionID) { newcomers.append(id) }

  /// Forgets those that are no newcomers any more.
  func keepNewcomers(where isNewcomer: (ConnectionID) -> Bool) {
    newcomers = newcomers[firstNewcomer...].filter(isNewcomer)
    firstNewcomer = 0
  }

  /// Takes out the newcomer that came first.
  func removeNewcomer() {
    firstNewcomer += 1
    guard 2 * firstNewcomer >= newcomers.count else { return }
    newcomers = Array(newcomers[firstNewcomer...])
    firstNewcomer = 0
  }

  var nextStranger: Duration? { strangers.first?.time }

  func expectLogin(of id: ConnectionID, by time: Duration) { strangers.insert(id, at: time) }

  func removeStranger(until now: Duration) -> ConnectionID? {
    strangers.removeFirst(until: now)?.id
  }

  var nextUnfinished: Duration? { unfinished.first?.time }

  func expectEnd(of id: ConnectionID, by time: Duration) { unfinished.insert(id, at: time) }

  func removeUnfinished(until now: Duration) -> ConnectionID? {
    unfinished.removeFirst(until: now)?.id
  }
}

/// A connection that can be closed if somebody needs its place.
struct Dispensable {
  let id: ConnectionID
  /// When it last sent something.
  let lastHeard: TurnTime
  /// How urgently it is closed: for how long it has been idle, or forever if it takes nothing.
  let rank: TurnTime
}
