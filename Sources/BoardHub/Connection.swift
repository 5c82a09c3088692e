import BoardCore
import BoardWire

/// What the hub knows of one connection.
final class Connection {
  /// A board it watches, and its place among the board's watchers.
  struct Watch {
    let board: LiveBoard
    var position: Int
  }

  /// The command that began a block, which is answered at its end.
  struct BlockHead {
    let tag: String?
    /// What was asked, or what was wrong with the line: its rows are no commands all the same.
    let request: Result<Request, LineError>
  }

  let id: ConnectionID
  var client: Client
  var framer = LineFramer()
  var outbox = Outbox()
  /// The boards it watches, the one opened last at the end: that is its current board.
  var watches: [Watch] = []
  /// The block that has not ended yet, and the lines of it so far, in one of two readers.
  var block: BlockHead?
  var batchReader: BatchReader?
  var contentReader: ContentReader?
  var errorsInARow = 0
  /// Whether it has not yet taken what it was sent.
  var isBlocked = false
  /// Whether nothing more of it is read or executed.
  var isClosing = false
  /// Whether it stands in the list of those that have something to be sent this turn.
  var isListed = false

  init(id: ConnectionID, client: Client) {
    self.id = id
    self.client = client
  }

  var currentBoard: LiveBoard? { watches.last?.board }

  /// The place of its watch of a board among `watches`, or nil.
  func watch(of board: LiveBoard) -> Int? {
    watches.firstIndex { $0.board === board }
  }
}
