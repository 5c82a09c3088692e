import BoardModel
import BoardReplica
import BoardWire
import Terminal

/// The view of a board on a screen: drawing, and the meaning of keys and mouse.
///
/// It is pure: input goes in, actions come out.
public struct BoardView {
  /// The kind of layout.
  public enum LayoutKind: Int, CaseIterable, Sendable {
    case columns = 1
    /// Items of one size in rows.
    case flow
    /// Items sized by their texts.
    case mosaic
  }

  /// An action for the owner of the view.
  public enum Action: Hashable, Sendable {
    /// Sends a request; a failure is shown.
    case send(Request)
    /// Sends a request of this client's drag; its answer goes to `receive(_:to:)`.
    case drag(DragRequest)
    /// Makes an optimistic change.
    case make(OwnChange)
    /// Begins a command line, with some text in it.
    case openCommandLine(String)
    /// Asks the server for a list, and shows it.
    case list(Listing)
    /// Begins a command line that makes a board, and lists the boards afterwards.
    case makeBoard
    /// Asks the server for what is looked for; its answer goes to `receive(_:to:)`.
    case find(BoardRequest.Find)
    /// Asks where an item is, and goes there.
    case locate(ItemID)
    case open(BoardName)
    case removeBoard(BoardName)
    /// Repeats what the server refused last.
    case retry
    case quit
    case suspend
    /// Draws everything anew.
    case refresh
  }

  /// A list of the server.
  public enum Listing: Hashable, Sendable {
    case boards
    case people
  }

  /// The edited command line.
  public struct CommandLine: Hashable, Sendable {
    public var prompt: String
    public var text: String
    /// The cursor's offset in bytes of the text.
    public var cursor: Int
    /// The completions at the cursor.
    public var choices: [String]

    public init(prompt: String, text: String, cursor: Int, choices: [String]) {
      self.prompt = prompt
      self.text = text
      self.cursor = cursor
      self.choices = choices
    }
  }

  var snapshot: ShownSnapshot
  public var connection = ConnectionStatus.connecting
  public var commandLine: CommandLine?
  public internal(set) var layoutKind = LayoutKind.columns
  /// Whether a flow fills columns, as a directory listing does, instead of rows.
  public internal(set) var flowRunsDown = false

  /// The present date as `2026-12-01`, which the owner of the view sets before it is drawn; empty if it is not known.
  public var today = ""
  var width = 80
  var height = 24
  var cursor = Cursor()
  var scroll = Scroll()
  /// Whether the view scrolls to the cursor; the wheel turns that off.
  var followsCursor = true
  var ownDrag: DragController?
  var press: Press?
  /// The time, which the owner of the view sets before each input.
  public var now: Duration = .zero
  /// When Enter, space and a release mean something again after a drag that ended against this client's
  /// wish: what was typed for the drag must not choose an item.
  var choosesAgain: Duration = .zero
  /// The page over the board.
  var page: Page?
  var find: BoardFind?
  var marked = MarkedItems()
  /// The ends of a range that is marked as soon as all of it has arrived.
  var awaitedRange: MarkedRange?
  var collapsed: Set<SectionID> = []
  /// The list over the board.
  var menu: Menu?
  var confirmation: Confirmation?
  var log = LogLines()
  /// The remark shown until the next input.
  var remark: Remark?
  var presence = PresenceIndex()
  var layouts = LayoutCache()
  /// Whether the present layout may be outdated.
  private var hasReleasedBoard = false
  /// The last drawn elements, for hit testing.
  var placements: [Placement] = []
  /// The rows of a large board that were in sight at the last drawing, and those around them. Their items are to be fetched.
  public internal(set) var sight: [ShownRows] = []

  /// - Parameter other: The view of another board, whose layout is taken over.
  public init(of board: BoardName, like other: BoardView? = nil) {
    snapshot = ShownSnapshot(BoardSnapshot(of: board))
    layoutKind = other?.layoutKind ?? .columns
    flowRunsDown = other?.flowRunsDown ?? false
  }
}

struct Remark: Hashable {
  var text: String
  var style: Style
  /// The key that helps, shown behind the text however long that is.
  var hint = ""

  func drawn(in width: Int) -> String {
    hint.isEmpty ? text : text.cut(to: max(width / 2, width - hint.count - 2)) + "  " + hint
  }
}

/// A mouse button held down over an item.
struct Press: Hashable {
  var item: ItemID
  var point: Point
  /// Whether it began a drag. Its release then never chooses the item.
  var isDrag = false
}

extension BoardView {
  /// Shows a snapshot.
  ///
  /// - Returns: What has waited for items that have arrived.
  @discardableResult
  public mutating func show(_ snapshot: BoardSnapshot) -> [Action] {
    let isFirst = self.snapshot.revision == nil
    let isChanged = hasReleasedBoard || snapshot.revision != self.snapshot.revision
    if isChanged { layouts.forget() }
    hasReleasedBoard = false
    self.snapshot = ShownSnapshot(snapshot)
    updateParts(isChanged: isChanged)
    presence.update(from: snapshot)
    if isFirst {
      cursor.move(to: [0, 0], on: self.snapshot.board)
    } else {
      cursor.settle(on: self.snapshot.board)
    }
    if let point = ownDrag?.point, point.path(on: self.snapshot.board) == nil,
      point.item.map({ self.snapshot.board.isAwaited($0) }) != true
    {
      putDragBack()
    }
    if let drag = snapshot.drags.first(where: { $0.session == ownDrag?.session }) {
      ownDrag?.follow(drag.state)
    }
    markAwaitedRange()
    return resolveDrag()
  }

