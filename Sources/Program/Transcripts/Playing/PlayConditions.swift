/// How a stage may differ from a transcript.
public struct PlayConditions: Sendable {
  /// The mapping to the server's names; nil if they are equal.
  public var names: NameMapping?
  /// Whether other clients use the server, so that its listings may have more rows.
  public var hasOthers = false
  /// Whether time is real, so that the remaining time of a lease may be up to ten seconds less.
  public var hasRunningClock = false

  /// The epoch that the server has told another connection; nil if there was none.
  public var epoch: String?

  /// Whether keys and rows must be exactly those of the transcript, in the same order, and sentences for
  /// people as well, if the transcript has them. Dropline does so; the specification does not require it.
  public var isLiteral = false

  public init() {}

  /// The server uses the names of the transcript, and time is simulated.
  public static var exact: PlayConditions { PlayConditions() }

  /// Everything must be exactly as written, including the order of keys and rows.
  public static var literal: PlayConditions {
    var conditions = PlayConditions()
    conditions.isLiteral = true
    return conditions
  }

  /// The server is running already, and shared.
  ///
  /// - Parameters:
  ///   - ending: what distinguishes the names of the scenario from all others.
  ///   - epoch: the epoch that the server has told another connection.
  public static func shared(
    _ scenario: Scenario, ending: String, epoch: String? = nil
  ) -> PlayConditions {
    var conditions = PlayConditions()
    conditions.names = NameMapping(of: scenario, ending: ending)
    conditions.epoch = epoch
    (conditions.hasOthers, conditions.hasRunningClock) = (true, true)
    return conditions
  }
}
