import BoardAuthority
import BoardModel
import BoardWire

/// The number of a turn and its time in milliseconds, in few bytes, as thousands of connections have
/// them. Both begin again at zero after a long time.
typealias TurnNumber = UInt32
package typealias TurnTime = UInt32

/// What the hub knows of one connection.
///
/// There may be thousands that do nothing but watch, so it holds no memory elsewhere between turns.
@usableFromInline package final class ClientConnection {
  package let id: ConnectionID
  /// Whose connection it is.
  @inlinable package var client: Client {
    _read { yield presentClient }
    _modify { yield &presentClient }
  }
  @exclusivity(unchecked) @usableFromInline var presentClient: Client
  @exclusivity(unchecked) @usableFromInline package var framer = LineFramer()
  /// What it is to be sent.
  @exclusivity(unchecked) package private(set) var outbox = Outbox()
  @exclusivity(unchecked) package var subscriptions = Subscriptions()
  /// The block that has not ended yet.
  @inlinable package var block: OpenBlock? {
    get { presentBlock }
    set { presentBlock = newValue }
  }
  @exclusivity(unchecked) @usableFromInline var presentBlock: OpenBlock?
  /// What it sent and has not been executed yet, because it has had its turn.
  @exclusivity(unchecked) package var unread = UnreadInput()
  /// The bytes it was sent earlier and has not taken yet.
  @exclusivity(unchecked) package var unsentBytes: UInt32 = 0
  /// The turn in which it was last sent something together with others, behind its own bytes.
  @exclusivity(unchecked) var broadcastTurn: TurnNumber = 0
  /// When it was last sent something.
  @exclusivity(unchecked) package var lastSent: TurnTime = 0
  /// When it last sent something, or connected if it has sent no line yet.
  @exclusivity(unchecked) package private(set) var lastHeard: TurnTime = 0
  /// How many commands it may still have executed in this turn.
  @exclusivity(unchecked) @usableFromInline var allowance = Int16(Limits.commandsInATurn)
  @exclusivity(unchecked) package var errorsInARow: UInt8 = 0
  @exclusivity(unchecked) package var wrongTokens: UInt8 = 0
  /// What it was told if it is closing.
  @exclusivity(unchecked) var farewell = Bye.quit
  @exclusivity(unchecked) @usableFromInline var flags = ConnectionFlags()

  init(id: ConnectionID, client: Client) {
    self.id = id
    presentClient = client
  }
}

extension ClientConnection {
  /// The form of what it is sent.
  @inlinable package var form: WireForm { flags[.json] ? .json : .text }

  /// Whether it is a client of an earlier version, which does not know the row `reconfigure` (19.5).
  package var skipsReconfigures: Bool {
    get { flags[.withoutReconfigures] }
    set { flags[.withoutReconfigures] = newValue }
  }

  /// Whether a command of its continues or begins in a later turn, so that nothing else of it is
  /// executed.
  @inlinable package var isWaiting: Bool {
    get { flags[.waiting] }
    set { flags[.waiting] = newValue }
  }

  /// Whether its input has ended behind what is unread.
  @inlinable package var hasEnded: Bool {
    get { flags[.ended] }
    set { flags[.ended] = newValue }
  }

  /// Whether it has not yet taken what it was sent.
  @inlinable package var isBlocked: Bool {
    get { flags[.blocked] }
    set { flags[.blocked] = newValue }
  }

  /// Whether nothing more of it is read or executed.
  @inlinable package var isClosing: Bool {
    get { flags[.closing] }
    set { flags[.closing] = newValue }
  }

  /// Whether it has sent a first line.
  @inlinable package var hasSpoken: Bool {
    get { flags[.spoken] }
    set { flags[.spoken] = newValue }
  }

  /// Whether its space can be chosen no more: it has been sent a reply, or was chosen before it came (18.2).
  @inlinable package var isSettled: Bool {
    get { flags[.settled] }
    set { flags[.settled] = newValue }
  }

  /// Whether it is among those that have left a line unfinished.
  @inlinable package var isAwaited: Bool {
    get { flags[.awaited] }
    set { flags[.awaited] = newValue }
  }

