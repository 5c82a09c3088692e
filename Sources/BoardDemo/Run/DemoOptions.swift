import BoardModel

/// What kind of demo it is to be.
public struct DemoOptions: Sendable {
  /// When to end.
  public enum Length: Hashable, Sendable {
    case time(Duration)
    /// After so many drops of all clients together.
    case drops(Int)
  }

  /// How fast clients act.
  public enum Speed: Hashable, Sendable {
    /// So many times the pace at which one can watch: some ten steps a second for each client.
    case times(Double)
    /// As soon as they have an answer to what they did before.
    case unlimited
  }

  public var board: BoardName
  public var clients = 6
  public var length: Length
  public var speed: Speed
  public var seed: Int
  /// Where the server listens on loopback; 0 lets the system choose.
  public var port: UInt16 = 0
  /// Whether the list view of the first client is spoiled in the end, to see that it is noticed.
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
  /// The descriptor that keys come from.
  public let input: Int32
  public let output: Int32
  public let hasColours: Bool
  /// Whether it can show nothing but ASCII.
  public let isASCII: Bool

  public init(input: Int32, output: Int32, hasColours: Bool, isASCII: Bool) {
    self.input = input
    self.output = output
    self.hasColours = hasColours
    self.isASCII = isASCII
  }
}
