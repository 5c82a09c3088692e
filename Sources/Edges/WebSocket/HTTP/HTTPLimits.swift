/// What a request and a frame may have, and for how long a client may be silent.
public struct HTTPLimits: Sendable {
  /// The bytes of a head, line ends included.
  public let headBytes: Int
  /// The header fields.
  public let fields: Int
  /// The bytes of the target.
  public let targetBytes: Int
  /// The requests that may be read at once.
  public let pipelined: Int
  /// The payload bytes of one frame, after the upgrade.
  public let frameBytes: Int
  /// The time for a whole head, from the beginning of the connection or the last response on.
  public let headTime: Duration
  /// The silence after which a client is sent a ping.
  public let pingTime: Duration
  /// The silence after which it is closed.
  public let silenceTime: Duration

  public init(
    headBytes: Int, fields: Int, targetBytes: Int, pipelined: Int, frameBytes: Int,
    headTime: Duration,
    pingTime: Duration, silenceTime: Duration
  ) {
    self.headBytes = headBytes
    self.fields = fields
    self.targetBytes = targetBytes
    self.pipelined = pipelined
    self.frameBytes = frameBytes
    self.headTime = headTime
    self.pingTime = pingTime
    self.silenceTime = silenceTime
  }
}