  /// Whether it stands in the list of those that have something to be sent this turn.
  @inlinable package var isListed: Bool {
    get { flags[.listed] }
    set { flags[.listed] = newValue }
  }
}

/// What is true of a connection, in two bytes.
@usableFromInline struct ConnectionFlags: OptionSet {
  @usableFromInline let rawValue: UInt16

  @inlinable init(rawValue: UInt16) { self.rawValue = rawValue }

  @inlinable static var waiting: ConnectionFlags { ConnectionFlags(rawValue: 1) }
  @inlinable static var ended: ConnectionFlags { ConnectionFlags(rawValue: 2) }
  @inlinable static var blocked: ConnectionFlags { ConnectionFlags(rawValue: 4) }
  @inlinable static var closing: ConnectionFlags { ConnectionFlags(rawValue: 8) }
  @inlinable static var spoken: ConnectionFlags { ConnectionFlags(rawValue: 16) }
  @inlinable static var awaited: ConnectionFlags { ConnectionFlags(rawValue: 32) }
  @inlinable static var listed: ConnectionFlags { ConnectionFlags(rawValue: 64) }
  @inlinable static var settled: ConnectionFlags { ConnectionFlags(rawValue: 128) }
  @inlinable static var json: ConnectionFlags { ConnectionFlags(rawValue: 256) }
  @inlinable static var withoutReconfigures: ConnectionFlags { ConnectionFlags(rawValue: 512) }

  @inlinable subscript(flag: ConnectionFlags) -> Bool {
    get { contains(flag) }
    set { if newValue { insert(flag) } else { remove(flag) } }
  }
}

extension ClientConnection {
  /// Whether more of what it sent may be executed in this turn.
  package var mayGoOn: Bool {
    !isClosing && !isWaiting && allowance > 0
      && Int(unsentBytes) + outbox.count < Limits.unsentBytes
  }

  /// Lets it have so many commands executed in this turn.
  package func allow(_ commands: Int) { allowance = Int16(commands) }

  /// Notes that one of its commands is executed.
  @inlinable package func countCommand() { allowance -= 1 }

  /// Notes that it sent something, or connected.
  package func markHeard(at time: Duration) { lastHeard = time.turnTime }

  /// Has everything written in this form from here on.
  package func use(_ form: WireForm) {
    outbox.seal(in: self.form)
    flags[.json] = form == .json
  }

  /// Adds to what it is to be sent. Only `Delivery.write(to:_:)` calls it.
  func write(_ body: (inout Outbox) -> Void) { body(&outbox) }

  /// Hands over what it is to be sent.
  func drainOutbox() -> [OutputPiece] { outbox.take(in: form) }

  /// Whether something that it sent has not been executed yet.
  package var hasUnread: Bool { !unread.isEmpty }

  /// Whether its last line has not ended.
  package var isInLine: Bool { framer.isInLine }

  /// Whether what it sent ends a line that takes a while to read.
  package var endsLongLine: Bool { !isBlocked && unread.withUnsafeBytes { endsLongLine($0) } }

  /// Whether some bytes, behind those that it sent before, end such a line.
  package func endsLongLine(_ bytes: UnsafeRawBufferPointer) -> Bool { framer.endsLongLine(bytes) }

  /// Finds lines in what it sent. As `LineFramer.feed`.
  @inlinable package func feed(
    _ bytes: UnsafeRawBufferPointer, _ body: (LineFramer.Frame) -> Bool
  ) -> Int {
    framer.feed(bytes, body)
  }

  /// The bytes of its line and its block that have not ended.
  package var unfinishedBytes: Int { framer.bufferedBytes + (block?.bytes ?? 0) }

  package var currentBoard: LiveBoard? { subscriptions.last?.board }

  /// A board that it watches and of which it is owed a snapshot that is to be written first; nil if there is none.
  ///
  /// - Complexity: O(watched boards).
  package var boardWithoutContent: LiveBoard? {
    for index in subscriptions.indices where subscriptions[index].lacksContent(in: form) {
      return subscriptions[index].board
    }
    return nil
  }

  /// The place of its watch of a board among `subscriptions`, or nil.
  package func subscription(of board: LiveBoard) -> Int? {
    subscriptions.firstIndex { $0.board === board }
  }
}
