import BoardModel
import BoardWire

/// An optimistic change of this client, in ids and anchors, which stay valid while others change
/// the board.
///
/// `Board.anchor(at:moving:)` turns the index path of a view into an anchor.
public enum OwnChange: Hashable, Sendable {
  case insert(Text, at: Anchor)
  case delete([ItemID])
  /// After the move the items are consecutive, in this order.
  case move([ItemID], to: Anchor)
  case edit(ItemID, Text)
  /// Sets fields of items; nil takes one away.
  case set([ItemID], FieldChanges)
  case insertSection(Text, at: SectionAnchor)
  case deleteSection(SectionID)
  case moveSection(SectionID, to: SectionAnchor)
  case renameSection(SectionID, to: Text)
  case clear(SectionID)
  /// Drops the items of a drag session of this client at the place of its last proposal.
  case perform(SessionID)
}

/// A place among the sections, by the id of a neighbouring section.
public enum SectionAnchor: Hashable, Sendable, CustomStringConvertible {
  case before(SectionID)
  case after(SectionID)
  case end

  public var description: String {
    switch self {
    case .before(let section): "before:\(section)"
    case .after(let section): "after:\(section)"
    case .end: "end"
    }
  }
}

/// The number of a change of this client, counted up from one.
public struct ChangeID: Hashable, Sendable {
  public let number: Int
}

/// The outcome of a change of this client.
public enum Settlement: Hashable, Sendable {
  /// Executed. The revision is that right after the change, or the present one if nothing changed.
  case confirmed(revision: Int)
  /// Not executed. A drop that was cancelled is refused with `session-ended` and the outcome.
  case refused(Failure)
  /// It may or may not have been executed: the connection broke before the reply, or the server has
  /// begun another epoch. The board shows which.
  case lost
}

extension OwnChange {
  /// The request that asks a server for the change.
  ///
  /// - Throws: `limit` if a server would not accept a text, a title or the line.
  public func request(on board: BoardName) throws(Refusal) -> Request {
    if let (text, limit) = text {
      guard text.byteCount <= limit else { throw .limit("text-bytes", max: limit) }
    }
    let request = uncheckedRequest(on: board)
    var line = WireBuffer()
    line.append(request)
    // Without its line end, but with a tag of full length, its mark and its blank.
    guard line.count - 1 + Limits.tagBytes + 2 <= Limits.lineBytes else {
      throw .limit("line-bytes", max: Limits.lineBytes)
    }
    return request
  }

  /// The same request, without checking limits.
  func uncheckedRequest(on board: BoardName) -> Request {
    switch self {
    case .insert(let text, let anchor): .edit(.insert(.init(Place(anchor), text: text, on: board)))
    case .delete(let items): .edit(.delete(.init(ItemReferences(ids: items), on: board)))
    case .move(let items, let anchor):
      .edit(.move(.init(ItemReferences(ids: items), place: Place(anchor), on: board)))
    case .edit(let item, let text): .edit(.edit(.init(.id(item), text: text, on: board)))
    case .set(let items, let changes):
      .edit(.set(.init(ItemReferences(ids: items), changes: changes, on: board)))
    case .insertSection(let title, let anchor):
      .edit(.insertSection(.init(SectionPlace(anchor), text: title, on: board)))
    case .deleteSection(let section): .edit(.deleteSection(.init(.id(section), on: board)))
    case .moveSection(let section, let anchor):
      .edit(.moveSection(.init(.id(section), index: SectionPlace(anchor), on: board)))
    case .renameSection(let section, let title):
      .edit(.renameSection(.init(.id(section), text: title, on: board)))
    case .clear(let section): .edit(.clear(.init(.id(section), on: board)))
    case .perform(let session): .drag(.perform(.init(session)))
    }
  }

  private var text: (Text, limit: Int)? {
    switch self {
    case .insert(let text, _), .edit(_, let text): (text, Limits.textBytes)
    case .insertSection(let title, _), .renameSection(_, let title): (title, Limits.titleBytes)
    case .delete, .move, .set, .deleteSection, .moveSection, .clear, .perform: nil
    }
  }
}

extension Board {
  /// Applies a change if it is possible on this board: all of it or nothing.
  ///
  /// - Parameters:
  ///   - item: The id for an item that is inserted.
  ///   - section: The id for a section that is inserted.
  /// - Returns: The applied edits; none if the server would change nothing, or refuse.
  mutating func make(_ change: OwnChange, item: ItemID?, section: SectionID?) -> [Edit] {
    do throws(BoardError) {
      switch change {
      case .insert(let text, let anchor):
        guard let item, let path = gap(at: anchor) else { return [] }
        return [try insert(Item(id: item, text: text), at: path)]
      case .delete(let items): return try delete(items)
      case .move(let items, let anchor): return try move(items, to: anchor)
      case .edit(let item, let text): return try setText(of: item, to: text).map { [$0] } ?? []
      case .set(let items, let changes): return try set(items, changes)
      case .insertSection, .deleteSection, .moveSection, .renameSection, .clear:
        return try makeSection(change, id: section)
      case .perform: return []
      }
    } catch { return [] }
  }

