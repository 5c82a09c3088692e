extension Composition {
  /// The batch that leads from the board before the first edit to the board after the last.
  ///
  /// It is legal, free of hazards and in the canonical order, and empty if nothing differs. It has at
  /// most as many rows as there were edits; a delete and an insert of the same item or section count
  /// as one. Items that no edit named are in it only as content of sections that are sent whole.
  ///
  /// - Parameter content: the board after the last edit.
  /// - Complexity: O(k log k) for k edits, and the items of sections that are sent whole, deleted or
  ///   inserted.
  public func batch(content: some BoardContent) -> BatchUpdate {
    if isEmpty { return BatchUpdate() }
    let draft = draft()
    let legalization = MoveLegalization(legally: draft) { section in
      section.after.map(content.itemCount) ?? 0
    }
    let writer = BatchWriter(draft, legalization)
    return writer.complete(with: content) { origins(of: $0, count: $1, in: draft) }
  }

  /// The difference of the boards before and after, ready to be written as rows.
  func draft() -> BatchDraft {
    var draft = matchedDraft()
    chooseStays(&draft)
    draft.findTraffic()
    return draft
  }

  /// The origin and the location after of everything that was touched; what stays is not selected yet.
  func matchedDraft() -> BatchDraft {
    var draft = BatchDraft()
    draft.sections = sections.indices.map { sections[$0].track }
    draft.items = items.indices.map { track(ofItem: $0) }
    locate(&draft)
    var matching = ReinsertionMatching(self)
    matching.match(&draft)
    return draft
  }

  /// Sets the locations after.
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

  /// The paths before of the items that are in a section after.
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
  fileprivate var track: BatchDraft.SectionTrack {
    let isRetitled = original != nil && original != title
    return .init(
      id: id, before: index, hasMoved: hasMoved, newTitle: isRetitled ? title : nil)
  }
}

extension Composition {
  /// The track of an item. Its record, with its strings, is not copied.
  private func track(ofItem number: Int) -> BatchDraft.ItemTrack {
    let index = items[number].index
    var track = BatchDraft.ItemTrack(
      id: items[number].id,
      source: items[number].section.map { BatchDraft.Location(section: $0, index: index) },
      hasMoved: items[number].hasMoved, text: items[number].text, fields: items[number].fields)
    track.compare(with: items[number].original)
    if !items[number].newFields.isEmpty { items[number].addFields(to: &track) }
    return track
  }

  /// Selects what stays, by the rule of `StableSubset`.
  private func chooseStays(_ draft: inout BatchDraft) {
    var choice = StableSubset()
    list.walk { piece, _ in
      guard let record = piece.record else { return choice.pass(piece) }
      let isFixed = sections[record].index != nil && !sections[record].hasMoved
      choice.pass(record, from: draft.sections[record].before, isFixed: isFixed)
    }
    choice.finish { draft.sections[$0].stays = true }
    for number in sections.indices where draft.sections[number].after != nil {
      sections[number].items.walk { piece, _ in
        guard let record = piece.record else { return choice.pass(piece) }
        guard let source = draft.items[record].source, source.section == number else { return }
        choice.pass(record, from: source.index, isFixed: !items[record].hasMoved)
      }
      choice.finish { draft.items[$0].stays = true }
    }
  }
}

extension Composition.ItemRecord {
  fileprivate func addFields(to track: inout BatchDraft.ItemTrack) {
    for change in newFields where oldFields[change.name] != change.value {
      track.changes.append(change.name, change.value)
      track.fieldReturns.append(change.name, oldFields[change.name] ?? nil)
    }
  }
}
