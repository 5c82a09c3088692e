import BoardModel

/// A gap between the items of one section, carried through edits.
///
/// A place by index means such a gap, in a command and for a session that is over it. It is
/// counted with the own items taken out, the items that the drop moves, and so are the edits: an
/// insert at the gap or before it shifts it by one, a delete before it shifts it back, and a move is
/// a delete and an insert.
///
/// - Invariant: In the full list the gap is right of all own items between its neighbours, so the
///   item right of it is none of them.
struct DestinationGap {
  /// The index of the section.
  private(set) var section: Int
  /// The index in the full list, which is that of the item right of the gap.
  private(set) var index = 0
  /// The indices of the own items in the section.
  private var ownIndices: AscendingIndices
  private let own: ItemGroup

  /// Makes the gap that an index path of an earlier time means, with the own items not counted.
  ///
  /// - Parameters:
  ///   - path: The path at that time.
  ///   - edits: What happened since, on the way to `board`.
  ///   - end: The index of the section on `board`.
  /// - Returns: The gap at that time, or nil if the section was not there all the time.
  init?(
    counted path: IndexPath, without own: ItemGroup,
    before edits: some BidirectionalCollection<Edit>, endingIn end: Int, on board: Board
  ) {
    self.init(own, before: edits, endingIn: end, on: board)
    section = path.section
    index = path.item
    for own in ownIndices.values where own <= index { index += 1 }
  }

  /// Makes the gap that is at a path of the full list at an earlier time.
  init?(
    at path: IndexPath, own: ItemGroup, before edits: some BidirectionalCollection<Edit>,
    endingIn end: Int, on board: Board
  ) {
    self.init(own, before: edits, endingIn: end, on: board)
    section = path.section
    index = path.item
    skipOwn()
  }

  /// Finds where the own items of a section were before some edits.
  private init?(
    _ own: ItemGroup, before edits: some BidirectionalCollection<Edit>, endingIn end: Int,
    on board: Board
  ) {
    self.own = own
    section = end
    ownIndices = AscendingIndices(
      own.compactMap { board.indexPath(of: $0) }.filter { $0.section == end }.map(\.item))
    guard !own.isEmpty else { return }
    for edit in edits.reversed() { guard pass(edit.inverse) else { return nil } }
  }

  var path: IndexPath { IndexPath(section: section, item: index) }

  /// Carries the gap over edits; false if its section is gone.
  ///
  /// - Complexity: O(edits · own items).
  mutating func carry(over edits: some Sequence<Edit>) -> Bool {
    for edit in edits { guard pass(edit) else { return false } }
    return true
  }

  private mutating func pass(_ edit: Edit) -> Bool {
    switch edit {
    case .insertItem(let item, let path): insert(item.id, at: path)
    case .deleteItem(_, let path): delete(at: path)
    case .moveItem(let id, let source, let destination):
      delete(at: source)
      insert(id, at: destination)
    case .reloadItem, .reloadSection: break
    case .insertSection, .deleteSection, .moveSection:
      guard let next = edit.carry(section: section) else { return false }
      section = next
    }
    return true
  }

  private mutating func insert(_ item: ItemID, at path: IndexPath) {
    guard path.section == section else { return }
    if path.item <= index { index += 1 }
    ownIndices.shift(byInsertAt: path.item)
    if own.contains(item) { ownIndices.insert(path.item) }
    skipOwn()
  }

  private mutating func delete(at path: IndexPath) {
    guard path.section == section else { return }
    if path.item < index { index -= 1 }
    ownIndices.shift(byDeleteAt: path.item)
    skipOwn()
  }

  private mutating func skipOwn() {
    while ownIndices.contains(index) { index += 1 }
  }
}

/// Indices of a few items among many, in ascending order, as items are inserted and deleted.
private struct AscendingIndices {
  private(set) var values: [Int]

  init(_ values: [Int]) { self.values = values.sorted() }

  func contains(_ index: Int) -> Bool {
    let first = first(from: index)
    return first < values.count && values[first] == index
  }

  mutating func insert(_ index: Int) { values.insert(index, at: first(from: index)) }

  mutating func shift(byInsertAt index: Int) { shift(from: first(from: index), by: 1) }

  /// An index that is deleted itself goes.
  mutating func shift(byDeleteAt index: Int) {
    let first = first(from: index)
    if first < values.count, values[first] == index { values.remove(at: first) }
    shift(from: first, by: -1)
  }

  private mutating func shift(from first: Int, by change: Int) {
    values.withUnsafeMutableBufferPointer { values in
      for place in first..<values.count { values[place] &+= change }
    }
  }

  /// The offset of the first value that is not less than an index.
  private func first(from index: Int) -> Int {
    var (low, high) = (0, values.count)
    while low < high {
      let middle = (low + high) / 2
      if values[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
