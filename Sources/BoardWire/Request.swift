import BoardCore

/// One command, read and found well formed; whether it can be done is the hub's business.
///
/// A board of nil means the connection's current board, a session of nil the client's only one.
public enum Request: Hashable, Sendable {
  case help(topic: String?)
  /// A name of nil leaves the client who it is, a form of nil the form as it is.
  case hello(ClientName?, token: String?, form: WireForm?)
  case ping(Text?)
  case quit
  case boards
  case create(BoardName)
  case open(BoardName, revision: Int?, every: Duration?)
  case close(BoardName?)
  case show(BoardName?, revision: Int?)
  case who(BoardName?)

  case begin(ItemReferences, on: BoardName?, operations: DropOperations?, local: Bool)
  case beginExternal(type: String, Text, on: BoardName?)
  case add(ItemReferences, to: SessionID?)
  case addExternal(type: String, Text, to: SessionID?)
  case remove(ItemReferences, from: SessionID?)
  case propose(SessionID?, DropOperation?, Place, on: BoardName?)
  case exit(SessionID?)
  case perform(SessionID?)
  case cancel(SessionID?, force: Bool)
  case resume(SessionID)
  case dryrun(Dragged, DropOperation?, Place, on: BoardName?)
  case drags(BoardName?)

  case insert(Text, at: Place, on: BoardName?)
  case delete(ItemReferences, on: BoardName?, force: Bool)
  case move(ItemReferences, to: Place, on: BoardName?, force: Bool)
  case edit(ItemReference, Text, on: BoardName?)
  case insertSection(Text, at: SectionPlace, on: BoardName?)
  case deleteSection(SectionReference, on: BoardName?, force: Bool)
  case moveSection(SectionReference, to: SectionPlace, on: BoardName?)
  case renameSection(SectionReference, Text, on: BoardName?)
  case clear(SectionReference, on: BoardName?, force: Bool)
  /// Begins a block: the lines up to `end` are rows.
  case batch(BoardName, revision: Int?, force: Bool)
  /// Begins a block: the lines up to `end` are sections and items.
  case replace(BoardName, revision: Int?, force: Bool)
  case undo(BoardName?, force: Bool)
  case redo(BoardName?, force: Bool)
  case history(BoardName?, from: Int?, to: Int?)
  case policy(PolicyTarget?, [PolicySetting], on: BoardName?)
  case select(ItemReferences, on: BoardName?)
  /// `select none`.
  case selectNone(on: BoardName?)
  case deselect(ItemReferences, on: BoardName?)
  case choose(ItemReference, on: BoardName?)

  /// What a dry run would drop.
  public enum Dragged: Hashable, Sendable {
    /// The items of this session, or of the client's only one.
    case session(SessionID?)
    /// These items, on the board of the place.
    case items(ItemReferences)
  }

  /// Whose policy is meant.
  public enum PolicyTarget: Hashable, Sendable {
    case board
    case section(SectionReference)
  }
}

/// A command with its tag, if it has one.
public struct TaggedRequest: Hashable, Sendable {
  public var tag: String?
  public var request: Request

  public init(tag: String? = nil, _ request: Request) {
    self.tag = tag
    self.request = request
  }
}
