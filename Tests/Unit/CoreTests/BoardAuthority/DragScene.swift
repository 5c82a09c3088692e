@_spi(Changes) import BoardAuthority
import BoardModel
import TestKit

/// A server's boards and coordinator, with people who say what they do in a few words.
final class DragScene {
  var coordinator = DragCoordinator()
  var versionedBoards: VersionedBoards = [:]
  var now: Duration = .seconds(1_000)
  /// All that was told so far.
  var told: [DragSessionEvent] = []
  /// Whether drops are evaluated again only by `evaluate` and by commands.
  var isLazy = false

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

  /// What was done by `act`.
  private var actions: [(DragScene) -> Void] = []

  /// Does something to the scene that a `copy` does again.
  func act<Result>(_ body: @escaping (DragScene) -> Result) -> Result {
    actions.append { _ = body($0) }
    return body(self)
  }

  /// A scene of its own to which the same was done. All that was done must have been an `act`.
  func copy() -> DragScene {
    let copy = DragScene(Board())
    for (name, beginning) in beginnings { copy.add(name, Board(beginning)) }
    for action in actions { copy.act(action) }
    return copy
  }

  func set(_ settings: PolicySetting..., for section: SectionID? = nil) {
    today.set(settings, for: section.map { .section($0) } ?? .board)
    coordinator.policyChanged(today)
    evaluate()
  }

  @discardableResult
  func begin(
    _ items: ItemReference..., by client: ClientName, on board: BoardName = "today",
    operations: DropOperations = .all, isLocal: Bool = false
  ) throws(Refusal) -> SessionID {
    let (session, events) = try coordinator.begin(
      ItemReferences(items), on: versionedBoards[board]!, by: client, operations: operations,
      isLocal: isLocal, at: now)
    told += events
    return session.id
  }

  @discardableResult
  func beginExternal(
    _ text: Text, type: String = "text/plain", by client: ClientName
  ) throws(Refusal) -> SessionID {
    let (session, events) = try coordinator.beginExternal(
      DragParcel(type: type, text), on: today, by: client, at: now)
    told += events
    return session.id
  }

  /// Proposes, and returns what the reply says after the session's name.
  @discardableResult
  func propose(
    _ place: Place, as operation: DropOperation? = nil, by client: ClientName,
    on board: BoardName = "today", with id: SessionID? = nil
  ) throws(Refusal) -> String {
    let (_, proposal, events) = try coordinator.propose(
      operation, at: place, on: versionedBoards[board]!, with: id, by: client,
      in: versionedBoards, at: now)
    told += events
    return proposal.words
  }

  func exit(by client: ClientName) throws(Refusal) {
    told += try coordinator.exit(by: client, at: now).events
  }

  @discardableResult
  func add(_ items: ItemReference..., by client: ClientName) throws(Refusal) -> [ItemID] {
    let (session, events) = try coordinator.add(
      ItemReferences(items), to: nil, by: client, in: versionedBoards, at: now)
    told += events
    return session.load.items
  }

  @discardableResult
  func remove(
    _ items: ItemReference..., by client: ClientName
  ) throws(Refusal) -> [ItemID] {
    let (session, events) = try coordinator.remove(
      ItemReferences(items), from: nil, by: client, in: versionedBoards, at: now)
    told += events
    return session.load.items
  }

  /// Drops, commits what that changes, and returns what the reply says after the session's name.
  @discardableResult
  func perform(_ id: SessionID? = nil, by client: ClientName) throws(Refusal) -> String {
    let performance = try coordinator.perform(
      id, by: Author(client), in: versionedBoards, at: now, wallTime: 0)
    told += performance.events
    if let drop = performance.drop, let revision = performance.revision {
      tell(revision, by: client, on: versionedBoards[drop.board]!)
    }
    return performance.outcome.words
  }

  @discardableResult
  func cancel(
    _ id: SessionID? = nil, by client: ClientName, force: Bool = false
  ) throws(Refusal) -> String {
    let (_, outcome, events) = try coordinator.cancel(id, by: client, force: force, at: now)
    told += events
    return outcome.words
  }

  @discardableResult
  func resume(_ id: SessionID, by client: ClientName) throws(Refusal) -> String {
    let (session, events) = try coordinator.resume(id, by: client, at: now)
    told += events
    return session.state.words + (session.isShort ? " short" : "")
  }

  func vanish(_ client: ClientName, resumable: Bool = false) {
    told += coordinator.ownerDisconnected(client, resumable: resumable, at: now)
  }

  func pass(_ time: Duration) {
    now += time
    told += coordinator.expire(now: now)
  }

  /// Makes a change as the server does: one revision, then the coordinator hears of it.
  func commit(_ edits: [Edit], by client: ClientName, on name: BoardName = "today") {
    change(by: client, on: name) { $0.apply(edits) }
  }

  func change(
    by client: ClientName, on name: BoardName = "today", _ body: (inout BoardTransaction) -> Void
  ) {
    let versions = versionedBoards[name]!
    let note = RevisionNote(author: Author(client), time: 0)
    if let revision = try? versions.transact(note, body) {
      tell(revision, by: client, on: versions)
    }
  }

  private func tell(_ revision: Revision, by client: ClientName, on versions: VersionedBoard) {
    told += coordinator.boardChanged(
      versions, revision.edits, by: client, at: now)
    if !isLazy { evaluate() }
  }

  /// Evaluates what changed, as the server does before it sends anything.
  func evaluate() {
    var allowance = DragCoordinator.EvaluationAllowance(steps: .max, edit: 0, item: 0)
    told += coordinator.evaluate(upTo: &allowance, in: versionedBoards, at: now)
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
    return told.map { "\($0.session)\($0.includesOwner ? "!" : "") \($0.kind.words)" }
  }
}

extension DragCoordinator {
  mutating func begin(
    _ references: [ItemReference], on versions: VersionedBoard, by client: ClientName,
    at now: Duration
  ) throws(Refusal) -> (session: DragSession, events: [DragSessionEvent]) {
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
}
