/// A load on the real program, and what is expected of it under that load.
public enum LoadScenario: String, CaseIterable, Sendable {
  case idle
  case blocked
  case overload
  case stampede
  case descriptors
  case pauses
  case nodes
  case soak

  /// What happens, in one line.
  public var summary: String {
    switch self {
    case .idle: "watchers of a board on which nothing happens"
    case .blocked: "a tenth of the watchers of a busy board stops reading, and goes on later"
    case .overload: "five times the changes that the server can make, and fewer again"
    case .stampede: "the server is killed, and all watchers come back at once with `since=`"
    case .descriptors: "more connections than the server has descriptors for"
    case .pauses: "the server is stopped with SIGSTOP for a while, and then a client"
    case .nodes: "a board in a directory, and in a database with one, two and three nodes"
    case .soak: "a busy board for a long time"
    }
  }

  /// Runs the scenario.
  ///
  /// - Parameters:
  ///   - program: The path of `dropline`.
  ///   - store: The URL of a database with the tables, for `nodes`.
  /// - Throws: `LoadFault` if the server or a client does not do what it must at all.
  public func run(_ size: LoadSize, program: String, store: String? = nil) throws -> LoadReport {
    let site = try LoadSite(program)
    defer { site.remove() }
    switch self {
    case .idle: return try IdleScenario.run(size, site)
    case .blocked: return try BlockedScenario.run(size, site)
    case .overload: return try OverloadScenario.run(size, site)
    case .stampede: return try StampedeScenario.run(size, site)
    case .descriptors: return try DescriptorScenario.run(site)
    case .pauses: return try PauseScenario.run(size, site)
    case .nodes: return try NodesScenario.run(size, site, store: store)
    case .soak: return try SoakScenario.run(size, site)
    }
  }
}

/// How large a load is.
public struct LoadSize: Sendable {
  public var watchers: Int
  /// Of a scenario that measures for a while.
  public var time: Duration
  /// Changes in a second.
  public var rate: Int
  /// Whether times and memory must keep to their limits. If not, they are only shown.
  public var hasLimits = true

  public init(watchers: Int, time: Duration, rate: Int) {
    (self.watchers, self.time, self.rate) = (watchers, time, rate)
  }

  /// The size that the promises are about.
  public static func full(_ scenario: LoadScenario) -> LoadSize {
    switch scenario {
    case .idle: LoadSize(watchers: 10_000, time: .seconds(10), rate: 0)
    case .blocked: LoadSize(watchers: 1_000, time: .seconds(180), rate: 500)
    case .overload: LoadSize(watchers: 100, time: .seconds(20), rate: 0)
    case .stampede: LoadSize(watchers: 5_000, time: .seconds(5), rate: 500)
    case .descriptors: LoadSize(watchers: 0, time: .zero, rate: 0)
    case .pauses: LoadSize(watchers: 100, time: .seconds(5), rate: 200)
    case .nodes: LoadSize(watchers: 1_000, time: .seconds(20), rate: 200)
    case .soak: LoadSize(watchers: 100, time: .seconds(3_600), rate: 1_000)
    }
  }

  /// A size for tests, without limits on times.
  public static func small(_ scenario: LoadScenario) -> LoadSize {
    var size = LoadSize(watchers: 40, time: .milliseconds(400), rate: 200)
    size.hasLimits = false
    return size
  }
}
