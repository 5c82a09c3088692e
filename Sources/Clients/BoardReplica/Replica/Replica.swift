import BoardModel
import BoardWire

/// A client's replica of a board: the confirmed state, and on top of it the own unanswered changes.
///
/// It is pure: messages go in through `receive(_:answering:)`, own changes through `make(_:as:)`,
/// and events come out. There is one board, `shown`. When a batch arrives, the own unconfirmed
/// changes are reverted, the batch is applied, the own changes are reapplied by their ids and
/// anchors, and the composition of all three is one update, in which opposite edits cancel out.
///
/// A replica of `content: .counts` has the items that were asked for (`Replica+Rows.swift`); the board's own limit is
/// the same for both, and so are the updates.
///
/// A batch that does not fit throws a `ReplicaFault` and changes nothing. The replica then recovers
/// from the next snapshot; on the next connection `openRequest` asks for one.
public struct Replica: Sendable {
  /// The limit on unanswered own changes: the size of the server's reply cache for a client that
  /// retries (`Limits.rememberedReplies`).
  public static let unansweredChanges = Limits.rememberedReplies

  /// How many items a replica that counts remembers, if nothing else is said.
  public static let rememberedItems = 2_000

  /// What of the content the replica has: all, or with `counts` the number of items of each section and the
  /// items that were asked for.
  public private(set) var content: WatchedContent?
  /// The number of items above which a replica that counts forgets those that were not seen for the longest time. Twice
  /// as many as were last in sight it remembers in any case, and what is pinned.
  public var itemLimit = Self.rememberedItems
  /// A replica that counts asks for all of a board that has no more items than these; nil if it always counts.
  let fewItems: Int?
  /// The present name of the followed board.
  public internal(set) var board: BoardName
  /// The name of this client; nil if it has not chosen one and no greeting has assigned one.
  public internal(set) var client: ClientName?
  /// The confirmed revision, or nil before the first snapshot.
  public internal(set) var revision: Int?
  /// The epoch of the content; nil before the first snapshot.
  public internal(set) var epoch: Epoch?
  /// The shown board: the confirmed board with the own unconfirmed changes.
  public internal(set) var shown = Board()
  /// The live drag sessions, including those of this client.
  public internal(set) var drags: [SessionID: DragPresence] = [:]
  /// The selection of each client that has one, in the order of selecting. This client's is
  /// included if its name is known.
  public internal(set) var selections: [ClientName: [ItemID]] = [:]
  /// The role of this client on the board; nil if the server has no access rules, or before it is known.
  public internal(set) var role: Role?
  /// The policies of the board and its sections, and the types of its fields.
  public internal(set) var policies = PolicyPresence()

  /// The own changes that are unsettled or not yet in `revision`, in the order of making.
  var pending: [PendingChange] = []
  /// The server's ids for provisional ones; removed when no change is pending.
  var itemIDs: [ItemID: ItemID] = [:]
  var sectionIDs: [SectionID: SectionID] = [:]
  var lastChange = 0
  var lastProvisional = 0
  let tagPrefix: String
  /// Whether this client chooses its name, so that the one in a greeting is not its own.
  let isNamed: Bool
  /// The epoch of the server in its last greeting, or in the last reply to `space`.
  var serverEpoch: Epoch?
  /// Whether the board is open on a connection, so that requests can be issued.
  var isOpen = false
  /// The revision that the last `open` announced.
  var openedRevision: Int?
  /// Whether the replica can continue only from a snapshot.
  var needsSnapshot = false
  /// Whether requests issued on an earlier connection are issued again.
  var repeatsUnanswered = false
  /// The rows that were asked for and have not arrived.
  var asked = AskedRows()
  /// Those that a broken connection has not brought.
  var lost = AskedRows()
  /// The known items of a replica that counts, in the order in which they were seen.
  var seen = SeenItems()
  /// The number of items that were last in sight.
  var sightCount = 0
  /// The items that are never forgotten, and how far they are found.
  var pins = PinnedItems()

  /// Makes an empty replica.
  ///
  /// - Parameters:
  ///   - board: The board that it follows.
  ///   - client: The name that this client sends with `hello`, if any.
  ///   - content: What of the content it has; nil for all.
  ///   - fewItems: The number of items up to which it asks for all of a board in place of counts, and has that from
  ///     then on; nil if it always counts. After such a snapshot of counts the next `openRequest` is to be sent at once.
  ///   - tagPrefix: The prefix of the tags of own changes: letters, digits and `_`, at most 16. A
  ///     client with a token needs a fresh prefix in each process, since the server remembers tags
  ///     with their commands (rule 9.3).
  public init(
    of board: BoardName, client: ClientName? = nil, content: WatchedContent? = nil,
    fewItems: Int? = nil, tagPrefix: String = "c"
  ) {
    precondition(
      (1...16).contains(tagPrefix.utf8.count) && isName("_\(tagPrefix)".utf8),
      "a tag is made of letters and digits")
    self.board = board
    self.client = client
    self.content = content
    self.fewItems = fewItems
    isNamed = client != nil
    self.tagPrefix = tagPrefix
  }

