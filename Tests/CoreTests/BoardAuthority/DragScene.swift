import BoardAuthority
import BoardModel
import TestKit

/// A server's boards and desk, with people who say what they do in a few words.
final class DragScene {
  var desk = DragDesk()
  var versionedBoards: VersionedBoards = [:]
  var now: Duration = .seconds(1_000)
  /// All that was told so far.
  var told: [DragNotice] = []

  /// A scene with one board, `today`.
  init(_ board: Board) { add("today", board) }

  /// The boards as they were at first.
  private var beginnings: [BoardName: Content] = [:]

  func add(_ name: BoardName, _ board: Board) {
    beginnings[name] = board.content
    versionedBoards[name] = VersionedBoard(name, board: board)
  }

  var today: VersionedBoard { versionedBoards["today"]! }
  var drawing: String { today.board.description }
  var head: Int { today.log.head }

  /// A scene of its own that is as this one is now.
  func copy() -> DragScene {
    let copy = DragScene(Board())
    (copy.desk, copy.now, copy.told) = (desk, now, told)
    for (name, beginning) in beginnings {
      copy.add(name, Board(beginning))
      copy.versionedBoards[name]!.follow(versionedBoards[name]!)
    }
    return copy
  }

  func set(_ settings: PolicySetting..., for section: SectionID? = nil) {
    today.set(settings, for: section.map { .section($0) } ?? .board)
    told += desk.policyChanged(today, at: now)
  }

  @discardableResult
  func begin(
    _ items: ItemReference..., by client: ClientName, on board: BoardName = "today",
    operations: DropOperations = .all, isLocal: Bool = false
  ) throws(Refusal) -> SessionID {
    let (session, notices) = try desk.begin(
      ItemReferences(items), on: versionedBoards[board]!, by: client, operations: operations,
      isLocal: isLocal, at: now)
    told += notices
    return session.id
  }

  @discardableResult
  func beginExternal(
    _ text: Text, type: String = "text/plain", by client: ClientName
  ) throws(Refusal) -> SessionID {
    let (session, notices) = try desk.beginExternal(
      DragParcel(type: type, text), on: today, by: client, at: now)
    told += notices
    return session.id
  }

  /// Proposes, and returns what the reply says after the session's name.
  @discardableResult
  func propose(
    _ place: Place, as operation: DropOperation? = nil, by client: ClientName,
    on board: BoardName = "today", with id: SessionID? = nil
  ) throws(Refusal) -> String {
    let (_, proposal, notices) = try desk.propose(
      operation, at: place, on: versionedBoards[board]!, with: id, by: client, at: now)
    told += notices
    return proposal.words
  }

  func exit(by client: ClientName) throws(Refusal) {
    told += try desk.exit(by: client, at: now).notices
  }

  @discardableResult
  func add(_ items: ItemReference..., by client: ClientName) throws(Refusal) -> [ItemID] {
    let (session, notices) = try desk.add(
      ItemReferences(items), to: nil, by: client, in: versionedBoards, at: now)
    told += notices
    return session.load.items
  }

  @discardableResult
  func remove(
    _ items: ItemReference..., by client: ClientName
  ) throws(Refusal) -> [ItemID] {
    let (session, notices) = try desk.remove(
      ItemReferences(items), from: nil, by: client, in: versionedBoards, at: now)
    told += notices
    return session.load.items
  }

  /// Drops, commits what that changes, and returns what the reply says after the session's name.
  @discardableResult
  func perform(_ id: SessionID? = nil, by client: ClientName) throws(Refusal) -> String {
    let performance = try desk.perform(
      id, by: client, in: versionedBoards, at: now, wallTime: 0)
    told += performance.notices
    if let drop = performance.drop, let revision = performance.revision {
      tell(revision, by: client, on: versionedBoards[drop.board]!)
    }
    return performance.outcome.words
  }

  @discardableResult
  func cancel(
    _ id: SessionID? = nil, by client: ClientName, force: Bool = false
  ) throws(Refusal) -> String {
    let (_, outcome, notices) = try desk.cancel(id, by: client, force: force, at: now)
    told += notices
    return outcome.words
  }

  @discardableResult
  func resume(_ id: SessionID, by client: ClientName) throws(Refusal) -> String {
    let (state, isShort, notices) = try desk.resume(id, by: client, at: now)
    told += notices
    return state.words + (isShort ? " short" : "")
  }

