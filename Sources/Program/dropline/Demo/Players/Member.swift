import BoardClient
import BoardModel
import BoardReplica
import BoardWire
import Libuv
import Net

/// A client of the demo: a connection over its own `Wire`, and a player.
final class Member {
  /// The present drag.
  struct Drag {
    let session: SessionID
    var hovers: Int
    let isDropped: Bool
    /// Whether the drop was requested.
    var isOver = false
  }

  /// The limit on unanswered changes.
  private static let unanswered = 3

  let name: ClientName
  let wire: Wire
  let follower: Follower
  var player: DemoPlayer
  private(set) var drag: Drag?
  /// Whether a command is pending.
  private(set) var isWaiting = false
  /// The unanswered changes.
  private(set) var pending = 0
  /// The drops among them, which are counted separately.
  private var performs: Set<ChangeID> = []
  /// The time of its next action.
  var nextAct: Duration = .zero
  /// When its wire recovers; nil if it is intact.
  var recovery: Duration?
  private(set) var drops = 0
  private(set) var edits = 0
  private(set) var refusals = 0
  private(set) var stalls = 0
  /// Its present action, as text.
  private(set) var doing = "arriving"
  /// The first fault, as text.
  private(set) var fault: String?

  init(
    _ name: ClientName, on board: BoardName, of server: SocketAddress, seed: Int, loop: EventLoop
  ) throws(UVError) {
    self.name = name
    wire = try Wire(to: server, on: loop)
    player = DemoPlayer(name, on: board, seed: seed)
    var retryPolicy = Connection.RetryPolicy()
    retryPolicy.firstRetry = .milliseconds(40)
    retryPolicy.longestRetry = .seconds(1)
    follower = Follower(
      Connection(
        to: wire.address.host, port: wire.address.port, board: board, as: name,
        token: "a-demo-token-of-\(name)", on: loop, retryPolicy: retryPolicy))
    follower.onDragEnd = { [unowned self] in self.dragEnded($0, $1) }
    follower.onSettled = { [unowned self] in self.settled($0, $1) }
  }

  var connection: Connection { follower.connection }

  /// The context of its next action.
  var context: PlayerContext {
    let replica = connection.replica
    return PlayerContext(
      board: replica.shown, revision: replica.revision ?? 0,
      dragged: replica.drags.values.filter { !$0.isOwn }.flatMap(\.items))
  }

  /// The first fault here or in its list view.
  var firstFault: String? { fault ?? follower.fault }

  /// Whether no request and no drag is pending.
  var isAtRest: Bool {
    follower.isLive && !isWaiting && pending == 0 && drag == nil && ownSession == nil
  }
}

// Actions.

extension Member {
  /// Takes the next step, unless a reply is pending.
  ///
  /// - Parameter isLeaving: Whether it begins nothing new, and cancels its drag.
  func act(isLeaving: Bool) {
    guard follower.isLive, !isWaiting, !wire.isStalled else { return }
    if var drag {
      guard connection.replica.drags[drag.session] != nil else {
        self.drag = nil
        return
      }
      if drag.isOver && pending > 0 { return }
      if isLeaving { drag = Drag(session: drag.session, hovers: 0, isDropped: false) }
      return goOn(drag)
    }
    // A drag whose reply to `begin` was lost with a connection.
    if let session = ownSession { return ask(.drag(.cancel(.init(session))), "putting back") }
    if isLeaving { doing = "at rest" }
    guard !isLeaving, pending < Self.unanswered else { return }
    begin(player.next(in: context))
  }

  /// Stalls its wire until it recovers.
  func stall(until time: Duration) {
    wire.stall()
    stalls += 1
    recovery = time
  }

  /// Breaks its wire soon, until it recovers.
  func cut(until time: Duration) {
    wire.breakDown(after: player.random.below(200))
    recovery = time
  }

  func recover() {
    recovery = nil
    wire.goOn()
    wire.mend()
  }

  private var ownSession: SessionID? {
    connection.replica.drags.filter { $0.value.isOwn }.keys.min()
  }

