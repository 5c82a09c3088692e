import BoardModel

/// What goes wrong in a simulated run.
package enum FaultKind: String, CaseIterable, Hashable, Sendable {
  /// A connection is reset, with the bytes that are under way.
  case cuts
  /// A connection delivers nothing more, and only the client knows.
  case halfOpen = "half-open"
  /// Bytes arrive in pieces, cut at any byte.
  case splits
  /// Some clients rarely take what they are sent, and their sockets hold little.
  case stalls
  /// Some clients never take anything.
  case deadReaders = "dead-readers"
  /// Some clients send bytes that are no commands.
  case hostile
  /// The clock leaps forward, and the wall clock anywhere.
  case clockJumps = "clock-jumps"
  /// The server is killed between any two steps.
  case kills
  /// The disk does not answer: the group is durable or not, and the server ends.
  case lostCommits = "lost-commits"
  /// There is no room on the disk for a while.
  case fullDisk = "full-disk"
  /// Changes are made on another thread, and take long.
  case longChanges = "long-changes"
  /// The rules of access change.
  case access
  /// A backup is restored under another epoch.
  case restores
}

/// What one simulated run consists of. The same plan always gives the same run.
package struct RunPlan: Hashable, Sendable {
  package var seed: Int
  package var clients: Int
  /// The number of steps with faults. Calm follows.
  package var steps: Int
  package var faults: Set<FaultKind>

  package init(
    seed: Int, clients: Int = 6, steps: Int = RunPlan.standardSteps,
    faults: Set<FaultKind> = Set(FaultKind.allCases)
  ) {
    self.seed = seed
    self.clients = clients
    self.steps = steps
    self.faults = faults
  }

  package static let standardSteps = 400
}

extension FaultKind {
  /// Whether it is how clients, threads or the network are in a whole run, and no event.
  var isTrait: Bool {
    switch self {
    case .splits, .stalls, .deadReaders, .hostile, .longChanges: true
    case .cuts, .halfOpen, .clockJumps, .kills, .lostCommits, .fullDisk, .access, .restores: false
    }
  }
}

/// How often each fault happens in a run: some seeds have none of a kind, others many.
struct FaultRates {
  /// In a thousand steps, by the order of `FaultKind.allCases`.
  private var rates: [Int]
  /// What holds in the whole run.
  let traits: Set<FaultKind>

  init(_ plan: RunPlan, _ random: inout SeededRandom) {
    var traits: Set<FaultKind> = []
    rates = FaultKind.allCases.map { kind in
      let rate = random.one(of: [0, 0, 2, 5, 15])
      guard plan.faults.contains(kind), rate > 0 else { return 0 }
      if kind.isTrait || kind == .access { traits.insert(kind) }
      return kind.isTrait ? 0 : rate
    }
    self.traits = traits
  }

  /// How often a fault happens in a thousand steps.
  subscript(kind: FaultKind) -> Int {
    FaultKind.allCases.firstIndex(of: kind).map { rates[$0] } ?? 0
  }

  /// Ends all faults.
  mutating func calm() { rates = rates.map { _ in 0 } }
}
