import BoardModel
import BoardReplica
import BoardWire

/// The next action of a demo client.
enum Action: Equatable {
  /// A whole drag: its items, the number of places it hovers over, and whether it ends with a drop.
  case drag([ItemID], hovers: Int, isDropped: Bool)
  /// Drags an item from outside in the same way.
  case bring(Text, hovers: Int)
  /// An optimistic change.
  case change(OwnChange)
  /// An undo or redo, which is shown after the reply.
  case undo(UndoRequest.Undo)
  case redo(UndoRequest.Undo)
  /// Selects items, or deselects all if there are none.
  case select([ItemID])
  /// Taps an item, which moves it to the last section, and deletes it there.
  case choose(ItemID)
  /// Several changes at once.
  case batch(BlockRequest.Batch, BatchUpdate)
  /// New content for the whole board.
  case replace(BlockRequest.Batch, Content)
  /// A command as people type it, which is shown after the reply.
  case command(Request)
}

/// The state on which a client decides.
struct PlayerContext {
  /// The board as it is shown.
  let board: Board
  let revision: Int
  /// The items that others drag.
  let dragged: [ItemID]
}

/// Chooses a client's actions at random, determined by a seed and the contexts.
struct DemoPlayer {
  let board: BoardName
  var random: SeededRandom
  /// The number of ids it has generated for own items.
  var madeNames = 0
  let name: ClientName

  /// The range of board sizes that the actions maintain.
  static let items = 24...64
  static let sections = 3...6
  /// The largest board for `batch` and `replace`.
  static let wholeItems = 2_000

  init(_ name: ClientName, on board: BoardName, seed: Int) {
    self.name = name
    self.board = board
    random = SeededRandom(seed: seed)
  }

  mutating func next(in context: PlayerContext) -> Action {
    let count = context.board.itemCount
    guard context.board.sectionCount > 0 else { return .change(newSection(context)) }
    if count < Self.items.lowerBound { return .change(insertion(context)) }
    switch random.below(100) {
    case 0..<58: return drag(context)
    case 58..<61: return .bring(DemoBoard.job(by: &random), hovers: 1 + random.below(3))
    case 61..<66: return .change(shuffle(context))
    case 66..<70: return replacement(context) ?? drag(context)
    case 70..<75: return batch(context) ?? drag(context)
    case 75..<82:
      return .change(count < Self.items.upperBound ? insertion(context) : removal(context))
    case 82..<86: return .change(removal(context))
    case 86..<90: return .change(.edit(item(context), DemoBoard.job(by: &random)))
    case 90..<93: return .change(sectionChange(context))
    case 93..<95:
      return random.percent(60) ? .undo(.init(board)) : .redo(.init(board))
    case 95..<97: return .select(random.percent(70) ? items(context) : [])
    case 97..<98: return request(in: context).map { .command($0) } ?? drag(context)
    default: return .choose(item(context))
    }
  }

  /// A place to hover over.
  mutating func place(in context: PlayerContext) -> Place {
    guard context.board.itemCount > 0, context.board.sectionCount > 0 else {
      return .index([0, 0], revision: nil)
    }
    switch random.below(4) {
    case 0: return Place(anchor(context))
    case 1: return .index(path(context), revision: context.revision)
    default: return random.percent(50) ? .before(.id(item(context))) : .after(.id(item(context)))
    }
  }
}

// The parts of an action.

extension DemoPlayer {
  /// Sometimes it picks an item that another client drags already.
  private mutating func drag(_ context: PlayerContext) -> Action {
    let wanted =
      !context.dragged.isEmpty && random.percent(12)
      ? [random.one(of: context.dragged)] : items(context)
    return .drag(wanted, hovers: 1 + random.below(4), isDropped: !random.percent(12))
  }

  mutating func section(_ context: PlayerContext) -> Int {
    random.below(context.board.sectionCount)
  }

  mutating func path(_ context: PlayerContext) -> IndexPath {
    let section = section(context)
    return IndexPath(
      section: section, item: random.below(context.board.itemCount(in: section) + 1))
  }

  mutating func item(_ context: PlayerContext) -> ItemID {
    var section = section(context)
    while context.board.itemCount(in: section) == 0 {
      section = (section + 1) % context.board.sectionCount
    }
    let index = random.below(context.board.itemCount(in: section))
    return context.board.itemID(at: IndexPath(section: section, item: index))
  }