  /// Has the replica ask for all of the board: the server cannot count (rule 20.1), or the board has few items. No effect
  /// if it has all.
  ///
  /// It goes on from a snapshot if it had counts already.
  public mutating func giveUpCounts() {
    if shown.hasUnknownItems { needsSnapshot = true }
    content = nil
  }

  /// The request that opens the board at the revision of the replica, or asks for a snapshot.
  public var openRequest: Request {
    guard let revision, !needsSnapshot else {
      return .board(.open(.init(board, content: content)))
    }
    return .board(.open(.init(board, since: revision, epoch: epoch, content: content)))
  }

  /// Whether the board is open and has reached the revision that the last `open` announced.
  public var isCurrent: Bool {
    guard isOpen, !needsSnapshot, let revision, let openedRevision else { return false }
    return revision >= openedRevision
  }

  /// The selection of this client.
  public var selection: [ItemID] { client.flatMap { selections[$0] } ?? [] }

  /// The own changes without a reply, oldest first.
  public var unanswered: [ChangeID] { pending.filter(\.isUnanswered).map(\.id) }

  /// Whether a message may change the shown board.
  public func mayChange(with message: ServerMessage) -> Bool {
    switch message {
    case .batch(let board, _, _, let batch): board == self.board && !batch.isEmpty
    case .snapshot(let board, _, _, _): board == self.board
    case .counts(let board, _, _, _): board == self.board && content != nil
    case .reply(let reply):
      index(of: reply.tag).map { !pending[$0].edits.isEmpty } ?? mayChange(with: reply.ok)
    case .greeting(let greeting): mayChange(with: greeting.epoch)
    case .event, .unknown: false
    }
  }

  private func mayChange(with reply: Reply?) -> Bool {
    switch reply {
    case .space(let entered): mayChange(with: entered.epoch)
    case .rows, .find: content != nil && !rows(of: reply).isEmpty
    default: false
    }
  }

  private func mayChange(with epoch: Epoch) -> Bool {
    isAnotherEpoch(epoch) && pending.contains { !$0.edits.isEmpty }
  }

  /// Applies the next message of the server. If the connection chooses a space, the greeting is left out,
  /// because its epoch is that of another space.
  ///
  /// - Parameters:
  ///   - message: The message. Those about other boards, and those of later versions, have no
  ///     effect.
  ///   - request: For a reply, the request that it answers, if it is known. It has the parcel and
  ///     the allowed operations of an own drag session, and the rows that were asked for.
  /// - Returns: the resulting events.
  /// - Throws: `ReplicaFault`; nothing has changed then, but batches are ignored until a snapshot
  ///   arrives.
  public mutating func receive(
    _ message: ServerMessage, answering request: Request? = nil
  ) throws(ReplicaFault) -> [ReplicaEvent] {
    switch message {
    case .greeting(let greeting): return meet(greeting.epoch, as: greeting.client)
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
    case .counts(board, let revision, let sections, let presence) where content != nil:
      let content = sections.map { Section(id: $0.id, title: $0.title, unknownCount: $0.itemCount) }
      if let fewItems, content.hasItems(upTo: fewItems) {
        self.content = nil
        needsSnapshot = true
        return []
      }
      return try replace(with: content, revision: revision, presence: presence)
    case .reply(let reply): return try receive(reply, answering: request)
    case .event(let event): return receive(event)
    case .batch, .snapshot, .counts, .unknown: return []
    }
  }

  /// Handles the loss of the connection.
  ///
  /// - Parameter keepsUnanswered: Whether unanswered requests are retried after the `open` of the
  ///   next connection and executed only once: the client has a token, and the server still
  ///   remembers it. Otherwise they are settled as lost.
  public mutating func disconnect(keepsUnanswered: Bool) -> [ReplicaEvent] {
    if isOpen { (lost, asked) = (asked, AskedRows()) }
    pins.askAgain()
    isOpen = false
    openedRevision = nil
    repeatsUnanswered = keepsUnanswered
    return keepsUnanswered ? [] : giveUp { $0.state == .sent }
  }
}

// Epochs. Revisions, ids of drag sessions and tags are valid in one epoch (rule 9.4).

extension Replica {
  /// Whether an epoch differs from that of the content.
  func isAnotherEpoch(_ other: Epoch?) -> Bool {
    guard let epoch, let other else { return false }
    return epoch != other
  }

  /// Records the epoch of the server, or of its space. If it differs, drag sessions, selections and own
  /// changes are removed; the content stays until a snapshot replaces it.
  mutating func meet(_ epoch: Epoch, as guest: ClientName) -> [ReplicaEvent] {
    if !isNamed { client = guest }
    serverEpoch = epoch
    guard isAnotherEpoch(serverEpoch) else { return [] }
    return forgetPresence() + giveUp { _ in true }
  }
}
