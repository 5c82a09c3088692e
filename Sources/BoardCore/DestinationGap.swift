/// A gap between the items of one section, as edits pass by.
///
/// The index counts the full list: it is that of the item right of the gap. The gap sticks to that
/// item, so whatever is put in at the gap ends up left of it. Items of the drag itself do not count:
/// the gap lies right of those that stand in it.
struct DestinationGap {
  /// The index of the section.
  private(set) var section: Int
  /// The index in the full list.
  private(set) var index: Int
  /// The indices of the drag's own items in the section, ascending.
  private var ownIndices: [Int]
  private let own: ItemGroup

  /// Makes the gap that an index path of an earlier time means, with the own items not counted.
  ///
  /// - Parameters:
  ///   - path: The path at that time.
  ///   - edits: What happened since, on the way to `board`.
  /// - Returns: The gap at that time, or nil if the section is gone by now or never was.
  init?(
    counted path: IndexPath, without own: ItemGroup,
    before edits: some BidirectionalCollection<Edit>, on board: Board
  ) {
    self.init(own, in: path.section, before: edits, on: board)
    index = path.item
    step()
  }

  /// Makes the gap that is at a path of the full list at an earlier time.
  init?(
    at path: IndexPath, own: ItemGroup, before edits: some BidirectionalCollection<Edit>,
    on board: Board
  ) {
    self.init(own, in: path.section, before: edits, on: board)
    index = path.item
    settle()
  }

  /// Finds where the own items of a section stood before some edits.
  private init?(
    _ own: ItemGroup, in section: Int, before edits: some BidirectionalCollection<Edit>,
    on board: Board
  ) {
    self.own = own
    self.section = section
    index = 0
    ownIndices = []
    guard !own.isEmpty else { return }
    for edit in edits { guard pass(edit) else { return nil } }
    ownIndices = []
    for item in own {
      guard let path = board.indexPath(of: item), path.section == self.section else { continue }
      ownIndices.append(path.item)
    }
    ownIndices.sort()
    for edit in edits.reversed() { guard pass(edit.inverse) else { return nil } }
  }

  var path: IndexPath { IndexPath(section: section, item: index) }

  /// Carries the gap over edits; false if its section is gone.
  mutating func carry(over edits: some Sequence<Edit>) -> Bool {
    for edit in edits {
      guard pass(edit) else { return false }
      settle()
    }
    return true
  }

  private mutating func pass(_ edit: Edit) -> Bool {
    switch edit {
    case .insertItem(let item, let path): put(item.id, at: path)
    case .deleteItem(_, let path): take(at: path)
    case .moveItem(let id, let source, let destination):
      take(at: source)
      put(id, at: destination)
    case .reloadItem, .reloadSection: break
    case .insertSection, .deleteSection, .moveSection:
      guard let next = edit.carry(section: section) else { return false }
      section = next
    }
    return true
  }

  private mutating func put(_ item: ItemID, at path: IndexPath) {
    guard path.section == section else { return }
    if path.item <= index { index += 1 }
    for own in ownIndices.indices where ownIndices[own] >= path.item { ownIndices[own] += 1 }
    guard own.contains(item) else { return }
    ownIndices.insert(path.item, at: ownIndices.firstIndex { $0 > path.item } ?? ownIndices.count)
  }

  private mutating func take(at path: IndexPath) {
    guard path.section == section else { return }
    if path.item < index { index -= 1 }
    ownIndices.removeAll { $0 == path.item }
    for own in ownIndices.indices where ownIndices[own] > path.item { ownIndices[own] -= 1 }
  }

  /// Turns an index without the own items into one of the full list.
  private mutating func step() {
    for own in ownIndices where own <= index { index += 1 }
  }

  /// Steps over own items that stand right of the gap.
  private mutating func settle() {
    for own in ownIndices where own == index { index += 1 }
  }
}
