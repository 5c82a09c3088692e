import LocalNodes

/// What a trial ends again and again: one server, or the nodes of a space.
protocol TrialTarget: AnyObject {
  /// The output of its programs, for `poll`.
  var outputs: [Int32] { get }
  /// The ports at which clients are served now; empty while nobody serves.
  var ports: [UInt16] { get }
  /// Whether this life has ended.
  var hasEnded: Bool { get }
  /// The end of the output of its programs.
  var log: String { get }
  /// The time since the last end.
  var outage: Duration { get }
  /// By when all clients must be served after an end.
  var servingLimit: Duration { get }
  /// Whether this life has ended with the database, which comes back when it is reaped.
  var isDatabaseAway: Bool { get }
  /// How often somebody had to wait for a board that could not be read.
  var waitCount: Int { get }
  /// The most connections that a database has had while it held commits up.
  var connectionCount: Int { get }

  /// Whether its programs end by themselves at failpoints.
  var hasFailpoints: Bool { get }

  /// Whether the end of a life leaves connections open, which clients are then to end themselves.
  var leavesClients: Bool { get }

  /// Whether clients may lose their connections although a life has not ended.
  var movesClients: Bool { get }

  /// Notes that clients have: that ends this life.
  func noteMove()

  /// Begins a life.
  ///
  /// - Parameter failpoint: `NAME:COUNT`, the point at which the program kills itself.
  func begin(failpoint: String?) throws

  /// Reads the available output.
  ///
  /// - Throws: `LocalServerError.ended` if it says what it must not.
  func listen() throws

  /// Ends this life.
  func end()

  /// Waits until the programs that were ended are dead.
  ///
  /// - Returns: What has ended this life; nil if the schedule knows.
  /// - Throws: `LocalServerError.ended` if one ended otherwise.
  func reap() throws -> String?

  /// Shuts everything down, as an operator would.
  func finish()

  /// Checks that everything was shut down.
  ///
  /// - Throws: `LocalServerError.ended` if it was not.
  func checkEnd() throws
}
