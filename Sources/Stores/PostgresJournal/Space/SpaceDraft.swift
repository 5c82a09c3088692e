import BoardJournal
import BoardModel

/// The statements of a group, and the space as they leave it.
struct SpaceDraft {
  /// The key of the space, the first parameter of all statements.
  private let space: PostgresValue
  private(set) var state: SpaceState
  private(set) var calls: [StatementCall] = []

  /// The statements that write a group which continues the boards of a space.
  init(_ group: JournalGroup, to state: SpaceState, of space: Int) {
    self.space = .int(space)
    self.state = state
    for entry in group.entries { add(entry) }
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
        calls.append(statement(space, .int(id(name)), .int(revision)))
      }
    case .boardNumber(let name, let key, let value):
      calls.append(Statement.setBoardNumber(space, .int(id(name)), .text(key), .int(value)))
    case .client(let name, let token): add(name, token)
    case .forgotten(let name): forget(name)
    case .reply(let name, let reply): add(reply, to: name)
    case .number(let key, nil): calls.append(Statement.dropNumber(space, .text(key)))
    case .drag(let drag):
      calls.append(Statement.addDrag(space, .int(drag.id.number), .bytes(drag.body)))
    case .number(let key, let value?):
      calls.append(Statement.setNumber(space, .text(key), .int(value)))
    }
  }

  /// The id of a board that there is: the group was checked.
  private func id(_ name: BoardName) -> Int { state.boards[name]!.id }

  // MARK: Boards

  private mutating func create(_ name: BoardName, at revision: Int) {
    state.lastBoardID += 1
    state.boards[name] = SpaceBoard(id: state.lastBoardID, head: revision)
    calls.append(Statement.addBoard(space, .int(state.lastBoardID), .text(name.string)))
  }

  private mutating func remove(_ name: BoardName) {
    calls += Statement.dropBoard.map { $0(space, .int(id(name))) }
    state.boards[name] = nil
  }

  private mutating func rename(_ name: BoardName, to new: BoardName) {
    calls.append(Statement.renameBoard(space, .int(id(name)), .text(new.string)))
    state.boards[new] = state.boards.removeValue(forKey: name)
  }

  private mutating func add(_ revision: JournalRevision) {
    let id = id(revision.board)
    calls.append(
      Statement.addRevision(
        space, .int(id), .int(revision.to), .int(revision.from), .int(revision.at),
        .text(revision.author), revision.origin.map { .text($0) } ?? .null, .bytes(revision.body),
        .int(Checksum(revision, of: id).stored)))
    state.boards[revision.board]?.head = revision.to
  }

  private mutating func set(policy body: [UInt8], of target: String, on id: Int) {
    calls.append(
      body.isEmpty
        ? Statement.dropPolicy(space, .int(id), .text(target))
        : Statement.setPolicy(space, .int(id), .text(target), .bytes(body)))
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
    calls.append(
      Statement.addSnapshot(
        space, .int(id), .int(revision), .int(parts), .bytes(rest), .int(sum)))
  }

  private mutating func add(part number: Int, _ body: [UInt8], of id: Int, _ revision: Int) {
    if number == 0 { dropParts(of: id, revision) }
    let sum = Checksum(part: number, body, of: id, revision).stored
    calls.append(
      Statement.addPart(
        space, .int(id), .int(revision), .int(number), .bytes(body), .int(sum)))
  }

  private mutating func dropParts(of id: Int, _ revision: Int) {
    calls.append(Statement.dropParts(space, .int(id), .int(revision)))
  }

  // MARK: Clients

  private mutating func add(_ name: ClientName, _ token: TokenDigest) {
    forget(name)
    calls.append(Statement.setClient(space, .text(name.string), .text(token.description)))
  }

  private mutating func forget(_ name: ClientName) {
    calls.append(Statement.dropClient(space, .text(name.string)))
    calls.append(Statement.trimReplies(space, .text(name.string), .int(.max)))
    state.replies[name] = nil
  }

  /// Up to twice the replies that count are stored: so most of them need no deletion.
  private mutating func add(_ reply: StoredReply, to name: ClientName) {
    let number = state.replies[name, default: 0] + 1
    state.replies[name] = number
    calls.append(
      Statement.addReply(
        space, .text(name.string), .int(number), .text(reply.tag),
        .int(Int(truncatingIfNeeded: reply.digest)), .bytes(reply.body)))
    guard number.isMultiple(of: Limits.rememberedReplies) else { return }
    calls.append(
      Statement.trimReplies(
        space, .text(name.string), .int(number - Limits.rememberedReplies)))
  }
}
