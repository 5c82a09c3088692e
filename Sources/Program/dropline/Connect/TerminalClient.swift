import ArgumentParser
import BoardClient
import BoardModel
import BoardReplica
import BoardTerminal
import BoardWire
import Glibc
import Libuv
import Net
import Terminal

/// One run of the terminal client: joins a connection, a view of its board, and a terminal.
final class TerminalClient {
  /// A board with more items is opened by its counts, as on the page.
  private static let fewItems = 2_000
  /// The limit on tried names, if the default name is taken.
  private static let mostNames = 21

  let loop: EventLoop
  let screen: TerminalScreen
  let isASCII: Bool
  private let destination: ConnectDestination
  private var claim: NameClaim?
  private var namesTried = 0
  private var choice: BoardChoice?

  var view: BoardView?
  var connection: Connection?
  let prompt = CommandPrompt()
  /// The items of own unconfirmed changes.
  var changedItems: [ChangeID: [ItemID]] = [:]
  /// The own unconfirmed changes, for another try if they are refused.
  var changes: [ChangeID: OwnChange] = [:]
  /// What the server refused last, to be done again.
  var refused: ((TerminalClient) -> Void)?
  /// Whether a key began the command line, with a command in it.
  var isKeyLine = false
  var renamings = Renamings()
  /// Whether the command line makes a board for the list of boards.
  var isMakingBoard = false
  /// The boards of the server, if the command line has asked for them.
  var boardNames: [BoardName]?
  /// The pending drop.
  var drop: ChangeID?
  /// Whether the board was live at any time.
  var wasLive = false
  private var isStale = true
  private var countdown: Timer?
  private var findTimer: Timer?
  private var retryTime: Duration = .zero
  private var status: Int32 = 0
  private var lastWords: String?

  private init(_ destination: ConnectDestination, on loop: EventLoop) throws {
    self.destination = destination
    self.loop = loop
    isASCII = !Self.locale.contains("utf")
    screen = try TerminalScreen(
      input: STDIN_FILENO, output: STDOUT_FILENO, hasColours: environment("NO_COLOR") == nil,
      on: loop)
    countdown = try Timer(on: loop) { [unowned self] in countDown() }
    findTimer = try Timer(on: loop) { [unowned self] in continueFind() }
    screen.delegate = self
  }

  /// The locale variable that determines the character encoding.
  static var locale: String {
    (environment("LC_ALL") ?? environment("LC_CTYPE") ?? environment("LANG") ?? "").lowercased()
  }

  /// The date here, as `2026-12-01`.
  private static var today: String {
    var seconds = time(nil)
    var date = tm()
    localtime_r(&seconds, &date)
    let month = "\(100 + date.tm_mon + 1)".dropFirst()
    return "\(1900 + date.tm_year)-\(month)-\("\(100 + date.tm_mday)".dropFirst())"
  }

  /// - Returns: the exit status.
  static func run(_ destination: ConnectDestination) throws -> Int32 {
    var destination = destination
    let boards: [BoardsRow]?
    do {
      boards = try SignIn.boards(of: &destination)
    } catch let fault as SocketFault {
      complain(printable("\(fault)"))
      return EX_UNAVAILABLE
    }
    let client = try TerminalClient(destination, on: try EventLoop())
    try client.begin(boards)
    client.loop.run()
    client.screen.end()
    client.prompt.close()
    if let lastWords = client.lastWords { complain(lastWords) }
    return client.status
  }

  private func begin(_ boards: [BoardsRow]?) throws {
    claimName()
    if let board = destination.board ?? (boards?.count == 1 ? boards?.first?.board : nil) {
      try watch(board)
    } else {
      choice = BoardChoice(of: (boards ?? []).map { ($0.board, about: $0.summary) })
    }
    try screen.begin()
  }

  /// Opens a board, and closes the previous one.
  func watch(_ board: BoardName) throws {
    putBack()
    connection?.close()
    let connection = Connection(
      to: destination.address, board: board, in: destination.space, content: .counts,
      fewItems: Self.fewItems, as: claim?.name, token: claim?.token, on: loop)
    self.connection = connection
    connection.delegate = self
    view = BoardView(of: board, like: view)
    changedItems = [:]
    changes = [:]
    refused = nil
    drop = nil
    isStale = true
    try connection.open()
    screen.setNeedsDisplay()
  }

  /// Claims the requested name, or else the next free one: the user's name, with a number appended
  /// if it is taken.
  private func claimName() {
    if let name = destination.name {
      claim = NameClaim(name, at: address, in: space) ?? NameClaim(unkept: name)
      if let token = destination.token { claim?.use(token, keeping: destination.keepsToken) }
      return
    }
    let user = environment("USER").flatMap { ClientName($0) } ?? "somebody"
    claim = nil
    while claim == nil, namesTried < Self.mostNames {
      namesTried += 1
      let name = namesTried == 1 ? user : ClientName("\(user)-\(namesTried)") ?? "somebody"
      claim = NameClaim(name, at: address, in: space)
    }
    if claim == nil { claim = NameClaim(unkept: user) }
  }