  private mutating func makeSection(
    _ change: OwnChange, id: SectionID?
  ) throws(BoardError) -> [Edit] {
    switch change {
    case .insertSection(let title, let anchor):
      guard let id, let index = index(of: anchor) else { return [] }
      return [try insert(Section(id: id, title: title), at: index)]
    case .deleteSection(let section):
      return hasUnknownItems(in: section) ? [] : [try deleteSection(section)]
    case .moveSection(let section, let anchor):
      guard let index = index(of: anchor, moving: section) else { return [] }
      return try moveSection(section, to: index).map { [$0] } ?? []
    case .renameSection(let section, let title):
      return try renameSection(section, to: title).map { [$0] } ?? []
    case .clear(let section): return hasUnknownItems(in: section) ? [] : try clearSection(section)
    case .insert, .delete, .move, .edit, .set, .perform: return []
    }
  }

  /// Whether a section has items of which only the place is known, so that its content cannot be brought back.
  private func hasUnknownItems(in section: SectionID) -> Bool {
    index(of: section).map { hasUnknownItems(in: $0) } ?? false
  }

  private mutating func delete(_ items: [ItemID]) throws(BoardError) -> [Edit] {
    guard try haveEach(items) else { return [] }
    var edits: [Edit] = []
    for item in items { edits.append(try deleteItem(item)) }
    return edits
  }

  private mutating func set(
    _ items: [ItemID], _ changes: FieldChanges
  ) throws(BoardError) -> [Edit] {
    guard try haveEach(items) else { return [] }
    var edits: [Edit] = []
    for item in items {
      if let edit = try setFields(of: item, changes)?.edit { edits.append(edit) }
    }
    return edits
  }

  /// Whether no item is named twice.
  ///
  /// - Throws: `noSuchItem` if one is not on the board.
  private func haveEach(_ items: [ItemID]) throws(BoardError) -> Bool {
    guard Set(items).count == items.count else { return false }
    for item in items where !contains(item) { throw .noSuchItem(item) }
    return true
  }

  private mutating func move(_ items: [ItemID], to anchor: Anchor) throws(BoardError) -> [Edit] {
    guard !items.isEmpty, var path = gap(at: anchor) else { return [] }
    let sources = items.compactMap { indexPath(of: $0) }
    path.item -= sources.count { $0.section == path.section && $0.item < path.item }
    return try move(items, to: path)
  }
}

extension Board {
  /// The anchor that an index path of this board stands for.
  ///
  /// - Parameters:
  ///   - path: The path of the first item after the move, counted without `items`; a path after
  ///     the last item is the end of its section.
  ///   - items: The items that move there; none for an insert.
  /// - Returns: nil if the board has no such section, or if of neither neighbour more than the place is known.
  /// - Complexity: O(*k* log *k* + *k* log *n*) for *k* items.
  public func anchor(at path: IndexPath, moving items: [ItemID] = []) -> Anchor? {
    guard hasSection(at: path.section), path.item >= 0 else { return nil }
    let section = path.section
    var index = path.item
    for taken in items.compactMap({ indexPath(of: $0) }).sorted()
    where taken.section == section && taken.item <= index { index += 1 }
    guard index < itemCount(in: section) else { return .end(sectionID(at: section)) }
    return anchor(inFrontOf: IndexPath(section: section, item: index))
  }

  private func anchor(inFrontOf path: IndexPath) -> Anchor? {
    if let item = knownItem(at: path) { return .before(item.id) }
    guard path.item > 0 else { return .start(sectionID(at: path.section)) }
    return knownItem(at: IndexPath(section: path.section, item: path.item - 1)).map {
      .after($0.id)
    }
  }

  /// The anchor that a section index stands for.
  ///
  /// - Parameter section: The section that moves there, which is not counted; nil for an insert.
  public func anchor(atSection index: Int, moving section: SectionID? = nil) -> SectionAnchor? {
    guard index >= 0 else { return nil }
    let source = section.flatMap { self.index(of: $0) }
    let counted = source.map { $0 <= index ? index + 1 : index } ?? index
    return counted < sectionCount ? .before(sectionID(at: counted)) : .end
  }

  /// The index of a section at the anchor, counted without `section`.
  fileprivate func index(of anchor: SectionAnchor, moving section: SectionID? = nil) -> Int? {
    let place: Int? =
      switch anchor {
      case .before(let other): index(of: other)
      case .after(let other): index(of: other).map { $0 + 1 }
      case .end: sectionCount
      }
    guard let place else { return nil }
    guard let source = section.flatMap({ index(of: $0) }) else { return place }
    return place.shifted(byDeleteAt: source)
  }
}

// Ids and anchors as requests name them.

extension ItemReferences {
  /// Names items by their ids.
  public init(ids: some Sequence<ItemID>) { self.init(ids.lazy.map { ItemReference.id($0) }) }
}

extension Place {
  /// The place that an anchor names.
  public init(_ anchor: Anchor) {
    switch anchor {
    case .before(let item): self = .before(.id(item))
    case .after(let item): self = .after(.id(item))
    case .start(let section): self = .start(.id(section))
    case .end(let section): self = .end(.id(section))
    }
  }
}

extension SectionPlace {
  /// The place that an anchor names.
  public init(_ anchor: SectionAnchor) {
    switch anchor {
    case .before(let section): self = .before(.id(section))
    case .after(let section): self = .after(.id(section))
    case .end: self = .end
    }
  }
}
