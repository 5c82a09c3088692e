import BoardAuthority
import BoardModel
import BoardWire

/// The number of a turn and its time in milliseconds, in few bytes, as thousands of connections have
/// them. Both begin again at zero after a long time.
typealias TurnNumber = UInt32
typealias TurnTime = UInt32

/// What the hub knows of one connection.
///
/// There may be thousands that do nothing but watch, so it holds no memory elsewhere between turns.
final class ClientConnection {
  let id: ConnectionID
  @exclusivity(unchecked) var client: Client
  @exclusivity(unchecked) var framer = LineFramer()
  /// How it is written to. It stands here because here it takes no memory.
  @exclusivity(unchecked) private var reading = ReadingFlags()
  /// What it is to be sent.
  @exclusivity(unchecked) private(set) var outbox = Outbox()
  @exclusivity(unchecked) var subscriptions = Subscriptions()
  /// The block that has not ended yet.
  @exclusivity(unchecked) var block: OpenBlock?
  /// What it sent and has not been executed yet, because it has had its turn.
  @exclusivity(unchecked) var unread = UnreadInput()
  /// The bytes it was sent earlier and has not taken yet.
  @exclusivity(unchecked) var unsentBytes: UInt32 = 0
  /// The turn in which it was last sent something together with others, behind its own bytes.
  @exclusivity(unchecked) var broadcastTurn: TurnNumber = 0
  /// When it was last sent something.
  @exclusivity(unchecked) var lastSent: TurnTime = 0
  /// When it last sent something, or connected if it has sent no line yet.
  @exclusivity(unchecked) var lastHeard: TurnTime = 0
  /// How many commands it may still have executed in this turn.
  @exclusivity(unchecked) var allowance = Int16(Limits.commandsInATurn)
  @exclusivity(unchecked) var errorsInARow: UInt8 = 0
  @exclusivity(unchecked) var wrongTokens: UInt8 = 0
  /// What it was told if it is closing.
  @exclusivity(unchecked) var farewell = Bye.quit
  @exclusivity(unchecked) private var flags = ConnectionFlags()

  init(id: ConnectionID, client: Client) {
    self.id = id
    self.client = client
  }
}

/// How a connection reads, in one byte.
private struct ReadingFlags: OptionSet {
  let rawValue: UInt8

  static let json = ReadingFlags(rawValue: 1)
  static let withoutReconfigures = ReadingFlags(rawValue: 2)
}

extension ClientConnection {
  /// The form of what it is sent.
  var form: WireForm { reading.contains(.json) ? .json : .text }

  /// Whether it is a client of an earlier version, which does not know the row `reconfigure` (19.5).
  var skipsReconfigures: Bool {
    get { reading.contains(.withoutReconfigures) }
    set {
      if newValue {
        reading.insert(.withoutReconfigures)
      } else {
        reading.remove(.withoutReconfigures)
      }
    }
  }
}

extension ClientConnection {
  /// Whether a command of its continues or begins in a later turn, so that nothing else of it is
  /// executed.
  var isWaiting: Bool {
    get { flags[.waiting] }
    set { flags[.waiting] = newValue }
  }

  /// Whether its input has ended behind what is unread.
  var hasEnded: Bool {
    get { flags[.ended] }
    set { flags[.ended] = newValue }
  }

  /// Whether it has not yet taken what it was sent.
  var isBlocked: Bool {
    get { flags[.blocked] }
    set { flags[.blocked] = newValue }
  }

  /// Whether nothing more of it is read or executed.
  var isClosing: Bool {
    get { flags[.closing] }
    set { flags[.closing] = newValue }
  }

  /// Whether it has sent a first line.
  var hasSpoken: Bool {
    get { flags[.spoken] }
    set { flags[.spoken] = newValue }
  }

  /// Whether its space can be chosen no more: it has been sent a reply, or was chosen before it came (18.2).
  var isSettled: Bool {
    get { flags[.settled] }
    set { flags[.settled] = newValue }
  }

  /// Whether it is among those that have left a line unfinished.
  var isAwaited: Bool {
    get { flags[.awaited] }
    set { flags[.awaited] = newValue }
  }

  /// Whether it stands in the list of those that have something to be sent this turn.
  var isListed: Bool {
    get { flags[.listed] }
    set { flags[.listed] = newValue }
  }
}

/// What is true of a connection, in one byte.
private struct ConnectionFlags: OptionSet {
  let rawValue: UInt8

  static let waiting = ConnectionFlags(rawValue: 1)
  static let ended = ConnectionFlags(rawValue: 2)
  static let blocked = ConnectionFlags(rawValue: 4)
  static let closing = ConnectionFlags(rawValue: 8)
  static let spoken = ConnectionFlags(rawValue: 16)
  static let awaited = ConnectionFlags(rawValue: 32)
  static let listed = ConnectionFlags(rawValue: 64)
  static let settled = ConnectionFlags(rawValue: 128)

  subscript(flag: ConnectionFlags) -> Bool {
    get { contains(flag) }
    set { if newValue { insert(flag) } else { remove(flag) } }
  }
}

extension ClientConnection {
  /// Whether more of what it sent may be executed in this turn.
  var mayGoOn: Bool {
    !isClosing && !isWaiting && allowance > 0
      && Int(unsentBytes) + outbox.count < Limits.unsentBytes
  }

  /// Has everything written in this form from here on.
  func use(_ form: WireForm) {
    outbox.seal(in: self.form)
    if form == .json { reading.insert(.json) } else { reading.remove(.json) }
  }

  /// Adds to what it is to be sent. Only `Delivery.write(to:_:)` calls it.
  func write(_ body: (inout Outbox) -> Void) { body(&outbox) }

  /// Hands over what it is to be sent.
  func drainOutbox() -> [OutputPiece] { outbox.take(in: form) }

  /// Whether what it sent ends a line that takes a while to read.
  var endsLongLine: Bool { !isBlocked && unread.withUnsafeBytes { framer.endsLongLine($0) } }

  /// The bytes of its line and its block that have not ended.
  var unfinishedBytes: Int { framer.bufferedBytes + (block?.bytes ?? 0) }

  var currentBoard: LiveBoard? { subscriptions.last?.board }

  /// The place of its watch of a board among `subscriptions`, or nil.
  func subscription(of board: LiveBoard) -> Int? {
    subscriptions.firstIndex { $0.board === board }
  }
}
