import BoardClient
import BoardHub
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
    case .insertSection, .edit, .set, .renameSection, .delete, .move, .deleteSection, .moveSection,
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
    if case .insert(let insert) = request, insert.fields.isEmpty,
      let anchor = Anchor(insert.place, renamings)
    {
      self = .insert(insert.text, at: anchor)
    } else if case .edit(let edit) = request, case .id(let item) = edit.item {
      self = .edit(renamings.item(item), edit.text)
    } else if case .set(let set) = request, let items = set.items.ids {
      self = .set(items.map(renamings.item), set.changes)
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

extension ItemReferences {
  /// The ids of the items; nil if one is named by its index path.
  fileprivate var ids: [ItemID]? {
    let ids = compactMap { if case .id(let item) = $0 { item } else { nil } }
    return ids.count == count ? ids : nil
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

/// The lists that the view shows, other boards, and the retry of what was refused.
extension TerminalClient {
  func list(_ listing: BoardView.Listing, at board: BoardName? = nil) {
    switch listing {
    case .boards where connection?.state != .live: listBoardsWithoutConnection()
    case .boards:
      ask(.board(.boards)) { [weak self] reply in
        guard case .boards(let listing) = reply else { return }
        self?.view?.showBoards(listing.rows, hasMore: listing.hasMore, at: board)
      }
    case .people:
      ask(.board(.who(.init(connection?.replica.board)))) { [weak self] reply in
        guard case .who(let listing) = reply else { return }
        self?.view?.showPeople(listing.rows, hasMore: listing.hasMore)
      }
    }
  }

  /// After the board was removed there is no connection.
  private func listBoardsWithoutConnection() {
    do {
      let rows = try Conversation.boards(of: address, in: space, timeout: .seconds(1))
      view?.showBoards(rows, hasMore: false)
    } catch { refuse("no list of boards: \(error)") { $0.list(.boards) } }
  }

  /// Opens another board on the screen.
  func show(_ board: BoardName) {
    do { try watch(board) } catch { view?.complain("\(error)") }
  }

  /// Removes a board, and lists the others.
  func remove(_ board: BoardName) {
    ask(.board(.removeBoard(.init(board)))) { [weak self] _ in self?.list(.boards) }
  }

  /// Sends a request, and shows its refusal, which `r` tries again.
  func ask(_ request: Request, then body: @escaping (Reply) -> Void) {
    connection?.send(request) { [weak self] answer in
      switch answer {
      case .reply(let reply):
        switch reply.outcome {
        case .ok(let reply): body(reply)
        case .refused(let failure), .error(let failure):
          self?.refuse(failure.text) { $0.ask(request, then: body) }
        }
      case .lost: self?.view?.remark("the connection broke; it may have been done")
      case .unsent:
        self?.refuse("not sent, for want of a connection") {
          $0.ask(request, then: body)
        }
      }
      self?.screen.setNeedsDisplay()
    }
  }

  /// Shows a refusal, and keeps what was refused for another try.
  func refuse(_ text: String, again: @escaping (TerminalClient) -> Void) {
    refused = again
    view?.refuse(text)
  }

  /// Repeats what was refused last.
  func retry() {
    guard let again = refused else { return view?.remark("nothing was refused") ?? () }
    refused = nil
    again(self)
  }
}
