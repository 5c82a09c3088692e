import BoardModel
import BoardReplica
import BoardWire
import Libuv
import Net

/// A client connection that follows one board: it reconnects when the connection breaks, catches up
/// from its revision, and repeats own changes if the server executes them only once.
///
/// A connection belongs to the thread of its loop, on which its delegate is called.
public final class Connection {
  /// The limit on pending requests, not counting own changes.
  public static let unansweredCommands = 256

  /// The receiver of the board's events.
  public weak var delegate: (any ConnectionDelegate)?
  /// The board as it is shown, with its drags and selections.
  public internal(set) var replica: Replica
  public internal(set) var state = State.closed(.byOwner)
  public let loop: EventLoop
  let name: ClientName?
  let token: String?
  let address: ServerAddress
  /// The space of the board; nil for the default one.
  let space: SpaceName?
  let retryPolicy: RetryPolicy

  var link: Link?
  var backoff: Backoff
  /// Whether the server recently broke the protocol, so that reaching it again is not yet a
  /// success.
  var isSuspect = false
  /// The pending requests, in the order of their replies.
  var expected: [Expected] = []
  /// Events not yet delivered to the delegate.
  var undelivered: [ReplicaEvent] = []
  /// Whether the delegate is in a call.
  var isDelivering = false
  /// Changes that the delegate made within a call.
  var laterChanges: [(ChangeID, OwnChange)] = []
  /// What was selected when the connection broke.
  var selectionBefore: [ItemID] = []
  /// What the server said before it closed.
  var receivedBye: ByeEvent?
  /// Whether the greeting of this connection has arrived.
  var isGreeted = false
  /// Whether the server has fields of items (19.5).
  var hasFields = false
  /// Whether the server has ever accepted this client's name.
  var wasWelcome = false
  /// When the last byte arrived while the board was open.
  var lastHeard: Duration?
  /// Ticks of the heartbeat timer since the last byte from the server.
  var silentTicks = 0
  var heartbeatTimer: Timer?
  var retryTimer: Timer?

  /// Makes a connection, which does nothing until `open()`.
  ///
  /// - Parameters:
  ///   - host: A host name or a numeric address.
  ///   - port: The port of the server.
  ///   - board: The board to follow.
  ///   - space: The space of the board; nil for the default one.
  ///   - content: What of the board its replica has: all, or with `counts` the number of items of each section and
  ///     those that `fetch(_:in:)` asked for. Of a server without the profile `counts` it has all.
  ///   - name: The name of this client; nil for a guest.
  ///   - token: A secret of the client's own making, 4 to 64 characters of a name. With a token,
  ///     drags and unanswered changes survive a broken connection. A token requires a name.
  ///   - trust: How the certificate of the server is verified, for an encrypted connection; nil for a plain
  ///     one.
  ///   - loop: The event loop of the connection; it stays alive while the connection is open.
  ///   - retryPolicy: The timeouts, and the source of random numbers; tests set them.
  public convenience init(
    to host: String, port: UInt16, board: BoardName, in space: SpaceName? = nil,
    content: WatchedContent? = nil, as name: ClientName? = nil, token: String? = nil,
    trust: ServerTrust? = nil, on loop: EventLoop, retryPolicy: RetryPolicy = RetryPolicy()
  ) {
    self.init(
      to: ServerAddress(host: host, port: port, trust: trust), board: board, in: space,
      content: content, as: name, token: token, on: loop, retryPolicy: retryPolicy)
  }

  /// Makes a connection to a server of this machine over its Unix socket. It does nothing until `open()`.
  ///
  /// - Parameters:
  ///   - path: The path of the socket.
  ///   - board: The board to follow.
  ///   - space: The space of the board; nil for the default one.
  ///   - content: What of the board its replica has, as for a connection to a host.
  ///   - name: The name of this client; nil for the local user, or for a guest.
  ///   - token: A secret of the client's own making, as for a connection to a host.
  ///   - loop: The event loop of the connection; it stays alive while the connection is open.
  ///   - retryPolicy: The timeouts, and the source of random numbers; tests set them.
  public convenience init(
    toUnixSocket path: String, board: BoardName, in space: SpaceName? = nil,
    content: WatchedContent? = nil, as name: ClientName? = nil, token: String? = nil,
    on loop: EventLoop, retryPolicy: RetryPolicy = RetryPolicy()
  ) {
    self.init(
      to: ServerAddress(.unix(path)), board: board, in: space, content: content, as: name,
      token: token, on: loop, retryPolicy: retryPolicy)
  }