  private func begin(_ action: Action) {
    let board = player.board
    switch action {
    case .drag(let items, let hovers, let isDropped):
      pickUp(.begin(.init(ItemReferences(ids: items), on: board)), hovers, isDropped)
    case .bring(let text, let hovers):
      pickUp(.beginExternal(.init(text, on: board)), hovers, true)
    case .change(let change): make(change)
    case .undo(let fields): ask(.undo(.undo(fields)), "undoing")
    case .redo(let fields): ask(.undo(.redo(fields)), "redoing")
    case .select([]): ask(.selection(.deselect(.init(on: board))), "deselecting")
    case .select(let items):
      ask(.selection(.select(.init(ItemReferences(ids: items), on: board))), "selecting")
    case .choose(let item): ask(.selection(.choose(.init(.id(item), on: board))), "choosing")
    case .command(let request): ask(request, "typing a command")
    case .batch(let head, let batch):
      wait("doing much at once")
      connection.send(head, batch) { [unowned self] in note($0, to: .block(.batch(head))) }
    case .replace(let head, let content):
      wait("shuffling")
      connection.send(head, content) { [unowned self] in note($0, to: .block(.replace(head))) }
    }
  }

  private func pickUp(_ request: DragRequest, _ hovers: Int, _ isDropped: Bool) {
    ask(.drag(request), "picking up") { [unowned self] reply in
      guard let begun = reply.begun else {
        fault = fault ?? "a drag began, and the answer was \(reply)"
        return
      }
      drag = Drag(session: begun.drag, hovers: hovers, isDropped: isDropped)
    }
  }

  private func goOn(_ drag: Drag) {
    self.drag = drag
    if drag.hovers > 0 {
      self.drag!.hovers -= 1
      let operation: DropOperation? = player.random.percent(5) ? .copy : nil
      let place = player.place(in: context)
      return ask(
        .drag(.propose(.init(place, operation: operation, drag: drag.session))), "dragging")
    }
    if drag.isOver || !drag.isDropped {
      return ask(.drag(.cancel(.init(drag.session))), "putting back")
    }
    self.drag!.isOver = true
    if player.random.percent(50) { return make(.perform(drag.session)) }
    ask(.drag(.perform(.init(drag.session))), "dropping")
  }
}

// Replies.

extension Member {
  private func make(_ change: OwnChange) {
    doing = change.doing
    do throws(Refusal) {
      let id = try connection.make(change)
      pending += 1
      if case .perform = change { performs.insert(id) }
    } catch { refusals += 1 }
  }

  private func settled(_ change: ChangeID, _ settlement: Settlement) {
    pending -= 1
    let isDrop = performs.remove(change) != nil
    switch settlement {
    case .confirmed: edits += isDrop ? 0 : 1
    case .refused: refusals += 1
    case .lost: fault = fault ?? "the answer to a change was lost, in spite of the token"
    }
  }

  private func ask(
    _ request: Request, _ doing: String, then: @escaping (Reply) -> Void = { _ in }
  ) {
    wait(doing)
    connection.send(request) { [unowned self] answer in
      note(answer, to: request)
      if case .reply(let reply) = answer, let ok = reply.ok { then(ok) }
    }
  }

  private func wait(_ doing: String) {
    self.doing = doing
    isWaiting = true
  }

  private func note(_ answer: Connection.Answer, to request: Request) {
    isWaiting = false
    guard case .reply(let reply) = answer else { return }
    switch reply.outcome {
    case .ok(let reply): if reply.isEdit { edits += 1 }
    case .refused: refusals += 1
    case .error(let failure):
      fault = fault ?? "\(failure.description) was the answer to: \(request)"
    }
  }

  private func dragEnded(_ session: SessionID, _ outcome: ReportedOutcome?) {
    guard drag?.session == session, let outcome else { return }
    drag = nil
    switch outcome {
    case .moved, .copied, .unchanged: drops += 1
    case .cancelled, .forbidden, .expired, .gone, .shutdown: break
    }
  }
}

extension Reply {
  /// The session of a reply to `begin`.
  fileprivate var begun: BeginReply? {
    if case .begin(let begun) = self { return begun }
    if case .beginExternal(let begun) = self { return begun }
    return nil
  }

  /// Whether it confirms a change other than a drop.
  fileprivate var isEdit: Bool {
    if case .choose(let chosen) = self { return chosen.choice.isEdit }
    if case .edited = effect { return true }
    return false
  }
}

extension Choice {
  fileprivate var isEdit: Bool {
    switch self {
    case .selected, .deselected: false
    case .moved, .deleted: true
    }
  }
}

extension OwnChange {
  /// The change in a word or two.
  fileprivate var doing: String {
    switch self {
    case .insert: "writing something new"
    case .delete: "throwing away"
    case .move: "shuffling"
    case .edit: "correcting"
    case .set: "ticking off"
    case .insertSection: "opening a section"
    case .deleteSection: "closing a section"
    case .moveSection: "moving a section"
    case .renameSection: "renaming a section"
    case .clear: "clearing a section"
    case .perform: "dropping"
    }
  }
}
