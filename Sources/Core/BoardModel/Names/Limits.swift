/// Every limit of the protocol and of a board, in one place.
///
/// `protocol/specification.md`, section 10, lists the same numbers; a test compares the two.
public enum Limits {
  /// The bytes of an incoming line, without its line feed.
  public static let lineBytes = 4_096
  /// The bytes of the line that a command in the JSON form stands for, without its rows.
  public static let commandBytes = 65_536
  /// The bytes of a name: of an item, a section, a board, a client.
  public static let nameBytes = 64
  /// The bytes of an item's text, after unescaping.
  public static let textBytes = 1_024
  /// The bytes of a section's title, after unescaping.
  public static let titleBytes = 256
  /// The characters of a command's tag.
  public static let tagBytes = 32
  /// The items of one board.
  public static let items = 1_000_000
  /// The sections of one board.
  public static let sections = 10_000
  /// The boards of one server.
  public static let boards = 1_000
  /// The items one drag session carries.
  public static let sessionItems = 200
  /// The live drag sessions of one client.
  public static let clientSessions = 16
  /// The live drag sessions of one board.
  public static let boardSessions = 256
  /// The items from outside that all drag sessions together carry.
  public static let externalItems = 32_768
  /// The items of one board that are dragged at one time.
  public static let draggedItems = 10_000
  /// The items of a board that one client has selected.
  public static let selectedItems = 200
  /// The items of a board that all clients together have selected, each item counted for each of
  /// them.
  public static let boardSelectedItems = 10_000
  /// The boards one connection watches.
  public static let watchedBoards = 64
  /// The rows of one `batch … end`.
  public static let batchRows = 10_000
  /// The lines of one `replace … end`.
  public static let replaceLines = 110_000
  /// The bytes of answers of all connections that are not read, without those that several share,
  /// beyond which long answers wait.
  public static let unreadAnswers = 67_108_864
  /// How long a connection may take nothing of its answers while they are beyond that.
  public static let untakenIfFull: Duration = .seconds(10)
  /// The bytes of a board's names, texts and titles, each item and section counted as 64 more.
  public static let boardBytes = 268_435_456
  /// The same of all boards together.
  public static let allBoardBytes = 1_073_741_824
  /// The errors in a row after which a connection is closed.
  public static let errorsInARow = 20
  /// The fewest characters of a token.
  public static let tokenCharacters = 16
  /// The wrong tokens of a connection, or for a name from an address, after which connections are
  /// closed.
  public static let wrongTokens = 5
  /// How long the wrong tokens for a name from an address count.
  public static let guessMemory: Duration = .seconds(60)
  /// The names and addresses of which wrong tokens are counted.
  public static let guessedNames = 10_000
  /// The connections of one server, if the descriptor limit does not set a lower cap.
  public static let connections = 20_000
  /// The descriptors reserved for the server's own use.
  public static let reservedDescriptors = 64
  /// The unsent bytes beyond which a connection is not read until they are sent.
  public static let unsentBytes = 65_536
  /// The replies remembered for each client that can repeat a tagged command.
  public static let rememberedReplies = 64
  /// The bytes of these replies, beside the last one.
  public static let rememberedBytes = 65_536
  /// The edits in the revision log. A watcher that is further behind gets a snapshot.
  public static let logEdits = 65_536
  /// The bytes of the names, texts and titles in a board's revision log.
  public static let logBytes = 16_777_216
  /// The same of all boards together: beyond it, the longest logs are cut.
  public static let allLogBytes = 134_217_728
  /// The changes of a board that a client can undo.
  public static let undoneChanges = 100
  /// The revisions behind a snapshot after which a new snapshot of a board is written.
  public static let keptRevisions = 32_768
  /// The edits through which an index path of an earlier revision is mapped.
  public static let carriedEdits = 4_096
  /// The ends of drags, and the clients with another selection, that are stored of a board for
  /// watchers that have not seen them.
  public static let presenceEvents = 4_096
  /// The outcomes of ended drag sessions that are remembered.
  public static let outcomes = 4_096
  /// The clients without a connection that are remembered.
  public static let departedClients = 1_000
  /// The rows of a listing, and the lines of a drawing for people.
  public static let listingLines = 1_000
  /// The items that one `find` lists.
  public static let foundItems = 100
  /// The bytes of the lines of one block.
  public static let blockBytes = 8_388_608
  /// The bytes of lines and blocks, of all connections together, that have begun and not ended.
  public static let unfinishedBytes = 67_108_864
  /// The values of one line in the JSON form.
  public static let jsonValues = 500_000
  /// The members of one object in the JSON form.
  public static let jsonMembers = 64
  /// The nesting depth of the values of a line in the JSON form.
  public static let jsonDepth = 8
  /// The commands of one connection that are executed before those of others.
  public static let commandsInATurn = 512
  /// The time that a greeting may wait for the first bytes of a client.
  public static let greetingDelay: Duration = .milliseconds(20)
  /// The time for the handshake of an encrypted connection.
  public static let handshake: Duration = .seconds(10)
  /// The bytes of handshakes, of all connections together, that have arrived and are not taken yet.
  public static let handshakeBytes = 16_777_216
  /// The connections for which there is no room that may be in the handshake, to read so behind it.
  public static let refusedHandshakes = 8
  /// How long a connection that has taken its last line is read on.
  public static let linger: Duration = .seconds(5)
  /// The bytes that are read of a connection behind its last command.
  public static let lingerBytes = 16_777_216
  /// The silence after which a connection is read no further if the server stops.
  public static let lingerSilence: Duration = .milliseconds(250)
  /// The time for the header of the PROXY protocol.
  public static let proxyHeader: Duration = .seconds(5)
  /// The bytes of such a header, of version 2.
  public static let proxyHeaderBytes = 4_096
  /// The time that a connection has for its first line if nine tenths of the connections are taken.
  public static let firstLineIfCrowded: Duration = .seconds(10)
  /// How long a connection without any role may take to say its token.
  public static let login: Duration = .seconds(5)
  /// The time for which a line may be left unfinished.
  public static let unfinishedLine: Duration = .seconds(60)
  /// The time after which a connection that takes nothing of its answers makes room for another.
  public static let untakenAnswers: Duration = .seconds(60)
  /// The time before which an idle connection does not make room for another.
  public static let shortestIdleTime: Duration = .seconds(1)
  /// The highest value of an index, a count or a revision (2^53 − 1).
  public static let number = 9_007_199_254_740_991
  /// The time after which a drag session without a command of its owner expires.
  public static let sessionIdle: Duration = .seconds(120)
  /// The maximum lifetime of a drag session.
  public static let sessionLife: Duration = .seconds(900)
  /// The time that a suspended drag session waits for its client.
  public static let sessionGrace: Duration = .seconds(30)
  /// The time that the outcome of an ended drag session is remembered.
  public static let outcomeMemory: Duration = .seconds(300)
  /// The bytes of the head of an HTTP request.
  public static let httpHeadBytes = 16_384
  /// The header fields of an HTTP request.
  public static let httpFields = 64
  /// The bytes of the target of an HTTP request.
  public static let httpTargetBytes = 1_024
  /// The time for the head of an HTTP request.
  public static let httpHead: Duration = .seconds(10)
  /// The HTTP requests of a connection that are read at once.
  public static let pipelinedRequests = 16
  /// The HTTP connections that are no WebSockets.
  public static let httpConnections = 1_024
  /// The same from one address.
  public static let httpConnectionsOfAddress = 512
  /// The payload bytes of a WebSocket frame of a client.
  public static let frameBytes = 65_536
  /// The time after which a silent WebSocket is sent a ping.
  public static let frameSilence: Duration = .seconds(30)
  /// The time after which a silent WebSocket is closed.
  public static let longestFrameSilence: Duration = .seconds(60)
}
