/// What a stage may do that a transcript does not show.
public struct PlayConditions: Sendable {
  /// What a server calls the things that the transcript names; nil if it calls them the same.
  public var names: NameMapping?
  /// Whether others use the server, so that listings of all of it may have more.
  public var hasOthers = false
  /// Whether time passes by itself, so that a lease may have up to ten seconds less left.
  public var hasRunningClock = false

  /// Whether keys and rows come in the order in which they are written, and no others do. That is how
  /// Dropline itself writes, and more than the specification asks of a server.
  public var isLiteral = false

  public init() {}

  /// Things are called what the transcript calls them, and time stands still.
  public static var exact: PlayConditions { PlayConditions() }

  /// Everything is as it is written, down to the order of keys and rows.
  public static var literal: PlayConditions {
    var conditions = PlayConditions()
    conditions.isLiteral = true
    return conditions
  }

  /// The server runs already, and others use it.
  ///
  /// - Parameter ending: what distinguishes the names of the scenario from all others.
  public static func shared(_ scenario: Scenario, ending: String) -> PlayConditions {
    var conditions = PlayConditions()
    conditions.names = NameMapping(of: scenario, ending: ending)
    (conditions.hasOthers, conditions.hasRunningClock) = (true, true)
    return conditions
  }
}
