import BoardClient
import BoardModel
import BoardReplica
import BoardTerminal
import BoardWire
import Terminal

/// Lines that a key began: what they change is shown at once, with the cursor on what is new.
extension TerminalClient {
  /// The ids that the server has given since the line was begun.
  struct Renamings {
    private var items: [ItemID: ItemID] = [:]
    private var sections: [SectionID: SectionID] = [:]

    mutating func add(_ renaming: ViewUpdate.Renaming) {
      switch renaming {
      case .item(let old, let new): items[old] = new
      case .section(let old, let new): sections[old] = new
      }
    }

    fileprivate func item(_ id: ItemID) -> ItemID { items[id] ?? id }
    fileprivate func section(_ id: SectionID) -> SectionID { sections[id] ?? id }
  }

  /// Makes the change of a line.
  ///
  /// - Returns: Whether it was one; false for all other commands.
  func makeChange(of typed: PromptCommand) -> Bool {
    guard isKeyLine, case .success(.edit(let request)) = typed.request,
      let change = OwnChange(request, renamings)
    else { return false }
    let place = place(of: change)
    guard make(change), let place else { return true }
    refreshSight()
    view?.go(to: place)
    return true
  }

  /// Where something new will be: the path of an item, or of the start of a section.
  private func place(of change: OwnChange) -> IndexPath? {
    switch change {
    case .insert(_, let anchor): connection?.replica.shown.gap(at: anchor)
    case .insertSection(_, .after(let section)):
      connection?.replica.shown.index(of: section).map { IndexPath(section: $0 + 1, item: 0) }
    case .insertSection, .edit, .renameSection, .delete, .move, .deleteSection, .moveSection,
      .clear, .perform:
      nil
    }
  }
}

extension OwnChange {
  /// The change that a request for the open board asks for; nil if it names something by an index, or if no key makes
  /// such a change.
  fileprivate init?(_ request: EditRequest, _ renamings: TerminalClient.Renamings) {
    guard case .board(nil) = request.subject else { return nil }
    if case .insert(let insert) = request, let anchor = Anchor(insert.place, renamings) {
      self = .insert(insert.text, at: anchor)
    } else if case .edit(let edit) = request, case .id(let item) = edit.item {
      self = .edit(renamings.item(item), edit.text)
    } else if case .insertSection(let insert) = request,
      case .after(.id(let section)) = insert.index
    {
      self = .insertSection(insert.text, at: .after(renamings.section(section)))
    } else if case .renameSection(let rename) = request, case .id(let section) = rename.section {
      self = .renameSection(renamings.section(section), to: rename.text)
    } else {
      return nil
    }
  }
}

extension Anchor {
  fileprivate init?(_ place: Place, _ renamings: TerminalClient.Renamings) {
    switch place {
    case .before(.id(let item)): self = .before(renamings.item(item))
    case .after(.id(let item)): self = .after(renamings.item(item))
    case .start(.id(let section)): self = .start(renamings.section(section))
    case .end(.id(let section)): self = .end(renamings.section(section))
    case .before, .after, .start, .end, .index: return nil
    }
  }
}