  /// Releases the board, which is about to change: a second reference would cost a copy of it.
  ///
  /// If only drags and selections change, nothing is laid out again.
  public mutating func releaseBoard() {
    snapshot.releaseBoard()
    hasReleasedBoard = true
  }

  /// Follows the rows of an update: its new ids, and the paths of what has not arrived. The board is released.
  public mutating func follow(_ update: ViewUpdate) {
    for case .item(let old, let new) in update.renamings { rename(old, to: new) }
    guard find?.shown == nil else { return }
    cursor.follow(update)
    ownDrag?.follow(update)
  }

  /// Replaces a provisional id by the server's.
  mutating func rename(_ old: ItemID, to new: ItemID) {
    cursor.rename(old, to: new)
    find?.rename(old, to: new)
    marked.rename(old, to: new)
  }

  /// Sets the size of the screen.
  public mutating func resize(width: Int, height: Int) {
    guard (width, height) != (self.width, self.height) else { return }
    self.width = width
    self.height = height
    followsCursor = true
  }

  /// Shows a line in the panel above the command line.
  ///
  /// - Parameter isAwaited: Whether it is shown also if the panel was hidden.
  public mutating func say(_ line: String, isAwaited: Bool = true) {
    log.append(line, isAwaited: isAwaited)
  }

  /// Shows a refusal or an error in the panel.
  public mutating func complain(_ line: String) { log.append(line, Theme.refusal) }

  /// Shows a remark until the next input.
  public mutating func remark(_ text: String) { remark = Remark(text: text, style: Theme.refusal) }

  /// Shows a refusal until the next input, with the key that tries again.
  public mutating func refuse(_ text: String) {
    remark = Remark(text: text, style: Theme.refusal, hint: "r tries again")
  }

  /// The drag of this client before its drop.
  var carrying: DragController? { ownDrag?.isPerforming == true ? nil : ownDrag }

  /// The rows of the board, below the title and above the panel and the last line.
  var boardHeight: Int { max(0, height - 2 - log.height(of: height, width: width)) }

  /// The present layout.
  mutating func arrangement() -> any Arrangement {
    switch layoutKind {
    case .columns:
      Columns(snapshot.board, marks: marks(), width: width, height: boardHeight, scroll: scroll)
    case .flow, .mosaic:
      FlowArrangement(
        board: snapshot.board, marks: marks(),
        layout: layouts.layout(
          layoutKind, runsDown: flowRunsDown, of: snapshot.board, width: width),
        runsDown: layoutKind == .flow && flowRunsDown, width: width, height: boardHeight,
        scroll: scroll)
    }
  }

  /// The present layout, scrolled to the drag or the cursor.
  mutating func settledArrangement() -> any Arrangement {
    let arrangement = arrangement()
    guard followsCursor else { return arrangement }
    let path = carrying?.point.path(on: snapshot.board) ?? cursor.path
    scroll = arrangement.scroll(revealing: path)
    return self.arrangement()
  }

  /// The insertion points of all drags, including this client's.
  private func marks() -> [GapMark] {
    let others = snapshot.drags.compactMap { drag -> GapMark? in
      guard drag.session != ownDrag?.session, case .over(let proposal) = drag.state,
        proposal.board == nil || proposal.board == snapshot.name,
        let path = snapshot.board.gap(at: proposal.anchor)
      else { return nil }
      var isAllowed = false
      if case .allowed = proposal.verdict { isAllowed = true }
      return GapMark(
        path: path, label: "\(drag.owner): \(title(of: drag.items, drag.external))", isOwn: false,
        isAllowed: isAllowed, owner: drag.owner)
    }
    return others + [ownMark()].compactMap { $0 }
  }

  private func ownMark() -> GapMark? {
    guard let drag = carrying, let path = drag.point.path(on: snapshot.board) else { return nil }
    var isAllowed = true
    if case .denied? = drag.verdict { isAllowed = false }
    return GapMark(
      path: path, label: title(of: drag.items), isOwn: true, isAllowed: isAllowed, owner: nil)
  }

  /// The text of the first item, and how many more there are.
  func title(of items: [ItemID], _ external: [ItemID: DragParcel] = [:]) -> String {
    guard let first = items.first else { return "" }
    let text = (external[first]?.text ?? snapshot.board.item(first)?.text)?.string ?? first.string
    return items.count > 1 ? "\(text) +\(items.count - 1)" : text
  }
}

extension BoardView {
  /// The session of this client's drag.
  public var carriedSession: SessionID? { ownDrag?.session }

  /// The completion of commands, with the names of what this view knows.
  public var completion: CommandCompletion {
    var completion = CommandCompletion()
    completion.board = snapshot.board.whole
    completion.boards = [snapshot.name]
    completion.clients = Set(snapshot.selections.keys).union(snapshot.drags.map(\.owner)).sorted()
    completion.drags = snapshot.drags
    completion.visibleItems = placements.compactMap { placement in
      guard case .item(let path) = placement.thing, snapshot.board.hasItem(at: path) else {
        return nil
      }
      return snapshot.board.itemID(at: path)
    }
    return completion
  }
}
