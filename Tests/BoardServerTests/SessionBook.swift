import BoardCore
import BoardWire
import TestSupport

/// The drag sessions that one client knows of, each with its board.
struct SessionBook {
  typealias Fault = Mirror.Fault

  /// Those it was shown and whose end it was not told.
  private(set) var shown: [String: String] = [:]
  /// Those it began or resumed itself.
  var own: [String: String] = [:]
  /// Those that a snapshot left out. Their end may still be told, once.
  private var replaced: [String: String] = [:]
  /// The name that this client gave itself.
  var name: String?
  /// Those shown that are this client's, begun on another connection. It is told of them even where
  /// it watches their board no more.
  private var mine: [String: String] = [:]

  /// Takes the sessions of a snapshot for all there are on its board.
  mutating func replace(_ board: String, by drags: [Event]) {
    replaced.merge(shown.filter { $0.value == board }) { $1 }
    forget(board)
    for case .began(let session, _, let owner, _, _) in drags {
      shown[session.description] = board
      if owner.string == name { mine[session.description] = board }
    }
  }

  /// Forgets what was shown of a board, because all of it follows anew, or nothing any more.
  mutating func forget(_ board: String) {
    shown = shown.filter { $0.value != board }
  }

  mutating func take(_ event: Event, isOpen boards: Set<String>) throws {
    switch event {
    case .began(let session, let board, let owner, _, _):
      let known = shown[session.description]
      guard known == nil else { throw Fault("\(session) began twice") }
      guard boards.contains(board.string) else { throw Fault("\(session) on a closed board") }
      shown[session.description] = board.string
      if owner.string == name { mine[session.description] = board.string }
    case .items(let session, _), .over(let session, _), .suspended(let session),
      .resumed(let session):
      let isKnown = [shown, own, mine].contains { $0[session.description] != nil }
      guard isKnown else { throw Fault("\(event) of a session that was never shown") }
    case .ended: throw Fault("an end is read as an end")
    case .selected: break
    case .bye(let reason): throw Fault("bye \(reason)")
    }
  }

  /// Forgets a session of its own that ended, where nothing but the reply tells so.
  mutating func drop(_ session: String, unlessIn boards: Set<String>) {
    if let board = own[session], !boards.contains(board) { own[session] = nil }
  }

  /// Takes the one end of a session.
  ///
  /// - Returns: Its board.
  mutating func end(_ session: String) throws -> String {
    let shown = shown.removeValue(forKey: session)
    let own = own.removeValue(forKey: session)
    let mine = mine.removeValue(forKey: session)
    let replaced = replaced.removeValue(forKey: session)
    guard let board = shown ?? own ?? mine ?? replaced else {
      throw Fault("the end of \(session), which was never shown or ended before")
    }
    return board
  }
}