  /// One item, or a few.
  mutating func items(_ context: PlayerContext) -> [ItemID] {
    var chosen: [ItemID] = []
    for _ in 0..<(random.percent(75) ? 1 : 2 + random.below(3)) {
      let item = item(context)
      if !chosen.contains(item) { chosen.append(item) }
    }
    return chosen
  }

  private mutating func anchor(_ context: PlayerContext) -> Anchor {
    let section = context.board.sectionID(at: section(context))
    switch random.below(4) {
    case 0: return .start(section)
    case 1: return .end(section)
    case 2: return .before(item(context))
    default: return .after(item(context))
    }
  }

  private mutating func insertion(_ context: PlayerContext) -> OwnChange {
    let text = DemoBoard.job(by: &random)
    if context.board.itemCount > 0 { return .insert(text, at: anchor(context)) }
    return .insert(text, at: .end(context.board.sectionID(at: section(context))))
  }

  private mutating func removal(_ context: PlayerContext) -> OwnChange {
    random.percent(4)
      ? .clear(context.board.sectionID(at: section(context))) : .delete(items(context))
  }

  /// Shuffles a section: many moves in one change.
  private mutating func shuffle(_ context: PlayerContext) -> OwnChange {
    let section = section(context)
    var own: [ItemID] = []
    let count = min(context.board.itemCount(in: section), 40)
    context.board.forEachItem(in: section, 0..<count) { own.append($0.id) }
    guard own.count > 1 else { return insertion(context) }
    return .move(own.shuffled(using: &random), to: .end(context.board.sectionID(at: section)))
  }
}

// Sections.

extension DemoPlayer {
  private mutating func newSection(_ context: PlayerContext) -> OwnChange {
    let title = Text(random.one(of: DemoBoard.titles + DemoBoard.moreTitles))
    return .insertSection(title, at: sectionAnchor(context))
  }

  private mutating func sectionAnchor(_ context: PlayerContext) -> SectionAnchor {
    guard context.board.sectionCount > 0, random.percent(80) else { return .end }
    let section = context.board.sectionID(at: section(context))
    return random.percent(50) ? .before(section) : .after(section)
  }

  private mutating func sectionChange(_ context: PlayerContext) -> OwnChange {
    let section = context.board.sectionID(at: section(context))
    let count = context.board.sectionCount
    switch random.below(4) {
    case 0 where count < Self.sections.upperBound: return newSection(context)
    case 1 where count > Self.sections.lowerBound: return .deleteSection(section)
    case 2:
      return .renameSection(section, to: Text(random.one(of: DemoBoard.moreTitles)))
    default: return .moveSection(section, to: sectionAnchor(context))
    }
  }
}

// Blocks: `batch` and `replace`.

extension DemoPlayer {
  /// Several changes as one `batch`; nil if they cancel out.
  mutating func batch(_ context: PlayerContext) -> Action? {
    guard context.board.itemCount <= Self.wholeItems else { return nil }
    let old = context.board.content
    var new = old
    for _ in 0..<(2 + random.below(4)) { alter(&new) }
    let batch: BatchUpdate = .difference(from: old, to: new)
    guard !batch.isEmpty else { return nil }
    return .batch(.init(board, revision: context.revision), batch)
  }

  /// The whole board with one section shuffled, as a `replace`.
  mutating func replacement(_ context: PlayerContext) -> Action? {
    guard context.board.itemCount <= Self.wholeItems else { return nil }
    let shuffled = random.below(context.board.sectionCount)
    var content = context.board.content
    content[shuffled].items.shuffle(using: &random)
    return .replace(.init(board, revision: context.revision), content)
  }

  private mutating func alter(_ content: inout Content) {
    let source = random.below(content.count)
    switch random.below(4) {
    case 0:
      madeNames += 1
      let item = Item(
        id: ItemID(unchecked: "\(name)-\(madeNames)"), text: DemoBoard.job(by: &random))
      content[source].items.insert(item, at: random.below(content[source].items.count + 1))
    case 1 where !content[source].items.isEmpty:
      content[source].items.remove(at: random.below(content[source].items.count))
    case _ where !content[source].items.isEmpty:
      let item = content[source].items.remove(at: random.below(content[source].items.count))
      let target = random.below(content.count)
      content[target].items.insert(item, at: random.below(content[target].items.count + 1))
    default: content.swapAt(source, random.below(content.count))
    }
  }
}
