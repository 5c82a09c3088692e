import BoardModel
import BoardWire

/// The drag sessions that one client knows of, each with its board.
struct SessionTable {
  typealias Fault = Mirror.Fault

  /// The live sessions that it has received.
  private(set) var shown: [String: String] = [:]
  /// Its own sessions.
  var own: [String: String] = [:]
  /// The sessions that a snapshot omitted. Their end may still be sent, once.
  private var replaced: [String: String] = [:]
  /// The name that this client has on its connection.
  var name: String?
  /// Those shown that are this client's, begun on another connection. It receives their events even
  /// without a subscription to their board.
  private var mine: [String: String] = [:]
  /// Its own sessions of earlier connections. It receives their events before it opens their
  /// boards.
  private var former: [String: String] = [:]

  init() {}

  /// The table for another connection of the client.
  init(after book: SessionTable) {
    former = book.former.merging(book.mine) { $1 }.merging(book.own) { $1 }
  }

  /// Replaces the sessions of a board by those of a snapshot. The ends of own ones that it leaves out follow.
  mutating func replace(_ board: String, by drags: [Event]) {
    replaced.merge(shown.filter { $0.value == board }) { $1 }
    forget(board)
    for case .began(let began) in drags {
      shown[began.drag.description] = board
      if began.client.string == name { mine[began.drag.description] = board }
    }
  }

  /// Whether a session was shown, or is or was this client's.
  func knows(_ session: String) -> Bool {
    [shown, own, mine, former, replaced].contains { $0[session] != nil }
  }

  /// The sessions that were shown of a board.
  func shown(on board: String) -> [String] { shown.filter { $0.value == board }.keys.sorted() }

  /// Notes that a board has another name.
  mutating func rename(_ board: String, to name: String) {
    func renamed(_ boards: [String: String]) -> [String: String] {
      boards.mapValues { $0 == board ? name : $0 }
    }
    (shown, own) = (renamed(shown), renamed(own))
    (replaced, mine, former) = (renamed(replaced), renamed(mine), renamed(former))
  }

  /// Removes the sessions of a board, because the server sends them anew, or not at all.
  mutating func forget(_ board: String) {
    shown = shown.filter { $0.value != board }
  }

  mutating func receive(_ event: Event, isOpen boards: Set<String>) throws {
    switch event {
    case .began(let began): try begin(began, isOpen: boards)
    case .items(let change): try require(change.drag, event)
    case .over(let over): try require(over.drag, event)
    case .lifted(let lifted): try require(lifted.drag, event)
    case .lost(let lost): try require(lost.drag, event)
    case .suspended(let suspended): try require(suspended.drag, event)
    case .resumed(let resumed): try require(resumed.drag, event)
    case .ended: throw Fault("the end of a session is for end()")
    case .selected, .policy, .fields, .role: break
    case .removed, .renamed, .ping, .bye: throw Fault("unexpected: \(event)")
    }
  }

  private mutating func begin(_ began: BeganEvent, isOpen boards: Set<String>) throws {
    let (drag, board) = (began.drag.description, began.board.string)
    guard shown[drag] == nil else { throw Fault("\(drag) began twice") }
    guard boards.contains(board) else { throw Fault("\(drag) on a closed board") }
    shown[drag] = board
    if began.client.string == name { mine[drag] = board }
  }

  private func require(_ drag: SessionID, _ event: Event) throws {
    let isKnown = [shown, own, mine, former].contains { $0[drag.description] != nil }
    guard isKnown else { throw Fault("\(event) of a session that was never shown") }
  }

  /// Removes an own session whose end only the reply reports.
  mutating func drop(_ session: String, unlessIn boards: Set<String>) {
    if let board = own[session], !boards.contains(board) { own[session] = nil }
  }

  /// Removes a session that ended, which it does once.
  ///
  /// - Returns: Its board.
  mutating func end(_ session: String) throws -> String {
    let shown = shown.removeValue(forKey: session)
    let own = own.removeValue(forKey: session)
    let mine = mine.removeValue(forKey: session)
    let replaced = replaced.removeValue(forKey: session)
    let former = former.removeValue(forKey: session)
    guard let board = shown ?? own ?? mine ?? replaced ?? former else {
      throw Fault("the end of \(session), which was never shown or ended before")
    }
    return board
  }
}
