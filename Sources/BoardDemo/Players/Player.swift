import BoardModel
import BoardReplica
import BoardWire
import Simulation

/// What a client does next, on the board that it sees.
enum Action: Equatable {
  /// A whole drag: which items, how many places it hovers over, and whether it is dropped in the
  /// end.
  case drag([ItemID], hovers: Int, isDropped: Bool)
  /// Brings something from outside in the same way.
  case bring(Text, hovers: Int)
  /// A change that is shown before the server has answered.
  case change(OwnChange)
  /// A change that is shown when the server has taken it back.
  case takeBack(UndoRequest)
  /// Selects items, or deselects all if there are none.
  case select([ItemID])
  /// Taps an item, which moves it to the last section, and deletes it there.
  case choose(ItemID)
  /// Several changes at once.
  case batch(BlockRequest.Head, BatchUpdate)
  /// A whole new content.
  case replace(BlockRequest.Head, Content)
}

/// What a client sees when it decides.
struct Sight {
  /// The board as it is shown.
  let board: Board
  let revision: Int
  /// What others drag at the moment.
  let dragged: [ItemID]
}

/// Draws what a client does next from a seed and from what it sees: the same seed and the same
/// sights give the same actions.
struct Player {
  let board: BoardName
  var chance: SeededRandom
  /// How many names it has made for items of its own.
  var madeNames = 0
  let name: ClientName

  /// The sizes between which a board is kept.
  static let items = 24...64
  static let sections = 3...6
  /// The largest board that is written or compared whole.
  static let wholeItems = 2_000

  init(_ name: ClientName, on board: BoardName, seed: Int) {
    self.name = name
    self.board = board
    chance = SeededRandom(seed: seed)
  }

  mutating func next(seeing sight: Sight) -> Action {
    let count = sight.board.itemCount
    guard sight.board.sectionCount > 0 else { return .change(newSection(sight)) }
    if count < Self.items.lowerBound { return .change(insertion(sight)) }
    switch chance.below(100) {
    case 0..<58: return drag(sight)
    case 58..<61: return .bring(SampleBoard.job(by: &chance), hovers: 1 + chance.below(3))
    case 61..<66: return .change(shuffle(sight))
    case 66..<70: return replacement(sight) ?? drag(sight)
    case 70..<75: return batch(sight) ?? drag(sight)
    case 75..<82: return .change(count < Self.items.upperBound ? insertion(sight) : removal(sight))
    case 82..<86: return .change(removal(sight))
    case 86..<90: return .change(.edit(item(sight), SampleBoard.job(by: &chance)))
    case 90..<93: return .change(sectionChange(sight))
    case 93..<95:
      return .takeBack(chance.percent(60) ? .undo(.init(board)) : .redo(.init(board)))
    case 95..<98: return .select(chance.percent(70) ? items(sight) : [])
    default: return .choose(item(sight))
    }
  }

  /// A place to hover over.
  mutating func place(seeing sight: Sight) -> Place {
    guard sight.board.itemCount > 0, sight.board.sectionCount > 0 else {
      return .index([0, 0], revision: nil)
    }
    switch chance.below(4) {
    case 0: return Place(anchor(sight))
    case 1: return .index(path(sight), revision: sight.revision)
    default: return chance.percent(50) ? .before(.id(item(sight))) : .after(.id(item(sight)))
    }
  }
}

// The parts of an action.

extension Player {
  /// Sometimes it goes for what somebody else has in hand already.
  private mutating func drag(_ sight: Sight) -> Action {
    let wanted =
      !sight.dragged.isEmpty && chance.percent(12)
      ? [chance.one(of: sight.dragged)] : items(sight)
    return .drag(wanted, hovers: 1 + chance.below(4), isDropped: !chance.percent(12))
  }

  private mutating func section(_ sight: Sight) -> Int { chance.below(sight.board.sectionCount) }

  private mutating func path(_ sight: Sight) -> IndexPath {
    let section = section(sight)
    return IndexPath(
      section: section, item: chance.below(sight.board.itemCount(in: section) + 1))
  }

  private mutating func item(_ sight: Sight) -> ItemID {
    var section = section(sight)
    while sight.board.itemCount(in: section) == 0 {
      section = (section + 1) % sight.board.sectionCount
    }
    let index = chance.below(sight.board.itemCount(in: section))
    return sight.board.itemID(at: IndexPath(section: section, item: index))
  }

  /// One item, or a few.
  private mutating func items(_ sight: Sight) -> [ItemID] {
    var chosen: [ItemID] = []
    for _ in 0..<(chance.percent(75) ? 1 : 2 + chance.below(3)) {
      let item = item(sight)
      if !chosen.contains(item) { chosen.append(item) }
    }
    return chosen
  }

  private mutating func anchor(_ sight: Sight) -> Anchor {
    let section = sight.board.sectionID(at: section(sight))
    switch chance.below(4) {
    case 0: return .start(section)
    case 1: return .end(section)
    case 2: return .before(item(sight))
    default: return .after(item(sight))
    }
  }

  private mutating func insertion(_ sight: Sight) -> OwnChange {
    let text = SampleBoard.job(by: &chance)
    if sight.board.itemCount > 0 { return .insert(text, at: anchor(sight)) }
    return .insert(text, at: .end(sight.board.sectionID(at: section(sight))))
  }

  private mutating func removal(_ sight: Sight) -> OwnChange {
    chance.percent(4)
      ? .clear(sight.board.sectionID(at: section(sight))) : .delete(items(sight))
  }

  /// All items of a section in another order: many moves in one change.
  private mutating func shuffle(_ sight: Sight) -> OwnChange {
    let section = section(sight)
    var own: [ItemID] = []
    let count = min(sight.board.itemCount(in: section), 40)
    sight.board.forEachItem(in: section, 0..<count) { own.append($0.id) }
    guard own.count > 1 else { return insertion(sight) }
    return .move(own.shuffled(using: &chance), to: .end(sight.board.sectionID(at: section)))
  }
}

// Sections.

extension Player {
  private mutating func newSection(_ sight: Sight) -> OwnChange {
    let title = Text(chance.one(of: SampleBoard.titles + SampleBoard.moreTitles))
    return .insertSection(title, at: sectionAnchor(sight))
  }

  private mutating func sectionAnchor(_ sight: Sight) -> SectionAnchor {
    guard sight.board.sectionCount > 0, chance.percent(80) else { return .end }
    let section = sight.board.sectionID(at: section(sight))
    return chance.percent(50) ? .before(section) : .after(section)
  }

  private mutating func sectionChange(_ sight: Sight) -> OwnChange {
    let section = sight.board.sectionID(at: section(sight))
    let count = sight.board.sectionCount
    switch chance.below(4) {
    case 0 where count < Self.sections.upperBound: return newSection(sight)
    case 1 where count > Self.sections.lowerBound: return .deleteSection(section)
    case 2:
      return .renameSection(section, to: Text(chance.one(of: SampleBoard.moreTitles)))
    default: return .moveSection(section, to: sectionAnchor(sight))
    }
  }
}
