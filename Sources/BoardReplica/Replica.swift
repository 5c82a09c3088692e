import BoardCore
import BoardWire

/// A client's copy of a board: what the server confirmed, and on top of it what this client changed
/// and has no answer to yet.
///
/// It is pure: messages go in by `take(_:)`, own changes by `make(_:)`, and what follows comes out as
/// notices. There is one board, `shown`. When a batch arrives, the own unconfirmed changes are taken
/// back, the batch is applied, the own changes are made again by their meaning, and all of it becomes
/// one update; what cancels out is never seen.
///
/// A batch that does not fit throws a `ReplicaFault` and changes nothing; the replica then goes on
/// from the next snapshot, and `openCommand` asks for one.
public struct Replica: Sendable {
  /// How many own changes may be without an answer. The server remembers as many answers for a
  /// client that asks again (`Limits.rememberedReplies`).
  public static let unansweredChanges = Limits.rememberedReplies

  public let board: BoardName
  /// The name of this client; nil until the server has given it one.
  public internal(set) var client: ClientName?
  /// The cursor: the revision that is confirmed, or nil before the first snapshot.
  public internal(set) var revision: Int?
  /// What is to be seen: the confirmed board with the own unconfirmed changes.
  public internal(set) var shown = Board()
  /// The live drag sessions, those of this client as well.
  public internal(set) var drags: [SessionID: DragSight] = [:]
  /// What each client has selected, in the order of selecting; only those that have anything. What
  /// this client has selected is here if it has a name.
  public internal(set) var selections: [ClientName: [ItemID]] = [:]

  /// The own changes that are not settled or not in `revision` yet, in the order of making.
  var pending: [PendingChange] = []
  /// The real names of what was shown under a provisional one; kept while there is a pending change.
  var itemNames: [ItemID: ItemID] = [:]
  var sectionNames: [SectionID: SectionID] = [:]
  var lastChange = 0
  var lastProvisional = 0
  let tagPrefix: String
  /// Whether the board is open on a connection, so that commands can be given out.
  var isOpen = false
  /// The revision that the last `open` promised to lead to.
  var openedRevision: Int?
  /// Whether only a snapshot helps.
  var needsSnapshot = false

  /// Makes a replica that knows nothing yet.
  ///
  /// - Parameters:
  ///   - board: The board that it follows.
  ///   - client: The name that this client will say, if any.
  ///   - tagPrefix: What the tags of own changes begin with: letters, digits and `_`, at most 16. A
  ///     client with a token needs another one in every life, since a tag is remembered with its
  ///     command (rule 9.3).
  public init(of board: BoardName, client: ClientName? = nil, tagPrefix: String = "c") {
    precondition(
      (1...16).contains(tagPrefix.utf8.count) && isName("_\(tagPrefix)".utf8),
      "a tag is made of letters and digits")
    self.board = board
    self.client = client
    self.tagPrefix = tagPrefix
  }

  /// The command that opens the board where the replica stands, or asks for a snapshot.
  public var openCommand: String {
    guard let revision, !needsSnapshot else { return "open \(board)" }
    return "open \(board) \(revision)"
  }

  /// Whether the board is open and everything that the last `open` promised has arrived.
  public var isCurrent: Bool {
    guard isOpen, !needsSnapshot, let revision, let openedRevision else { return false }
    return revision >= openedRevision
  }

  /// What this client has selected; nothing for a guest, who does not know its name.
  public var selection: [ItemID] { client.flatMap { selections[$0] } ?? [] }

  /// The own changes without an answer, oldest first.
  public var unanswered: [ChangeID] { pending.filter(\.isUnanswered).map(\.id) }

  /// Whether a message may change what is shown.
  public func mayChange(with message: ServerMessage) -> Bool {
    switch message {
    case .batch(let board, _, _, let batch): board == self.board && !batch.isEmpty
    case .snapshot(let board, _, _, _): board == self.board
    case .reply(let reply): index(of: reply.tag).map { !pending[$0].edits.isEmpty } ?? false
    case .greeting, .event, .ended, .unknown: false
    }
  }

  /// Takes the next message of the server.
  ///
  /// - Returns: what follows from it. Messages that concern other boards, and those of later
  ///   versions, have no consequences.
  /// - Throws: `ReplicaFault`; everything is then as it was, but batches are left out from now on
  ///   until a snapshot comes.
  public mutating func take(
    _ message: ServerMessage
  ) throws(ReplicaFault) -> [ReplicaNotice] {
    switch message {
    case .batch(board, let from, let to, let batch):
      if needsSnapshot { return [] }
      do throws(ReplicaFault) {
        return try take(batch, from: from, to: to)
      } catch {
        needsSnapshot = true
        throw error
      }
    case .snapshot(board, let revision, let content, let presence):
      return try take(content, revision: revision, presence: presence)
    case .reply(let reply): return take(reply)
    case .event(let event): return take(event)
    case .ended(let session, let outcome): return end(session, outcome)
    case .batch, .snapshot, .greeting, .unknown: return []
    }
  }

  /// Takes notice that the connection is gone.
  ///
  /// - Parameter keepsUnanswered: Whether commands that have no answer are sent again, on the
  ///   `open` of the next connection, and have no second effect there: the client has a token, and
  ///   the server remembers it still. If not, they are settled as lost.
  public mutating func disconnect(keepsUnanswered: Bool) -> [ReplicaNotice] {
    isOpen = false
    openedRevision = nil
    return keepsUnanswered ? [] : giveUpSent()
  }
}
