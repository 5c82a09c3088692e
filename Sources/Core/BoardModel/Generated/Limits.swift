// Made from protocol/limits.md by `swift run lines`. What is changed here is lost.

/// Every limit of the protocol and of a board, in one place.
public enum Limits {
  /// Items of a board.
  public static let items = 1_000_000
  /// Sections of a board.
  public static let sections = 10_000
  /// Bytes of the names, texts, fields and titles of a board, each item and section counted as 64
  /// more.
  public static let boardBytes = 268_435_456
  /// The same of all boards.
  public static let allBoardBytes = 1_073_741_824
  /// Boards of a server.
  public static let boards = 1_000
  /// Fields of an item.
  public static let itemFields = 16
  /// Bytes of the names and values of its fields, each counted as 2 more.
  public static let fieldBytes = 1_024
  /// Types of fields of a board.
  public static let fieldTypes = 16
  /// Items of a drag session.
  public static let sessionItems = 200
  /// Live drag sessions of a client.
  public static let clientSessions = 16
  /// Live drag sessions of a board.
  public static let boardSessions = 256
  /// Items of a board dragged at one time.
  public static let draggedItems = 10_000
  /// Items from outside in all drag sessions.
  public static let externalItems = 32_768
  /// Items of a board selected by a client.
  public static let selectedItems = 200
  /// Items of a board selected by all clients together.
  public static let boardSelectedItems = 10_000
  /// Items that `rows` or `where` lists.
  public static let listedItems = 1_000
  /// Boards a connection watches.
  public static let watchedBoards = 64
  /// Bytes of unfinished lines and blocks of all connections.
  public static let unfinishedBytes = 67_108_864
  /// Bytes of an incoming line.
  public static let lineBytes = 4_096
  /// Bytes of the line that a command in the JSON form stands for.
  public static let commandBytes = 65_536
  /// Bytes of a name.
  public static let nameBytes = 64
  /// Bytes of a text.
  public static let textBytes = 1_024
  /// Bytes of the name of a field.
  public static let fieldNameBytes = 32
  /// Bytes of the value of a field.
  public static let fieldValueBytes = 256
  /// Bytes of a title.
  public static let titleBytes = 256
  /// Characters of a tag.
  public static let tagBytes = 32
  /// Rows of a `batch`.
  public static let batchRows = 10_000
  /// Lines of a `replace`.
  public static let replaceLines = 110_000
  /// Errors in a row.
  public static let errorsInARow = 20
  /// Wrong tokens of a connection, or for a name from an address.
  public static let wrongTokens = 5
  /// Seconds for which they count.
  public static let guessMemory: Duration = .seconds(60)
  /// Names and addresses of which they are counted.
  public static let guessedNames = 10_000
  /// Connections.
  public static let connections = 20_000
  /// Unsent bytes before a connection is read no further.
  public static let unsentBytes = 65_536
  /// Bytes of unread answers of all connections before long answers wait.
  public static let unreadAnswers = 67_108_864
  /// Items of a `rows` or `where` that does not wait then.
  public static let briefListing = 100
  /// Seconds in which a connection takes a quarter of its answers then.
  public static let untakenIfFull: Duration = .seconds(10)
  /// Remembered replies of a client.
  public static let rememberedReplies = 64
  /// Bytes of these replies.
  public static let rememberedBytes = 65_536
  /// Edits stored for catch-up, counting each item of an inserted or deleted section.
  public static let logEdits = 65_536
  /// Bytes of the names and texts of these edits, of a board.
  public static let logBytes = 16_777_216
  /// Bytes of the names and texts of these edits, of all boards.
  public static let allLogBytes = 134_217_728
  /// Changes of a client that it can undo.
  public static let undoneChanges = 100
  /// Revisions by which a board's snapshot on the disk may be behind.
  public static let keptRevisions = 32_768
  /// Edits over which an index path `@REV` is mapped.
  public static let carriedEdits = 4_096
  /// Ends of drags and selections of a board stored for slow watchers.
  public static let presenceEvents = 4_096
  /// Outcomes remembered.
  public static let outcomes = 4_096
  /// Clients without a connection remembered.
  public static let departedClients = 1_000
  /// Items of an inserted section that those get who count (20.3).
  public static let countedItems = 200
  /// Lines of batches that those get who count (20.3).
  public static let countedLines = 2_000
  /// Rows of a listing.
  public static let listingLines = 1_000
  /// Rows of `find`.
  public static let foundItems = 100
  /// Bytes of a block.
  public static let blockBytes = 8_388_608
  /// Values of a line in the JSON form.
  public static let jsonValues = 500_000
  /// Members of an object in the JSON form.
  public static let jsonMembers = 64
  /// Levels of nested values of a line in the JSON form.
  public static let jsonDepth = 8
  /// Commands of a connection executed in one turn.
  public static let commandsInATurn = 512
  /// Milliseconds that a greeting may wait for the first bytes of a client.
  public static let greetingDelay: Duration = .milliseconds(20)
  /// Seconds for the handshake of an encrypted connection.
  public static let handshake: Duration = .seconds(10)
  /// Bytes of the handshakes of all connections that have arrived and are not taken yet.
  public static let handshakeBytes = 16_777_216
  /// Connections for which there is no room, in the handshake.
  public static let refusedHandshakes = 8
  /// Seconds that a connection is read after its last line.
  public static let linger: Duration = .seconds(5)
  /// Bytes that are read of it then.
  public static let lingerBytes = 16_777_216
  /// Milliseconds of silence that end this if the server stops.
  public static let lingerSilence: Duration = .milliseconds(250)
  /// Seconds for the header of the PROXY protocol.
  public static let proxyHeader: Duration = .seconds(5)
  /// Bytes of it, in version 2.
  public static let proxyHeaderBytes = 4_096
  /// Seconds for the first line of a connection if nine tenths of them are taken.
  public static let firstLineIfCrowded: Duration = .seconds(10)
  /// Seconds for a token, if a connection has no role without one.
  public static let login: Duration = .seconds(5)
  /// Seconds of silence inside a line.
  public static let unfinishedLine: Duration = .seconds(60)
  /// Seconds a connection may take nothing if others need its place.
  public static let untakenAnswers: Duration = .seconds(60)
  /// Seconds an idle guest keeps its place from others.
  public static let shortestIdleTime: Duration = .seconds(1)
  /// Seconds a drag session may be idle.
  public static let sessionIdle: Duration = .seconds(120)
  /// Seconds a drag session may live.
  public static let sessionLife: Duration = .seconds(900)
  /// Seconds a drag session may be suspended.
  public static let sessionGrace: Duration = .seconds(30)
  /// Seconds an outcome is remembered.
  public static let outcomeMemory: Duration = .seconds(300)
  /// Bytes of the head of an HTTP request.
  public static let httpHeadBytes = 16_384
  /// Header fields of an HTTP request.
  public static let httpFields = 64
  /// Bytes of the target of an HTTP request.
  public static let httpTargetBytes = 1_024
  /// Seconds for the head of an HTTP request.
  public static let httpHead: Duration = .seconds(10)
  /// HTTP requests of a connection that are read at once.
  public static let pipelinedRequests = 16
  /// HTTP connections that are no WebSockets.
  public static let httpConnections = 1_024
  /// The same from one address.
  public static let httpConnectionsOfAddress = 512
  /// Bytes of the payload of a WebSocket frame of a client.
  public static let frameBytes = 65_536
  /// Seconds of silence before a WebSocket is sent a ping.
  public static let frameSilence: Duration = .seconds(30)
  /// Seconds of silence before a WebSocket is closed.
  public static let longestFrameSilence: Duration = .seconds(60)
}

