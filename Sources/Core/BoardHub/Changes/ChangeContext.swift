@_spi(Changes) import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// What a command makes its change with: the board itself, or a draft of it on another thread.
struct ChangeContext {
  /// What a command came to, with the revision that it made; nil if nothing changed.
  typealias Outcome = (reply: Reply, revision: Revision?)

  /// What others drag.
  enum Leases {
    /// The sessions as they are, at a time.
    case present(DragSessions, at: Duration)
    /// The leases when the draft was made.
    case copied(ForeignLeases)
  }

  let versions: VersionedBoard
  let author: Author
  /// The wall-clock time of the revision.
  let time: Int
  let room: JournalRoom
  let leases: Leases

  /// Makes changes as one revision, as `VersionedBoard.transact`.
  func transact(
    origin: RevisionOrigin = .command,
    _ body: (inout BoardTransaction) throws(Refusal) -> Void
  ) throws(Refusal) -> Revision? {
    try versions.transact(RevisionNote(author: author, time: time, origin: origin), body)
  }

  /// Forgets that the author can undo a revision.
  func dropUndo(of revision: Int) { versions.dropUndo(of: revision, by: author) }

  /// Makes sure that edits bring no ids to their board that nobody may choose: those that only the server assigns,
  /// and those that items from outside have got.
  func requireChoosable(_ edits: [Edit], on board: Board) throws(Refusal) {
    let id =
      switch leases {
      case .present(let drags, _):
        board.firstUnchoosable(in: edits) {
          drags.coordinator.isReserved($0, on: versions.name)
        }
      case .copied(let leases):
        board.firstUnchoosable(in: edits) { leases.isReserved($0) }
      }
    if let id { throw .idTaken(id) }
  }

  /// Makes sure that nobody else drags these items.
  func requireFree(_ items: some Sequence<ItemID>) throws(Refusal) {
    switch leases {
    case .present(let drags, let now):
      try drags.coordinator.requireFree(items, on: versions.name, for: author.name, at: now)
    case .copied(let leases): try leases.requireFree(items)
    }
  }

  /// Makes sure that these edits move or delete nothing that somebody else drags.
  func requireFree(_ edits: [Edit]) throws(Refusal) {
    switch leases {
    case .present(let drags, let now):
      try drags.coordinator.requireFree(edits, on: versions.name, for: author.name, at: now)
    case .copied(let leases): try leases.requireFree(edits)
    }
  }
}
