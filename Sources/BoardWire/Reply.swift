import BoardCore

/// The one answer to a command. `protocol/verbs.md` gives the words of each.
public enum Reply: Hashable, Sendable {
  case hello(ClientName)
  case quit
  case pong(Text?)
  case create(BoardName, revision: Int)
  case open(BoardName, revision: Int, rewound: Bool)
  case close(BoardName)
  case begin(SessionID, [ItemID])
  case add(SessionID, [ItemID])
  /// The items that are left; with none the session ended as cancelled.
  case remove(SessionID, [ItemID])
  case propose(SessionID, DropProposal)
  case exit(SessionID)
  case perform(SessionID, SessionOutcome)
  case cancel(SessionID, SessionOutcome)
  /// The proposal the session is over, or nil if it is lifted.
  case resume(SessionID, DropProposal?)
  case insert(ItemID, IndexPath, revision: Int)
  case delete(count: Int, revision: Int)
  case move(count: Int, IndexPath, revision: Int)
  case edit(ItemID, IndexPath, revision: Int)
  case insertSection(SectionID, index: Int, revision: Int)
  case deleteSection(SectionID, revision: Int)
  case moveSection(SectionID, index: Int, revision: Int)
  case renameSection(SectionID, index: Int, revision: Int)
  case clear(SectionID, count: Int, revision: Int)
  case batch(BoardName, revision: Int)
  case replace(BoardName, revision: Int)
  case undo(revision: Int, of: Int)
  case redo(revision: Int, of: Int)
  /// The client's whole selection on the board afterwards; empty for `none`.
  case select(BoardName, [ItemID])
  case deselect(BoardName, [ItemID])
  case choose(ItemID, Choice)
  /// `ok VERB WORDS… LINES` and the lines, for `help`, `boards`, `show`, `who`, `drags`, `policy`,
  /// `dryrun`, `history`. The lines are already escaped.
  case listing(Verb, words: [String], lines: [String])
  case refused(Refusal)
  case error(LineError)
}

/// What became of an item that was chosen.
public enum Choice: Hashable, Sendable {
  case selected
  case deselected
  case moved(revision: Int, IndexPath)
  case deleted(revision: Int)
}

/// What is wrong with a line that was not executed. Codes of `protocol/errors.md`.
public enum LineError: Error, Hashable, Sendable {
  case badArgument(String)
  case badEscape
  case badField(String)
  case badJSON(column: Int)
  case badName(String)
  case badNumber(String)
  case badRow(line: Int)
  case badTag
  case badUTF8
  case blockTooLong(Int)
  case controlByte(UInt8)
  case lineTooLong(Int)
  case missingArgument(String)
  case notDropline
  case textTooLong(Int)
  case tooManyArguments(String)
  case tooManyRows(Int)
  case unfinishedLine
  case unknownVerb(String)
}

/// Something the server tells without being asked, apart from batches and snapshots.
public enum Event: Hashable, Sendable {
  case began(SessionID, BoardName, by: ClientName, DropOperations, [ItemID])
  case items(SessionID, [ItemID])
  /// The proposal, or nil for `over none`.
  case over(SessionID, DropProposal?)
  case suspended(SessionID)
  case resumed(SessionID)
  case ended(SessionID, SessionOutcome)
  /// All that a client has selected on a board; empty for `none`.
  case selected(BoardName, ClientName, [ItemID])
  case bye(Bye)
}

/// Why the server closes a connection.
public enum Bye: String, CaseIterable, Hashable, Sendable {
  case quit
  case shutdown
  case full
  case tooManyErrors = "too-many-errors"
  case notDropline = "not-dropline"
}