/// A limit by which commands are refused.
package enum LimitWord: String, CaseIterable, Sendable {
  /// Items of a board.
  case items
  /// Sections of a board.
  case sections
  /// Bytes of the names, texts, fields and titles of a board, each item and section counted as 64
  /// more.
  case boardBytes = "board-bytes"
  /// The same of all boards.
  case serverBytes = "server-bytes"
  /// Boards of a server.
  case boards
  /// Fields of an item.
  case itemFields = "item-fields"
  /// Bytes of the names and values of its fields, each counted as 2 more.
  case fieldBytes = "field-bytes"
  /// Types of fields of a board.
  case fieldTypes = "field-types"
  /// Items of a drag session.
  case sessionItems = "session-items"
  /// Live drag sessions of a client.
  case clientSessions = "client-sessions"
  /// Live drag sessions of a board.
  case boardSessions = "board-sessions"
  /// Items of a board dragged at one time.
  case draggedItems = "dragged-items"
  /// Items from outside in all drag sessions.
  case externalItems = "external-items"
  /// Items of a board selected by a client.
  case selectedItems = "selected-items"
  /// Items of a board selected by all clients together.
  case boardSelectedItems = "board-selected-items"
  /// Items that `rows` or `where` lists.
  case listedItems = "listed-items"
  /// Boards a connection watches.
  case watchedBoards = "watched-boards"
  /// Bytes of unfinished lines and blocks of all connections.
  case unfinishedBytes = "unfinished-bytes"

  /// The number, if the operator has set no lower one.
  package var number: Int {
    switch self {
    case .items: Limits.items
    case .sections: Limits.sections
    case .boardBytes: Limits.boardBytes
    case .serverBytes: Limits.allBoardBytes
    case .boards: Limits.boards
    case .itemFields: Limits.itemFields
    case .fieldBytes: Limits.fieldBytes
    case .fieldTypes: Limits.fieldTypes
    case .sessionItems: Limits.sessionItems
    case .clientSessions: Limits.clientSessions
    case .boardSessions: Limits.boardSessions
    case .draggedItems: Limits.draggedItems
    case .externalItems: Limits.externalItems
    case .selectedItems: Limits.selectedItems
    case .boardSelectedItems: Limits.boardSelectedItems
    case .listedItems: Limits.listedItems
    case .watchedBoards: Limits.watchedBoards
    case .unfinishedBytes: Limits.unfinishedBytes
    }
  }
}

extension Refusal {
  /// A command would exceed a limit: that of the protocol, or a lower one.
  package static func exceeded(_ word: LimitWord, max: Int? = nil) -> Refusal {
    .limit(word.rawValue, max: max ?? word.number)
  }
}
