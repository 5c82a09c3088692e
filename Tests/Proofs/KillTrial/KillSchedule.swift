import BoardModel
import Simulation

/// How a life of the program ends.
enum KillSchedule {
  /// Killed right after the start.
  case atStart
  /// Killed after this many acknowledged commands.
  case random(acknowledged: Int)
  /// Kills itself at a failpoint.
  case failpoint(String, passage: Int)
  /// Not killed at all.
  case none

  private static let often = [
    "before-begin", "after-begin", "after-entries", "after-commit", "before-release",
    "mid-release", "after-release",
  ]
  private static let seldom = [
    "before-snapshot", "after-snapshot", "before-checkpoint", "after-checkpoint",
  ]
  /// The failpoints, in turn. Rare ones need a journal of several megabytes, which slows every
  /// later start.
  private static let turns = often + often + seldom

  /// Half of the kills are random, the other half are at each failpoint in turn.
  init(number: Int, _ random: inout SeededRandom) {
    if number.isMultiple(of: 2) {
      let name = Self.turns[number / 2 % Self.turns.count]
      let isSeldom = Self.seldom.contains(name)
      self = .failpoint(name, passage: isSeldom ? 1 : 1 + random.below(25))
    } else if random.percent(6) {
      self = .atStart
    } else {
      self = .random(acknowledged: 1 + random.below(random.percent(20) ? 20 : 160))
    }
  }

  /// The value of the failpoint variable.
  var setting: String? {
    if case .failpoint(let name, let passage) = self { "\(name):\(passage)" } else { nil }
  }

  /// Whether the journal must grow fast for it.
  var wantsMuch: Bool {
    if case .failpoint(let name, _) = self { Self.seldom.contains(name) } else { false }
  }

  /// The kind in the statistics.
  var kind: String {
    switch self {
    case .atStart: "at start"
    case .random: "random"
    case .failpoint(let name, _): name
    case .none: "none"
    }
  }
}
