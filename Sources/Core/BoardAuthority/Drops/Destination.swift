import BoardModel

/// A place of a command in a form that survives changes: a gap that is mapped through edits, or an
/// anchor.
///
/// Indices count all items, those of the drag included. How they are counted in a reply depends on the
/// operation; see `resolved`.
public struct Destination: Hashable, Sendable {
  enum Form: Hashable, Sendable {
    /// A gap at a path of the full list, in this section.
    case gap(IndexPath, SectionID)
    case beside(Anchor)
  }

  public internal(set) var board: BoardName
  /// The place as the client wrote it, for the refusal `destination-gone`.
  var words: String { place.description }
  private let place: Place
  private(set) var form: Form

  /// Resolves the place of a command.
  ///
  /// - Parameter own: The items that do not count in a section: those that a move removes, and none for
  ///   a copy or an insert. They must be on the board.
  /// - Throws: `badPath`, `destinationGone`, `futureRevision`, `revisionTooOld`.
  init(
    _ place: Place, on versions: VersionedBoard, without own: (SectionID) -> ItemGroup
  ) throws(Refusal) {
    board = versions.name
    self.place = place
    form =
      switch place {
      case .index(let path, let revision):
        try versions.gap(path, since: revision, naming: place, without: own)
      case .before(let item): .beside(.before(try versions.resolve(item, naming: place)))
      case .after(let item): .beside(.after(try versions.resolve(item, naming: place)))
      case .start(let section): .beside(.start(try versions.resolve(section, naming: place)))
      case .end(let section): .beside(.end(try versions.resolve(section, naming: place)))
      }
  }

  /// The section of the place, or nil if the place is gone.
  func section(on board: Board) -> SectionID? {
    switch form {
    case .gap(_, let section): section
    case .beside(let anchor): board.gap(at: anchor).map { board.sectionID(at: $0.section) }
    }
  }

  /// The gap of the place, counting all items, or nil if the place is gone.
  func path(on board: Board) -> IndexPath? {
    switch form {
    case .gap(let path, _): path
    case .beside(let anchor): board.gap(at: anchor)
    }
  }

  /// Maps a gap through edits that leave what is on its right there; false if they may not, or if the
  /// place is beside an item, which may be moved.
  ///
  /// - Complexity: O(edits).
  mutating func follow(_ edits: [Edit]) -> Bool {
    switch form {
    case .gap(var gap, let section):
      for edit in edits {
        guard !edit.takesItem(at: gap), let next = edit.map(gap: gap) else { return false }
        gap = next
      }
      form = .gap(gap, section)
      return true
    case .beside(.start), .beside(.end): return true
    case .beside(.before), .beside(.after): return false
    }
  }

  /// Maps a gap through edits of its board; false if the place is gone.
  ///
  /// - Parameters:
  ///   - own: The items that do not count in a section.
  ///   - board: The board after the edits.
  /// - Complexity: O(edits · own items) if own items can be next to the gap on the way, else O(edits).
  mutating func carry(
    over edits: [Edit], to board: Board, without own: (SectionID) -> ItemGroup
  ) -> Bool {
    guard case .gap(let path, let section) = form else { return self.path(on: board) != nil }
    guard board.contains(section) else { return false }
    let own = own(section)
    let ignored = edits.canReachOwnItems(from: path) ? own : []
    guard let gap = PositionMapping(edits).gap(path, ignoring: ignored, on: board) else {
      return false
    }
    assert(board.sectionID(at: gap.section) == section, "a gap stays in its section")
    assert(gap.item <= board.itemCount(in: gap.section), "a gap is in its section")
    form = .gap(board.gap(gap, rightOf: own), section)
    return true
  }
}

extension Edit {
  /// Whether the item at a path goes from there.
  fileprivate func takesItem(at path: IndexPath) -> Bool {
    switch self {
    case .deleteItem(_, path), .moveItem(_, path, _): true
    case .insertItem, .deleteItem, .moveItem, .reloadItem, .reconfigureItem, .insertSection,
      .deleteSection, .moveSection, .reloadSection:
      false
    }
  }
}

extension [Edit] {
  /// Whether a gap without an own item on its right can have one before the last edit is applied.
  fileprivate func canReachOwnItems(from gap: IndexPath) -> Bool {
    guard count == 1 else { return !isEmpty }
    guard case .moveItem(_, gap, _) = self[0] else { return false }
    return true
  }
}

extension VersionedBoard {
  fileprivate func gap(
    _ path: IndexPath, since revision: Int?, naming place: Place,
    without own: (SectionID) -> ItemGroup
  ) throws(Refusal) -> Destination.Form {
    try requireLog(since: revision)
    let mapping = log.mapping(since: revision ?? log.head)
    guard let section = mapping.section(path.section) else {
      throw .destinationGone(place.description)
    }
    let board = board
    guard board.hasSection(at: section) else { throw .badPath(place.description) }
    let id = board.sectionID(at: section)
    guard path.item >= 0,
      let gap = mapping.gap(counted: path, without: own(id), on: board),
      gap.item <= board.itemCount(in: section)
    else { throw .badPath(place.description) }
    assert(gap.section == section, "a gap stays in its section")
    return .gap(gap, id)
  }

  fileprivate func resolve(
    _ item: ItemReference, naming place: Place
  ) throws(Refusal) -> ItemID {
    do throws(Refusal) {
      return try resolve(item)
    } catch { throw error.concerning(place.description) }
  }

  fileprivate func resolve(
    _ section: SectionReference, naming place: Place
  ) throws(Refusal) -> SectionID {
    do throws(Refusal) {
      return board.sectionID(at: try resolve(section))
    } catch { throw error.concerning(place.description) }
  }
}

extension Refusal {
  /// The refusal of the place that has a refused item or section.
  fileprivate func concerning(_ place: String) -> Refusal {
    switch self {
    case .itemGone, .sectionGone: .destinationGone(place)
    case .badPath: .badPath(place)
    default: self
    }
  }
}
