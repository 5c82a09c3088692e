extension Composition {
  /// The batch that leads from the board before the first edit to the board after the last.
  ///
  /// It is legal, free of hazards and in the canonical order; it is empty if nothing differs. It has
  /// at most as many rows as there were edits, where a delete and an insert of one thing count as
  /// one. Items that no edit named are in it only as the content of sections that are sent whole.
  ///
  /// - Parameter content: the board after the last edit.
  /// - Complexity: O(k log k) for k edits, and the items of sections that are sent whole, deleted or
  ///   inserted.
  public func batch(content: some BoardContent) -> BatchUpdate {
    if isEmpty { return BatchUpdate() }
    let draft = draft()
    let writer = BatchWriter(draft, Demotion(legally: draft))
    return writer.complete(with: content) { origins(of: $0, count: $1, in: draft) }
  }

  /// What differs between the boards before and after.
  func draft() -> BatchDraft {
    var draft = BatchDraft()
    draft.sections = sections.map { .init(id: $0.id, before: $0.index, newTitle: $0.newTitle) }
    draft.items = items.map { item in
      let source = item.section.map { BatchDraft.Place(section: $0, index: item.index) }
      let hasChanged = item.original != nil && item.original != item.text
      return .init(id: item.id, source: source, hasChanged: hasChanged, text: item.text)
    }
    locate(&draft)
    var revival = CompositionRevival(self)
    revival.revive(&draft)
    chooseStays(&draft)
    draft.noteTraffic()
    return draft
  }

  /// Notes where everything stands after.
  private func locate(_ draft: inout BatchDraft) {
    list.walk { piece, index in
      guard let section = piece.record else { return }
      draft.sections[section].after = index
      sections[section].items.walk { piece, index in
        guard let item = piece.record else { return }
        draft.items[item].destination = .init(section: section, index: index)
      }
    }
  }

  /// The paths before of the items that stand in a section after.
  private func origins(of section: Int, count: Int, in draft: BatchDraft) -> [IndexPath?] {
    var paths: [IndexPath?] = []
    paths.reserveCapacity(count)
    sections[section].items.walk { piece, index in
      if let record = piece.record {
        paths.append(draft.items[record].source.flatMap(draft.pathBefore))
      } else {
        let end = piece.start + min(piece.count, count - index)
        for item in piece.start..<max(piece.start, end) {
          paths.append(draft.pathBefore(.init(section: section, index: item)))
        }
      }
    }
    return paths
  }
}

extension Composition.SectionRecord {
  /// The title now, if it is not the one it had before.
  fileprivate var newTitle: Text? { original == nil || original == title ? nil : title }
}

extension Composition {
  /// Decides what counts as having stayed.
  ///
  /// What was never taken out stays. Between two such neighbours the longest run of what is still
  /// in order stays too, as if it had never been touched.
  private func chooseStays(_ draft: inout BatchDraft) {
    var stays: [Int] = []
    choose(in: list, into: &stays) { number in
      let section = sections[number]
      return (draft.sections[number].before, section.index != nil && !section.hasMoved)
    }
    for section in stays { draft.sections[section].stays = true }
    for (number, section) in sections.enumerated() where draft.sections[number].after != nil {
      stays.removeAll(keepingCapacity: true)
      choose(in: section.items, into: &stays) { item in
        let source = draft.items[item].source
        return (source?.section == number ? source?.index : nil, !items[item].hasMoved)
      }
      for item in stays { draft.items[item].stays = true }
    }
  }

  /// Finds the records of a list that stay.
  ///
  /// - Parameter origin: the index before of a record, if it stood in this list, and whether it was
  ///   never taken out.
  private func choose(
    in list: PieceList, into stays: inout [Int],
    origin: (_ record: Int) -> (index: Int?, isFixed: Bool)
  ) {
    var gap = CompositionGap()
    list.walk { piece, _ in
      guard let record = piece.record else {
        gap.close(at: piece.start, next: piece.start + piece.count, into: &stays)
        return
      }
      guard case (let index?, let isFixed) = origin(record) else { return }
      if isFixed {
        gap.close(at: index, next: index + 1, into: &stays)
        stays.append(record)
      } else {
        gap.append(record, from: index)
      }
    }
    gap.close(at: .max, next: .max, into: &stays)
  }
}

/// The moved records between two neighbours that stay.
private struct CompositionGap {
  /// The lowest index before that lies behind the neighbour in front.
  private var start = 0
  private var records: [Int] = []
  private var origins: [Int] = []

  mutating func append(_ record: Int, from origin: Int) {
    guard origin >= start else { return }
    records.append(record)
    origins.append(origin)
  }

  /// Chooses among the records in front of a neighbour, and begins the gap behind it.
  mutating func close(at end: Int, next: Int, into stays: inout [Int]) {
    defer { start = next }
    guard !records.isEmpty else { return }
    let fitting = origins.indices.filter { origins[$0] < end }
    let chosen = StaySet.longestIncreasing(fitting.map { origins[$0] })
    stays += chosen.map { records[fitting[$0]] }
    records.removeAll(keepingCapacity: true)
    origins.removeAll(keepingCapacity: true)
  }
}
