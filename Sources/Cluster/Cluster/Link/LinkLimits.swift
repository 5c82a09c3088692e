import BoardModel

/// Every limit of a link between two nodes. Both ends have the same ones.
public enum LinkLimits {
  /// The bytes of a frame, without its length.
  public static let frameBytes = 262_144
  /// The bytes of the secret of the cluster.
  public static let secretBytes = 256
  /// The bytes of the link of a node.
  public static let nodeBytes = 256
  /// The bytes of a client's address as text.
  public static let addressBytes = 128
  /// The bytes of the tag of a `space` command.
  public static let tagBytes = Limits.tagBytes
  /// The channels of a link.
  public static let channels = 1 << 20
  /// The weight of frames of the owner that the edge has not acknowledged, beyond which the owner sends
  /// nothing more to clients. What is sent at once may exceed it by one frame, and no chunk does.
  public static let window = 262_144
  /// The weight below which the owner goes on.
  static let reopenedWindow = window / 2
  /// What a frame weighs for each client that it goes to, beside its payload: the edge makes a system call for each,
  /// so that many clients take longer than many bytes.
  static let receiverWeight = 64
  /// The bytes that are sent to a client at once. What is larger is queued, and sent in chunks.
  public static let directBytes = 16_384
  /// The bytes of a chunk, and of all queued bytes that the edge has not acknowledged: others wait for that many.
  public static let chunkBytes = 65_536
  /// No chunk is cut smaller than that: the rest waits for an acknowledgement.
  static let shortestChunk = 4_096
  /// The bytes of one blob. What is larger is sent to each client by itself.
  public static let blobBytes = 16_777_216
  /// The bytes of all blobs of a link.
  public static let allBlobBytes = 67_108_864
  /// The input of a client that the owner has not consumed, beyond which the edge does not read the client.
  public static let inputWindow = 65_536
  /// The input of a client in one frame.
  public static let inputBytes = 65_536
}

/// Tells when an end of a link must send a ping, and when the other end is dead.
public struct LinkPulse: Sendable {
  /// The time after the last frame after which an end sends a ping.
  public static let interval: Duration = .seconds(1)
  /// The time without a frame after which the other end is dead.
  public static let longestSilence: Duration = .seconds(3)

  private var lastSent: Duration
  private var lastReceived: Duration

  /// Begins at the time at which the link was connected.
  public init(at time: Duration) {
    lastSent = time
    lastReceived = time
  }

  /// Bytes were written.
  public mutating func didSend(at time: Duration) { lastSent = time }

  /// Bytes were read.
  public mutating func didReceive(at time: Duration) { lastReceived = time }

  /// Whether the other end must hear something.
  public func needsPing(at time: Duration) -> Bool { time >= lastSent + Self.interval }

  /// Whether the other end has been silent for too long.
  public func isDead(at time: Duration) -> Bool { time >= lastReceived + Self.longestSilence }

  /// When to look again.
  public var nextDeadline: Duration {
    min(lastSent + Self.interval, lastReceived + Self.longestSilence)
  }
}
