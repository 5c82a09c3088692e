import BoardModel

/// The baseline for compositions of many edits: a difference of two contents by id, with the
/// standard library only.
///
/// Missing ids are deleted, new ids inserted. Of the others, items in another section or out of
/// order are moved, and items with another text reloaded. Sections do not move, rows are unsorted,
/// and the rules of list views are not followed.
enum PlainDiff {
  static func batch(from old: Content, to new: Content) -> BatchUpdate {
    var batch = BatchUpdate()
    let before = paths(of: old)
    let after = paths(of: new)
    for (section, content) in old.enumerated() {
      for (index, item) in content.items.enumerated() where after[item.id] == nil {
        batch.deletes.append(.init(item.id, at: IndexPath(section: section, item: index)))
      }
    }
    for section in new.indices {
      compare(section, of: new, with: old, before, into: &batch)
    }
    return batch
  }

  private static func paths(of content: Content) -> [ItemID: IndexPath] {
    var paths: [ItemID: IndexPath] = [:]
    paths.reserveCapacity(content.reduce(0) { $0 + $1.items.count })
    for (section, content) in content.enumerated() {
      for (index, item) in content.items.enumerated() {
        paths[item.id] = IndexPath(section: section, item: index)
      }
    }
    return paths
  }

  private static func compare(
    _ section: Int, of new: Content, with old: Content, _ before: [ItemID: IndexPath],
    into batch: inout BatchUpdate
  ) {
    let sources = new[section].items.map { before[$0.id] }
    let stays = staying(in: section, sources)
    for (index, source) in sources.enumerated() {
      let item = new[section].items[index]
      let path = IndexPath(section: section, item: index)
      guard let source else {
        batch.inserts.append(.init(item, at: path))
        continue
      }
      if !stays[index] { batch.moves.append(.init(item.id, from: source, to: path)) }
      if old[source.section].items[source.item].text != item.text {
        batch.reloads.append(.init(item.id, text: item.text, at: source))
      }
    }
  }

  /// For each item of a section, whether it is in a longest increasing subsequence.
  private static func staying(in section: Int, _ sources: [IndexPath?]) -> [Bool] {
    // The last item of the best subsequence of each length, and the predecessor of each item.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: sources.count)
    for (index, source) in sources.enumerated() {
      guard let source, source.section == section else { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if sources[ends[middle]]!.item < source.item { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var stays = [Bool](repeating: false, count: sources.count)
    var index = ends.last ?? -1
    while index >= 0 {
      stays[index] = true
      index = previous[index]
    }
    return stays
  }
}
