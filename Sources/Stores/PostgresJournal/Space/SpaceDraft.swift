import BoardJournal
import BoardModel

/// What writes a group, and the space as that leaves it.
struct SpaceDraft {
  private let space: Int
  private(set) var state: SpaceState
  /// What one statement writes for all groups of a commit, behind the other statements.
  private(set) var rows = GroupRows()
  /// The other statements, whose first parameter is the space.
  private var others: [StatementCall] = []
  /// The bytes of revisions and snapshots.
  private var byteCount = 0

  /// What writes a group that continues the boards of a space.
  init(_ group: JournalGroup, to state: SpaceState, of space: Int) {
    self.space = space
    self.state = state
    for entry in group.entries { add(entry) }
  }

  /// Whether it is but rows.
  var isPlain: Bool { others.isEmpty }

  /// Whether it takes so long that no other space is to wait for it.
  var isLong: Bool { byteCount > 1 << 18 }

  /// All statements.
  var calls: [StatementCall] { others + callOfRows }

  private var callOfRows: [StatementCall] {
    guard !rows.isEmpty else { return [] }
    let values = RowTable.values([(space: space, rows: rows)])
    return [Statement.writeRows.call(with: [.int(space)] + values)]
  }

  /// Appends a statement behind the rows so far.
  private mutating func append(_ statement: Statement, _ values: PostgresValue...) {
    others += callOfRows
    rows = GroupRows()
    others.append(statement.call(with: [.int(space)] + values))
  }

  private mutating func add(_ entry: JournalEntry) {
    switch entry {
    case .created(let name, let revision): create(name, at: revision)
    case .removed(let name): remove(name)
    case .renamed(let name, let new): rename(name, to: new)
    case .revision(let revision): add(revision)
    case .policy(let name, let target, let body): set(policy: body, of: target, on: id(name))
    case .snapshot(let name, let revision, let parts, let body):
      add(snapshot: body, behind: parts, of: id(name), revision)
    case .snapshotPart(let name, let revision, let number, let body):
      add(part: number, body, of: id(name), revision)
    case .trim(let name, let revision):
      for statement in [Statement.trimLog, .trimSnapshots, .trimParts] {
        append(statement, .int(id(name)), .int(revision))
      }
    case .boardNumber(let name, let key, let value):
      rows.set(key, of: id(name), to: value)
    case .client(let name, let token): add(name, token)
    case .forgotten(let name): forget(name)
    case .reply(let name, let reply): add(reply, to: name)
    case .number(let key, let value): rows.set(key, to: value)
    case .drag(let drag): append(.addDrag, .int(drag.id.number), .bytes(drag.body))
    }
  }

  /// The id of a board that there is: the group was checked.
  private func id(_ name: BoardName) -> Int { state.boards[name]!.id }

  // MARK: Boards

  private mutating func create(_ name: BoardName, at revision: Int) {
    state.lastBoardID += 1
    state.set(SpaceBoard(id: state.lastBoardID, head: revision), as: name)
    append(.addBoard, .int(state.lastBoardID), .text(name.string))
  }

  private mutating func remove(_ name: BoardName) {
    for statement in Statement.dropBoard { append(statement, .int(id(name))) }
    state.set(nil, as: name)
  }

  private mutating func rename(_ name: BoardName, to new: BoardName) {
    append(.renameBoard, .int(id(name)), .text(new.string))
    let board = state.boards[name]
    state.set(nil, as: name)
    state.set(board, as: new)
  }

  private mutating func add(_ revision: JournalRevision) {
    let id = id(revision.board)
    rows.add(
      revision: .int(id), .int(revision.to), .int(revision.from), .int(revision.at),
      .text(revision.author), revision.origin.map { .text($0) } ?? .null, .bytes(revision.body),
      .int(Checksum(revision, of: id).stored))
    byteCount += revision.body.count
    state.set(SpaceBoard(id: id, head: revision.to), as: revision.board)
  }

  private mutating func set(policy body: [UInt8], of target: String, on id: Int) {
    if body.isEmpty {
      append(.dropPolicy, .int(id), .text(target))
    } else {
      append(.setPolicy, .int(id), .text(target), .bytes(body))
    }
  }

  // MARK: Snapshots

  /// The bytes of a part: a row has at most 1 GB, and is in memory as often as it is passed on.
  static let partBytes = 8 << 20

  private mutating func add(
    snapshot body: [UInt8], behind parts: Int, of id: Int, _ revision: Int
  ) {
    var (body, parts) = (body[...], parts)
    if parts == 0, body.count <= Self.partBytes { dropParts(of: id, revision) }
    while body.count > Self.partBytes {
      add(part: parts, Array(body.prefix(Self.partBytes)), of: id, revision)
      body = body.dropFirst(Self.partBytes)
      parts += 1
    }
    let rest = Array(body)
    let sum = Checksum(snapshot: rest, behind: [parts], of: id, revision).stored
    append(.addSnapshot, .int(id), .int(revision), .int(parts), .bytes(rest), .int(sum))
    byteCount += rest.count
  }

  private mutating func add(part number: Int, _ body: [UInt8], of id: Int, _ revision: Int) {
    if number == 0 { dropParts(of: id, revision) }
    let sum = Checksum(part: number, body, of: id, revision).stored
    append(.addPart, .int(id), .int(revision), .int(number), .bytes(body), .int(sum))
    byteCount += body.count
  }

  private mutating func dropParts(of id: Int, _ revision: Int) {
    append(.dropParts, .int(id), .int(revision))
  }

  // MARK: Clients

  private mutating func add(_ name: ClientName, _ token: TokenDigest) {
    forget(name)
    append(.setClient, .text(name.string), .text(token.description))
  }

  private mutating func forget(_ name: ClientName) {
    append(.dropClient, .text(name.string))
    append(.trimReplies, .text(name.string), .int(.max))
    state.replies[name] = nil
  }

  /// Up to twice the replies that count are stored: so most of them need no deletion.
  private mutating func add(_ reply: StoredReply, to name: ClientName) {
    let number = state.replies[name, default: 0] + 1
    state.replies[name] = number
    rows.add(
      reply: .text(name.string), .int(number), .text(reply.tag),
      .int(Int(truncatingIfNeeded: reply.digest)), .bytes(reply.body))
    guard number.isMultiple(of: Limits.rememberedReplies) else { return }
    rows.trimReplies(to: .text(name.string), upTo: number - Limits.rememberedReplies)
  }
}
