/// The times that the processes of a cluster agree on.
public enum ClusterTimes {
  /// How long a lease lasts after it was renewed.
  public static let lease: Duration = .seconds(5)
  /// The time from one renewal to the next.
  public static let renewalInterval: Duration = .seconds(1)
  /// How long a process may execute commands after it *sent* its last good renewal. It is shorter than the lease by
  /// what a turn may take and by how much clocks may drift.
  public static let execution: Duration = .milliseconds(4_500)
  /// The longest time from the sending of a renewal to the answer to the next one that is no gap. An outage that ends
  /// a lease that was just renewed lasts longer. What others do not do in a gap is no sign that they are dead.
  static let gap: Duration = .seconds(3)
  /// How long a node that was asked to take a space may be silent until the next one is asked.
  static let silence: Duration = .seconds(1)
  /// The time until a process reads the row of a space again, the first time and at most.
  static let backOff: ClosedRange<Duration> = .milliseconds(100) ... .seconds(1)
  /// For how long the same other node must win a space until its owner hands it over.
  static let settling: Duration = .seconds(10)
  /// The time from one space that is handed over because another node wins it to the next.
  static let handOverInterval: Duration = .seconds(1)
  /// How long a node does not take a space back that it handed over, if another node wins it.
  static let handOverMemory: Duration = .seconds(3)
  /// How long a link must be down until a node reports it.
  static let unreached: Duration = .seconds(1)
  /// For how long too few nodes must have reported that they reach a node until that gives its spaces away.
  static let isolation: Duration = .seconds(5)
}
