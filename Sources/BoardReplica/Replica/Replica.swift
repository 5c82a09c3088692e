import BoardModel
import BoardWire

/// A client's copy of a board: what the server confirmed, and on top of it what this client changed
/// and has no reply to yet.
///
/// It is pure: messages go in through `receive(_:answering:)`, own changes through `make(_:as:)`, and
/// what follows comes out as events. There is one board, `shown`. When a batch arrives, the own
/// unconfirmed changes are reverted, the batch is applied, the own changes are made again by their
/// meaning, and all of it becomes one update; what cancels out is never seen.
///
/// A batch that does not fit throws a `ReplicaFault` and changes nothing. The replica then goes on
/// from the next snapshot, and on another connection `openRequest` asks for one.
public struct Replica: Sendable {
  /// How many own changes may be without a reply. The server remembers as many replies for a
  /// client that repeats its commands (`Limits.rememberedReplies`).
  public static let unansweredChanges = Limits.rememberedReplies

  /// The board that it follows, by the name that it has now.
  public internal(set) var board: BoardName
  /// The name of this client; nil if it has none of its own and no greeting has given it one.
  public internal(set) var client: ClientName?
  /// The confirmed revision, or nil before the first snapshot.
  public internal(set) var revision: Int?
  /// The epoch of the server whose content this is; nil before the first snapshot.
  public internal(set) var epoch: Epoch?
  /// What is to be seen: the confirmed board with the own unconfirmed changes.
  public internal(set) var shown = Board()
  /// The live drag sessions, those of this client as well.
  public internal(set) var drags: [SessionID: DragPresence] = [:]
  /// What each client has selected, in the order of selecting; only those that have anything. What
  /// this client has selected is here if its name is known.
  public internal(set) var selections: [ClientName: [ItemID]] = [:]

  /// The own changes that are not settled or not in `revision` yet, in the order of making.
  var pending: [PendingChange] = []
  /// The real ids of what was shown under a provisional one; kept while there is a pending change.
  var itemIDs: [ItemID: ItemID] = [:]
  var sectionIDs: [SectionID: SectionID] = [:]
  var lastChange = 0
  var lastProvisional = 0
  let tagPrefix: String
  /// Whether this client gives itself a name, so that the one in a greeting is not its own.
  let isNamed: Bool
  /// The epoch of the server in its last greeting.
  var serverEpoch: Epoch?
  /// Whether the board is open on a connection, so that commands can be given out.
  var isOpen = false
  /// The revision that the last `open` promised to lead to.
  var openedRevision: Int?
  /// Whether only a snapshot helps.
  var needsSnapshot = false
  /// Whether commands that were given out on an earlier connection are to be given out again.
  var repeatsUnanswered = false

  /// Makes an empty replica.
  ///
  /// - Parameters:
  ///   - board: The board that it follows.
  ///   - client: The name that this client gives itself with `hello`, if any.
  ///   - tagPrefix: What the tags of own changes begin with: letters, digits and `_`, at most 16. A
  ///     client with a token needs another one in every life, since the server remembers a tag with
  ///     its command (rule 9.3).
  public init(of board: BoardName, client: ClientName? = nil, tagPrefix: String = "c") {
    precondition(
      (1...16).contains(tagPrefix.utf8.count) && isName("_\(tagPrefix)".utf8),
      "a tag is made of letters and digits")
    self.board = board
    self.client = client
    isNamed = client != nil
    self.tagPrefix = tagPrefix
  }

  /// The request that opens the board at the revision of the replica, or asks for a snapshot.
  public var openRequest: Request {
    guard let revision, !needsSnapshot else { return .board(.open(.init(board))) }
    return .board(.open(.init(board, since: revision, epoch: epoch)))
  }

  /// Whether the board is open and everything that the last `open` promised has arrived.
  public var isCurrent: Bool {
    guard isOpen, !needsSnapshot, let revision, let openedRevision else { return false }
    return revision >= openedRevision
  }

  /// What this client has selected.
  public var selection: [ItemID] { client.flatMap { selections[$0] } ?? [] }

  /// The own changes without a reply, oldest first.
  public var unanswered: [ChangeID] { pending.filter(\.isUnanswered).map(\.id) }

  /// Whether a message may change what is shown.
  public func mayChange(with message: ServerMessage) -> Bool {
    switch message {
    case .batch(let board, _, _, let batch): board == self.board && !batch.isEmpty
    case .snapshot(let board, _, _, _): board == self.board
    case .reply(let reply): index(of: reply.tag).map { !pending[$0].edits.isEmpty } ?? false
    case .greeting(let greeting):
      isAnotherEpoch(greeting.epoch) && pending.contains { !$0.edits.isEmpty }
    case .event, .unknown: false
    }
  }

  /// Applies the next message of the server.
  ///
  /// - Parameters:
  ///   - message: The message. Those about other boards, and those of later versions, have no
  ///     consequences.
  ///   - request: For a reply, the request that it answers, if it is at hand. It says what an own
  ///     drag session brings from outside, and which operations it allows.
  /// - Returns: what follows from the message.
  /// - Throws: `ReplicaFault`; everything is then as before, but batches are ignored until a snapshot
  ///   comes.
  public mutating func receive(
    _ message: ServerMessage, answering request: Request? = nil
  ) throws(ReplicaFault) -> [ReplicaEvent] {
    switch message {
    case .greeting(let greeting): return receive(greeting)
    case .batch(board, let from, let to, let batch):
      if needsSnapshot { return [] }
      do throws(ReplicaFault) {
        return try apply(batch, from: from, to: to)
      } catch {
        needsSnapshot = true
        throw error
      }
    case .snapshot(board, let revision, let content, let presence):
      return try replace(with: content, revision: revision, presence: presence)
    case .reply(let reply): return receive(reply, answering: request)
    case .event(let event): return receive(event)
    case .batch, .snapshot, .unknown: return []
    }
  }

  /// Notes that the connection is gone.
  ///
  /// - Parameter keepsUnanswered: Whether commands without a reply are sent again after the `open`
  ///   of the next connection, and are executed only once: the client has a token, and the server
  ///   still remembers it. If not, they are settled as lost.
  public mutating func disconnect(keepsUnanswered: Bool) -> [ReplicaEvent] {
    isOpen = false
    openedRevision = nil
    repeatsUnanswered = keepsUnanswered
    return keepsUnanswered ? [] : giveUp { $0.state == .sent }
  }
}

// Epochs. Revisions, ids of drag sessions and tags are valid in one epoch (rule 9.4).

extension Replica {
  /// Whether an epoch is not the one of what is held.
  func isAnotherEpoch(_ other: Epoch?) -> Bool {
    guard let epoch, let other else { return false }
    return epoch != other
  }

  /// Notes the epoch of the server. If it is another one, drag sessions, selections and own changes are
  /// forgotten; the content stays until a snapshot replaces it.
  private mutating func receive(_ greeting: Greeting) -> [ReplicaEvent] {
    if !isNamed { client = greeting.client }
    serverEpoch = greeting.epoch
    guard isAnotherEpoch(serverEpoch) else { return [] }
    return forgetPresence() + giveUp { _ in true }
  }
}
