import Simulation

/// How one life of the program is to end.
enum KillSchedule {
  /// Killed from outside as soon as it is started.
  case atStart
  /// Killed from outside when so many commands were acknowledged in this life.
  case random(acknowledged: Int)
  /// Kills itself at a place in its own code.
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
  /// The places at which the program kills itself, in turn. The journal must grow by megabytes for
  /// those that are met seldom, and every later start reads them.
  private static let turns = often + often + seldom

  /// Half are random, the other half meet each failpoint in turn.
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

  /// What is told to the program.
  var setting: String? {
    if case .failpoint(let name, let passage) = self { "\(name):\(passage)" } else { nil }
  }

  /// Whether the journal must grow fast for it.
  var wantsMuch: Bool {
    if case .failpoint(let name, _) = self { Self.seldom.contains(name) } else { false }
  }

  /// What it is counted as.
  var kind: String {
    switch self {
    case .atStart: "at start"
    case .random: "random"
    case .failpoint(let name, _): name
    case .none: "none"
    }
  }
}