  /// - Parameter fewItems: The number of items up to which it has all of a board in place of counts.
  package init(
    to address: ServerAddress, board: BoardName, in space: SpaceName? = nil,
    content: WatchedContent? = nil, fewItems: Int? = nil, as name: ClientName? = nil,
    token: String? = nil, on loop: EventLoop, retryPolicy: RetryPolicy = RetryPolicy()
  ) {
    self.address = address
    self.space = space
    self.loop = loop
    self.name = name
    self.token = name == nil ? nil : token
    self.retryPolicy = retryPolicy
    backoff = Backoff(first: retryPolicy.firstRetry, longest: retryPolicy.longestRetry)
    let prefix = String(UInt64.random(in: .min ... .max), radix: 36)
    replica = Replica(
      of: board, client: name, content: content, fewItems: fewItems, tagPrefix: prefix)
  }

  /// Connects, and stays connected until `close()`. No effect if already open.
  ///
  /// - Throws: `UVError.canceled` if the loop is closed.
  public func open() throws(UVError) {
    guard case .closed = state else { return }
    heartbeatTimer = try Timer(on: loop) { [weak self] in self?.tick() }
    retryTimer = try Timer(on: loop) { [weak self] in self?.connect() }
    backoff.reset()
    connect()
  }

  /// Closes the connection. Unanswered changes are settled as lost and reverted.
  public func close() { close(.byOwner) }

  /// Makes an optimistic change: it is shown at once if it is possible on the shown board, and
  /// confirmed or reverted later.
  ///
  /// Without a connection the change is queued, and sent after the next connect.
  ///
  /// - Returns: the number under which the delegate is sent the settlement.
  /// - Throws: `Refusal.limit` if a text is too long, or too many changes are without a reply;
  ///   `unknownSession` or `notOwner` for a drop of a drag session that is not this client's.
  @discardableResult
  public func make(_ change: OwnChange) throws(Refusal) -> ChangeID {
    if isDelivering {
      let id = replica.reserveChangeID()
      laterChanges.append((id, change))
      return id
    }
    return try make(change, as: nil)
  }
}

extension Connection {
  /// The state of a connection.
  public enum State: Hashable, Sendable {
    /// Resolving the host, connecting, or opening the board.
    case connecting
    /// The board is open and up to date, and is followed.
    case live
    /// Disconnected; the next attempt follows after this delay.
    case waiting(Duration, Trouble)
    /// Closed, until it is opened again.
    case closed(Reason)
  }

  /// Why there is no connection at the moment.
  public enum Trouble: Hashable, Sendable {
    /// The server cannot be reached.
    case unreachable(UVError)
    /// The connection cannot be encrypted: what is wrong with the certificate of the server, for people.
    case unencrypted(String)
    /// The connection broke, or the server closed it without a `bye`.
    case cut(UVError?)
    /// The server has been silent for too long.
    case stalled
    /// The server stops (`bye shutdown`), is replaced (`bye moved`), or has no room (`bye full`).
    case dismissed(Bye)
    /// The name is still taken, most likely by the connection that broke.
    case nameTaken
    /// The server sent a malformed message.
    case malformed(String)
    /// The server sent a message that does not fit the board; the next attempt begins from a
    /// snapshot.
    case fault(ReplicaFault)
  }

  /// Why a connection is closed.
  public enum Reason: Hashable, Sendable {
    /// It was not opened yet, or was closed by its owner.
    case byOwner
    /// What the server said before it closed.
    case dismissed(Bye)
    /// The server does not accept this client, or has no such space or board.
    case refused(Failure)
    /// The board was removed.
    case removed
    /// The peer is not a server of this version of the protocol.
    case foreign
  }

  /// The answer to a request.
  public enum Answer: Hashable, Sendable {
    /// The reply of the server; for a malformed typed line, the error that the server would send.
    case reply(ServerReply)
    /// The connection broke before the reply: the request may or may not have been executed.
    case lost
    /// Not sent: the connection is not live, too many requests are pending, or the text is not one
    /// command.
    case unsent
  }

  /// The timeouts of a connection, and its source of random numbers.
  public struct RetryPolicy {
    /// The longest delay after the first failure.
    public var firstRetry: Duration = .milliseconds(250)
    /// The longest delay after any failure.
    public var longestRetry: Duration = .seconds(30)
    /// The heartbeat interval that the server is asked for (`hello heartbeat=`). After one interval
    /// without a byte the client sends a `ping`; after three the connection is given up. It is also
    /// the timeout for each address of a host.
    public var silence: Duration = .seconds(10)
    /// How long after a break unanswered changes are still sent again. The server remembers a
    /// client without a connection for 300 s (rule 9.2).
    public var retryWindow: Duration = .seconds(240)
    /// The source of the jitter: a number from 0 to 1 per call.
    public var random: () -> Double = { Double.random(in: 0...1) }

    public init() {}
  }

  /// A pending request.
  enum Expected {
    case space
    case hello
    case open
    case change(ChangeID)
    case command(Request, ((Answer) -> Void)?)
    case ping
  }
}

@available(*, unavailable)
extension Connection: Sendable {}