  /// Tries the next name, unless this one was requested.
  func tryNextName() -> Bool {
    guard destination.name == nil, namesTried < Self.mostNames, !wasLive,
      let board = connection?.replica.board
    else { return false }
    claimName()
    return (try? watch(board)) != nil
  }

  /// Ends the run; messages are printed after the terminal is restored.
  func end(_ status: Int32 = 0, saying lastWords: String? = nil) {
    self.status = status
    self.lastWords = lastWords ?? unconfirmed
    putBack()
    connection?.close()
    screen.end()
    loop.stop()
  }

  /// The text about unanswered changes.
  private var unconfirmed: String? {
    let count = changedItems.count
    if count == 0 { return nil }
    return count == 1
      ? "a change was not confirmed by the server; it may not have been made"
      : "\(count) changes were not confirmed by the server; they may not have been made"
  }

  /// Cancels the drag of this client before the board is closed.
  private func putBack() {
    if let session = view?.carriedSession { connection?.cancel(session) }
  }

  /// Cancels drags of this client that the view does not know: the reply to `begin` was lost, or an
  /// earlier run was killed. Until they end, other clients cannot pick up these items.
  func putBackForgotten() {
    guard let connection, drop == nil else { return }
    for (session, drag) in connection.replica.drags.sorted(by: { $0.key < $1.key })
    where drag.isOwn && session != view?.carriedSession {
      connection.cancel(session)
    }
  }

  var address: ServerAddress { destination.address }
  var space: SpaceName? { destination.space }
}

/// The snapshot that the view shows.
extension TerminalClient {
  /// Marks the snapshot as outdated.
  func setNeedsUpdate() {
    isStale = true
    screen.setNeedsDisplay()
  }

  /// Passes a new snapshot to the view.
  func refreshSight() {
    guard isStale, let connection, view != nil else { return }
    isStale = false
    let unconfirmed = Set(changedItems.values.joined())
    let snapshot = BoardSnapshot(connection.replica, unconfirmed: unconfirmed)
    perform(view?.show(snapshot) ?? [])
  }

  /// Asks for what the view needs of a large board and has not arrived.
  private func fetchSight() {
    guard let connection, connection.replica.content != nil, let view else { return }
    let rows = view.sight.map { (items: $0.items, section: $0.section) }
    connection.fetch(rows) { [weak self] in self?.didFetch($0) }
    connection.pin(view.pins) { [weak self] in self?.didFetch($0) }
  }

  /// What a reply brings is drawn as a change of the board; behind a refusal other rows are asked for, or an item is gone.
  private func didFetch(_ answer: Connection.Answer) {
    guard case .reply(let reply) = answer, reply.failure != nil else { return }
    setNeedsUpdate()
  }

  /// Releases the board before it changes.
  func releaseBoard() {
    view?.releaseBoard()
    isStale = true
  }

  /// Counts down the seconds until the next attempt.
  func wait(_ delay: Duration) {
    retryTime = loop.now + delay
    countdown?.start(after: .zero, repeating: .seconds(1))
  }

  private func scheduleFind() {
    guard let delay = view?.findDelay, findTimer?.isActive == false else { return }
    findTimer?.start(after: delay)
  }

  private func continueFind() {
    refreshSight()
    perform(view?.continueFind() ?? [])
    screen.setNeedsDisplay()
  }

  private func countDown() {
    guard case .waiting(_, let trouble)? = connection?.state else {
      countdown?.stop()
      return
    }
    let seconds: Double = max(.zero, retryTime - loop.now) / .seconds(1)
    view?.connection = .waiting(
      seconds: Int(seconds.rounded(.up)), because: trouble.words)
    screen.setNeedsDisplay()
  }
}

extension TerminalClient: TerminalScreenDelegate {
  func drawScreen(_ screen: TerminalScreen) -> Canvas {
    let (width, height) = screen.size
    if view == nil, choice != nil {
      return choice!.drawn(width: width, height: height, isASCII: isASCII)
    }
    refreshSight()
    view?.resize(width: width, height: height)
    view?.commandLine = prompt.commandLine
    view?.today = Self.today
    scheduleFind()
    let canvas = view?.drawn(isASCII: isASCII)
    fetchSight()
    return canvas ?? Canvas(width: width, height: height)
  }

  func screen(_ screen: TerminalScreen, shouldEndFor signal: Int32) {
    end(signal == SIGINT ? 0 : 128 + signal)
  }

  func screen(_ screen: TerminalScreen, didTake event: InputEvent) {
    screen.setNeedsDisplay()
    if view == nil { return choose(event) }
    view?.now = loop.now
    refreshSight()
    if prompt.isOpen { return type(event) }
    perform(view?.receive(event) ?? [])
  }

  private func choose(_ event: InputEvent) {
    switch choice?.receive(event) ?? .none {
    case .chosen(let board):
      do { try watch(board) } catch { end(1, saying: "\(error)") }
    case .quit: end()
    case .suspend: screen.suspend()
    case .none: break
    }
  }
}

extension BoardsRow {
  /// The description of a board in the menu.
  fileprivate var summary: String {
    (title.map { "\($0): " } ?? "")
      + "revision \(revision), \(counted(sections, "section")), \(counted(items, "item")), "
      + counted(watchers, "watcher")
  }
}
