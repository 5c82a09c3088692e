import BoardModel

/// The options of a demo.
public struct DemoOptions: Sendable {
  /// When to end.
  public enum Length: Hashable, Sendable {
    case time(Duration)
    /// After this many drops of all clients together.
    case drops(Int)
  }

  /// How fast clients act.
  public enum Speed: Hashable, Sendable {
    /// A multiple of the normal speed, about ten steps a second per client.
    case times(Double)
    /// As soon as the previous reply has arrived.
    case unlimited
  }

  public var board: BoardName
  public var clients = 6
  public var length: Length
  public var speed: Speed
  public var seed: Int
  /// The server's port on loopback; 0 lets the system choose.
  public var port: UInt16 = 0
  /// Whether the list view of the first client is corrupted at the end, to test the comparison.
  public var isSpoiled = false

  public init(on board: BoardName, length: Length, speed: Speed, seed: Int) {
    self.board = board
    self.length = length
    self.speed = speed
    self.seed = seed
  }

  /// The most clients of a demo: each has four sockets here.
  public static let mostClients = 200
}

/// A terminal to draw on.
public struct DemoStage {
  /// The descriptor for keys.
  public let input: Int32
  public let output: Int32
  public let hasColours: Bool
  /// Whether it can show only ASCII.
  public let isASCII: Bool

  public init(input: Int32, output: Int32, hasColours: Bool, isASCII: Bool) {
    self.input = input
    self.output = output
    self.hasColours = hasColours
    self.isASCII = isASCII
  }
}