  func vanish(_ client: ClientName, resumable: Bool = false) {
    told += desk.ownerVanished(client, resumable: resumable, at: now)
  }

  func pass(_ time: Duration) {
    now += time
    told += desk.expire(now: now)
  }

  /// Makes a change as the server does: one revision, then the desk hears of it.
  func commit(_ edits: [Edit], by client: ClientName, on name: BoardName = "today") {
    change(by: client, on: name) { $0.apply(edits) }
  }

  func change(
    by client: ClientName, on name: BoardName = "today", _ body: (inout BoardTransaction) -> Void
  ) {
    let versions = versionedBoards[name]!
    let note = RevisionNote(author: client, time: 0)
    if let revision = try? versions.transact(note, body) {
      tell(revision, by: client, on: versions)
    }
  }

  private func tell(_ revision: Revision, by client: ClientName, on versions: VersionedBoard) {
    told += desk.boardChanged(versions, revision.edits, by: client, in: versionedBoards, at: now)
  }

  func insert(_ item: ItemID, at path: IndexPath, by client: ClientName = "u9") {
    commit([.insertItem(Item(id: item, text: Text(item.string)), at: path)], by: client)
  }

  func delete(_ items: ItemID..., by client: ClientName = "u9") {
    for item in items {
      let path = today.board.indexPath(of: item)!
      commit([.deleteItem(today.board.item(at: path), at: path)], by: client)
    }
  }

  func deleteSection(_ id: SectionID, by client: ClientName = "u9") {
    let index = today.board.index(of: id)!
    commit([.deleteSection(today.board.sectionContent(at: index), at: index)], by: client)
  }

  /// What was told since the last time, a line each; `!` marks what the owner is told as well.
  func news() -> [String] {
    defer { told = [] }
    return told.map { "\($0.session)\($0.tellsOwner ? "!" : "") \($0.kind.words)" }
  }
}

extension DragDesk {
  mutating func begin(
    _ references: [ItemReference], on versions: VersionedBoard, by client: ClientName,
    at now: Duration
  ) throws(Refusal) -> (session: DragSession, notices: [DragNotice]) {
    try begin(ItemReferences(references), on: versions, by: client, at: now)
  }
}

extension ItemReference: ExpressibleByStringLiteral {
  /// `a`, `0.1` or `0.1@3`.
  public init(stringLiteral words: String) {
    let parts = words.split(separator: "@")
    let numbers = parts[0].split(separator: ".").compactMap { Int($0) }
    self =
      numbers.count == 2
      ? .path([numbers[0], numbers[1]], revision: parts.count > 1 ? Int(parts[1]) : nil)
      : .id(ItemID(stringLiteral: words))
  }
}

extension SectionReference: ExpressibleByStringLiteral {
  public init(stringLiteral words: String) {
    self = Int(words).map { .index($0) } ?? .id(SectionID(stringLiteral: words))
  }
}

extension Place: ExpressibleByStringLiteral {
  /// As on the wire: `0.2@1`, `before:a`, `end:A`.
  public init(stringLiteral words: String) {
    let parts = words.split(separator: ":").map(String.init)
    switch parts[0] {
    case "before": self = .before(ItemReference(stringLiteral: parts[1]))
    case "after": self = .after(ItemReference(stringLiteral: parts[1]))
    case "start": self = .start(SectionReference(stringLiteral: parts[1]))
    case "end": self = .end(SectionReference(stringLiteral: parts[1]))
    case "into": self = .into(ItemReference(stringLiteral: parts[1]))
    default:
      guard case .path(let path, let revision) = ItemReference(stringLiteral: words) else {
        preconditionFailure("\(words) is no place")
      }
      self = .index(path, revision: revision)
    }
  }
}

extension VersionedBoard {
  /// Makes edits that must hold one revision.
  func commit(_ edits: [Edit]) {
    _ = try? transact(RevisionNote(author: "u9", time: 0)) { $0.apply(edits) }
  }

  /// Comes to be as another board is that began as this one.
  fileprivate func follow(_ other: VersionedBoard) {
    for revision in 0..<other.revision {
      let edits = Array(other.log.edits(from: revision, to: revision + 1))
      _ = try? transact(other.notes[revision + 1]!) { $0.apply(edits) }
    }
    for target in [BoardPolicies.Target.board] + other.policies.ownSections.map({ .section($0) }) {
      set(other.policies.ownSettings(for: target), for: target)
    }
    continueNumbers(at: other.board.nextNumbers)
  }
}
