import BoardClient
import BoardModel
import BoardReplica
import BoardWire
import Libuv
import TestKit
import Testing

/// A delegate with a model of a list view under UIKit's rules, and a record of its calls.
final class CheckedView: ConnectionDelegate {
  let connection: Connection
  let screen = ListScreen()
  private(set) var updates: [ViewUpdate] = []
  private(set) var reloads = 0
  private(set) var states: [Connection.State] = []
  private(set) var settled: [ChangeID: Settlement] = [:]
  private(set) var calls: [String] = []
  /// The first fault, if any.
  private(set) var fault: String?
  /// Called after each delegate call.
  var onCall: (() -> Void)?

  init(_ connection: Connection) {
    self.connection = connection
    connection.delegate = self
  }

  func boardWillChange(_ connection: Connection) {
    if screen.content != connection.replica.shown.content { fault = "the board changed too early" }
    note("boardWillChange")
  }

  func board(_ connection: Connection, performBatchUpdates update: ViewUpdate) {
    updates.append(update)
    do {
      try screen.perform(update, showing: connection.replica.shown)
    } catch { fault = fault ?? "\(error)" }
    note("performBatchUpdates")
  }

  func boardDidReload(_ connection: Connection) {
    reloads += 1
    screen.reload(connection.replica.shown)
    note("boardDidReload")
  }

  func connection(_ connection: Connection, boardDidRenameFrom old: BoardName) {
    note("boardDidRenameFrom \(old)")
  }

  func connection(_ connection: Connection, dragSessionDidBegin session: SessionID) {
    note("dragSessionDidBegin \(session)")
  }

  func connection(_ connection: Connection, dragSessionDidUpdate session: SessionID) {
    note("dragSessionDidUpdate \(session)")
  }

  func connection(
    _ connection: Connection, dragSessionDidEnd session: SessionID, outcome: ReportedOutcome?
  ) {
    note("dragSessionDidEnd \(session) \(outcome.map { "\($0)" } ?? "-")")
  }

  func connection(_ connection: Connection, client: ClientName, didSelect items: [ItemID]) {
    note("client \(client) didSelect \(items)")
  }

  func connection(_ connection: Connection, didChange state: Connection.State) {
    states.append(state)
    note("didChange")
  }

  func connection(_ connection: Connection, didSettle change: ChangeID, _ settlement: Settlement) {
    if settled.updateValue(settlement, forKey: change) != nil { fault = "settled twice" }
    note("didSettle")
  }

  private func note(_ call: String) {
    calls.append(call)
    onCall?()
  }

  var shown: Content { connection.replica.shown.content }

  /// The reasons of all reconnects.
  var troubles: [Connection.Trouble] {
    states.compactMap { if case .waiting(_, let trouble) = $0 { trouble } else { nil } }
  }

  /// The times that it waited before each.
  var delays: [Duration] {
    states.compactMap { if case .waiting(let delay, _) = $0 { delay } else { nil } }
  }
}

/// A loop for connections, with a way to run it until a condition holds.
final class Scene {
  let loop: EventLoop
  private var views: [CheckedView] = []
  private var watchdog: Timer?
  private var isLate = false
  /// The condition, checked after every turn.
  private var condition: (() -> Bool)?

  init() throws {
    loop = try EventLoop()
    loop.onTurnEnd = { [unowned self] in
      if self.condition?() == true { self.loop.stop() }
    }
  }

  deinit {
    for view in views { view.connection.close() }
    loop.close()
  }

  /// A connection that reconnects without a delay.
  func connect(
    to port: UInt16, in space: SpaceName? = nil, content: WatchedContent? = nil,
    as name: ClientName? = nil, token: String? = nil, retryPolicy: Connection.RetryPolicy? = nil
  ) throws -> CheckedView {
    var quick = Connection.RetryPolicy()
    (quick.firstRetry, quick.longestRetry) = (.zero, .zero)
    return try open(
      Connection(
        to: "127.0.0.1", port: port, board: "list", in: space, content: content, as: name,
        token: token, on: loop, retryPolicy: retryPolicy ?? quick))
  }

  /// A connection over a Unix socket.
  func connect(toUnixSocket path: String, as name: ClientName? = nil) throws -> CheckedView {
    try open(Connection(toUnixSocket: path, board: "list", as: name, on: loop))
  }

  private func open(_ connection: Connection) throws -> CheckedView {
    let view = CheckedView(connection)
    views.append(view)
    try connection.open()
    return view
  }

  /// Runs the loop until the condition holds at the end of a turn.
  func run(
    until condition: @escaping () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    if condition() { return }
    watchdog = try Timer(on: loop) { [unowned self] in
      self.isLate = true
      self.loop.stop()
    }
    watchdog?.start(after: .seconds(60))
    self.condition = condition
    loop.run()
    self.condition = nil
    watchdog = nil
    try #require(!isLate, "nothing happened for a minute", sourceLocation: sourceLocation)
    for view in views {
      try #require(view.fault == nil, "\(view.fault ?? "")", sourceLocation: sourceLocation)
    }
  }
}
