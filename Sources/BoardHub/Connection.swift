import BoardCore
import BoardWire

/// What the hub knows of one connection.
final class Connection {
  /// A board it watches, and its place among the board's watchers.
  struct Watch {
    let board: LiveBoard
    var position: Int
  }

  let id: ConnectionID
  var client: Client
  var framer = LineFramer()
  var outbox = Outbox()
  /// The boards it watches, the one opened last at the end: that is its current board.
  var watches: [Watch] = []
  /// The block that has not ended yet.
  var block: OpenBlock?
  /// What it sent and has not been executed yet, because it has had its turn.
  var unread: [UInt8] = []
  /// Whether its input has ended behind that.
  var hasEnded = false
  /// How many commands it may still have executed in this turn.
  var allowance = Limits.commandsInATurn
  var errorsInARow = 0
  var wrongTokens = 0
  /// Whether it has not yet taken what it was sent.
  var isBlocked = false
  /// Whether nothing more of it is read or executed.
  var isClosing = false
  /// Whether it stands in the list of those that have something to be sent this turn.
  var isListed = false
  /// The turn in which it was last sent something together with others, behind its own bytes.
  var broadcastTurn = 0

  init(id: ConnectionID, client: Client) {
    self.id = id
    self.client = client
  }

  /// Whether more of what it sent may be executed in this turn.
  var mayGoOn: Bool {
    !isClosing && allowance > 0 && outbox.count < Limits.unsentBytes
  }

  var currentBoard: LiveBoard? { watches.last?.board }

  /// The place of its watch of a board among `watches`, or nil.
  func watch(of board: LiveBoard) -> Int? {
    watches.firstIndex { $0.board === board }
  }
}

/// A block of lines that has not ended yet: one command, answered at its end.
///
/// It is an object, so that connections that are in no block, nearly all, need not hold its readers.
final class OpenBlock {
  let tag: String?
  /// What was asked, or what was wrong with the line: its rows are no commands all the same.
  let request: Result<Request, LineError>
  /// One of the two reads the lines.
  var batch: BatchReader?
  var content: ContentReader?

  init(tag: String?, request: Result<Request, LineError>, isBatch: Bool) {
    self.tag = tag
    self.request = request
    if isBatch { batch = BatchReader() } else { content = ContentReader() }
  }
}
