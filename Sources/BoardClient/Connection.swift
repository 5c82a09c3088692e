import BoardCore
import BoardReplica
import BoardWire
import Libuv

/// Follows one board of a server, and stays with it: it reconnects when it is cut off, catches up
/// from where it was, and sends own changes again where that does no harm.
///
/// A connection belongs to the thread of its loop, on which all calls of its delegate come.
public final class Connection {
  /// The commands that may be without an answer at one time, beside own changes.
  public static let unansweredCommands = 256

  /// What happens on the board, told to a view.
  public weak var delegate: (any ConnectionDelegate)?
  /// The board as it is shown, and all that is known of it.
  public internal(set) var replica: Replica
  public internal(set) var state = State.closed(.byOwner)
  public let host: String
  public let port: UInt16
  public let loop: EventLoop
  let name: ClientName?
  let token: String?
  let pace: Pace

  var link: Link?
  var backoff: Backoff
  /// Whether the server said something wrong lately, so that being let in again is no success yet.
  var isSuspect = false
  /// What the next answers will be to, in order.
  var expected: [Expected] = []
  /// Notices on their way to the delegate.
  var news: [ReplicaNotice] = []
  var isTelling = false
  /// Changes that were made while others are being told.
  var laterChanges: [(ChangeID, OwnChange)] = []
  /// What was selected when the connection broke.
  var wanted: [ItemID] = []
  /// What the server said before it closed.
  var farewell: Bye?
  /// Whether the server has said what it is, on this connection.
  var isGreeted = false
  /// Whether the server has ever taken this client's name.
  var wasWelcome = false
  /// When the server was heard last while the board was open.
  var lastHeard: Duration?
  /// Ticks of the watch since the server was heard.
  var silentTicks = 0
  var watch: Timer?
  var retry: Timer?

  /// Makes a connection, which does nothing until `open()`.
  ///
  /// - Parameters:
  ///   - host: A name or a numeric address.
  ///   - port: Where the server listens.
  ///   - board: The board to follow.
  ///   - name: What this client is called; nil for a guest.
  ///   - token: A secret of the client's own making, 4 to 64 characters of a name. With it, drags
  ///     and unanswered changes outlive a broken connection. It needs a name.
  ///   - loop: What the connection lives on; it stays alive while the connection is open.
  ///   - pace: The times and the chance, which tests choose.
  public init(
    to host: String, port: UInt16, board: BoardName, as name: ClientName? = nil,
    token: String? = nil, on loop: EventLoop, pace: Pace = Pace()
  ) {
    self.host = host
    self.port = port
    self.loop = loop
    self.name = name
    self.token = name == nil ? nil : token
    self.pace = pace
    backoff = Backoff(first: pace.firstRetry, longest: pace.longestRetry)
    let prefix = String(UInt64.random(in: .min ... .max), radix: 36)
    replica = Replica(of: board, client: name, tagPrefix: prefix)
  }

  /// Connects, and stays connected until `close()`. It is done already where it is open.
  ///
  /// - Throws: `UVError.canceled` if the loop is closed.
  public func open() throws(UVError) {
    guard case .closed = state else { return }
    watch = try Timer(on: loop) { [weak self] in self?.tick() }
    retry = try Timer(on: loop) { [weak self] in self?.connect() }
    backoff.reset()
    connect()
  }

  /// Ends the conversation. Changes without an answer are settled as lost and taken back.
  public func close() { close(.byOwner) }

  /// Makes a change, which is shown at once where it makes sense, and confirmed or taken back later.
  ///
  /// While there is no connection it is kept, and sent as soon as there is one.
  ///
  /// - Returns: the number with which the delegate will be told how it was settled.
  /// - Throws: `Refusal.limit` where a text is too long, or too many changes are without an answer;
  ///   `unknownSession` or `notOwner` for a drop of a drag session that is not this client's.
  @discardableResult
  public func make(_ change: OwnChange) throws(Refusal) -> ChangeID {
    if isTelling {
      let id = replica.reserveChangeID()
      laterChanges.append((id, change))
      return id
    }
    return try make(change, as: nil)
  }

  /// Sends any command: a line as it would be typed, or a whole `batch … end` or `replace … end`.
  ///
  /// - Parameters:
  ///   - command: The line or the lines, without the last line end.
  ///   - reply: Is told the answer, on the loop's thread. What the command changed was told to the
  ///     delegate before. `unsent` is told at once.
  public func send(_ command: String, reply: ((Answer) -> Void)? = nil) {
    let commands = expected.count { if case .command = $0 { true } else { false } }
    guard case .live = state, CommandForm.hasOneAnswer(command),
      commands < Self.unansweredCommands
    else {
      reply?(.unsent)
      return
    }
    give(command, .command(reply))
  }
}

extension Connection {
  /// How the connection stands.
  public enum State: Hashable, Sendable {
    /// On the way: looking for the host, connecting, greeting, opening the board.
    case connecting
    /// The board is open and up to date, and follows.
    case live
    /// Cut off; the next attempt comes after so long.
    case waiting(Duration, Trouble)
    /// At an end, until it is opened again.
    case closed(Reason)
  }

  /// Why a connection that was wanted is not there.
  public enum Trouble: Hashable, Sendable {
    /// There is no way to the server.
    case unreachable(UVError)
    /// The connection broke, or the server closed it without a word.
    case cut(UVError?)
    /// The server has not been heard for too long.
    case stalled
    /// The server stops (`bye shutdown`), or has no room (`bye full`).
    case dismissed(Bye)
    /// The name is still taken, most likely by the connection that broke.
    case nameTaken
    /// Something that no server says.
    case malformed(String)
    /// Something that does not fit the board; the next attempt begins from a snapshot.
    case fault(ReplicaFault)
  }

  /// Why a connection is at an end.
  public enum Reason: Hashable, Sendable {
    /// It was not opened yet, or was closed by its owner.
    case byOwner
    /// What the server said before it closed.
    case dismissed(Bye)
    /// The server does not let this client in, or has no such board: code and facts.
    case refused([String], sentence: String?)
    /// It is no server of this protocol's version.
    case foreign
  }

  /// The answer to a command.
  public enum Answer: Hashable, Sendable {
    case reply(ServerReply)
    /// The connection broke before the answer: it was done, or it was not.
    case lost
    /// It was not sent: the connection is not live, too many commands wait, or it is not one command.
    case unsent
  }

  /// The times of a connection, and its chance.
  public struct Pace {
    /// The longest wait after the first failure.
    public var firstRetry: Duration = .milliseconds(250)
    /// The longest wait at all.
    public var longestRetry: Duration = .seconds(30)
    /// The silence after which the server is asked whether it is there. After three times as long
    /// without a word the connection is given up. An address of a host has so long to answer before
    /// the next one is tried.
    public var silence: Duration = .seconds(10)
    /// How long after a break unanswered changes are sent again. The server remembers a client
    /// without a connection for 300 s (rule 9.2).
    public var memory: Duration = .seconds(240)
    /// A number from 0 to 1, another one each time.
    public var chance: () -> Double = { Double.random(in: 0...1) }

    public init() {}
  }

  /// What an answer will be to.
  enum Expected {
    case hello
    case open
    case change(ChangeID)
    case command(((Answer) -> Void)?)
    case ping
  }
}

@available(*, unavailable)
extension Connection: Sendable {}
