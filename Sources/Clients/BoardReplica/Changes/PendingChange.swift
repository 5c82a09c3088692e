import BoardModel
import BoardWire

/// A change of this client that is unsettled, or settled at a revision that the replica has not
/// reached.
struct PendingChange: Sendable {
  /// An item that the change inserts, under an id that only this replica knows.
  struct Newcomer: Sendable {
    var text: Text
    var provisional: ItemID
    /// The server's id, once the reply has named it.
    var real: ItemID?
  }

  /// A section that the change inserts.
  struct NewSection: Sendable {
    var title: Text
    var provisional: SectionID
    var real: SectionID?
  }

  enum State: Hashable, Sendable {
    /// It refers to something without a server id yet, or is queued behind such a change.
    case waiting
    /// The request was issued on the present connection, or on an earlier one.
    case sent
    /// It was executed at this revision, which the replica has not reached.
    case done(revision: Int)
  }

  let id: ChangeID
  let tag: String
  let change: OwnChange
  /// The request as first issued. A retry under the same tag must be identical (rule 9.3).
  var request: Request?
  /// The steps of the change on the board. They differ from `change` only for a drop.
  let steps: [OwnChange]
  var newcomers: [Newcomer] = []
  var newSection: NewSection?
  var state = State.waiting
  /// The edits of the change on the shown board.
  var edits: [Edit] = []

  /// Whether the server has not answered yet.
  var isUnanswered: Bool {
    if case .done = state { false } else { true }
  }
}

extension OwnChange {
  /// The items that the change refers to.
  var items: [ItemID] {
    switch self {
    case .insert(_, let anchor): anchor.item.map { [$0] } ?? []
    case .delete(let items), .set(let items, _): items
    case .move(let items, let anchor): items + (anchor.item.map { [$0] } ?? [])
    case .edit(let item, _): [item]
    case .insertSection, .deleteSection, .moveSection, .renameSection, .clear, .perform: []
    }
  }

  /// The sections that the change refers to.
  var sections: [SectionID] {
    switch self {
    case .insert(_, let anchor), .move(_, let anchor): anchor.section.map { [$0] } ?? []
    case .insertSection(_, let anchor): anchor.section.map { [$0] } ?? []
    case .moveSection(let section, let anchor):
      [section] + (anchor.section.map { [$0] } ?? [])
    case .deleteSection(let section), .renameSection(let section, _), .clear(let section):
      [section]
    case .delete, .edit, .set, .perform: []
    }
  }

  /// The same change with other ids.
  func renamed(_ item: (ItemID) -> ItemID, _ section: (SectionID) -> SectionID) -> OwnChange {
    switch self {
    case .insert(let text, let anchor): .insert(text, at: anchor.renamed(item, section))
    case .delete(let items): .delete(items.map(item))
    case .move(let items, let anchor):
      .move(items.map(item), to: anchor.renamed(item, section))
    case .edit(let id, let text): .edit(item(id), text)
    case .set(let items, let changes): .set(items.map(item), changes)
    case .insertSection(let title, let anchor):
      .insertSection(title, at: anchor.renamed(section))
    case .deleteSection(let id): .deleteSection(section(id))
    case .moveSection(let id, let anchor):
      .moveSection(section(id), to: anchor.renamed(section))
    case .renameSection(let id, let title): .renameSection(section(id), to: title)
    case .clear(let id): .clear(section(id))
    case .perform: self
    }
  }
}

extension Anchor {
  fileprivate var item: ItemID? {
    switch self {
    case .before(let item), .after(let item): item
    case .start, .end: nil
    }
  }

  fileprivate var section: SectionID? {
    switch self {
    case .before, .after: nil
    case .start(let section), .end(let section): section
    }
  }

  fileprivate func renamed(
    _ item: (ItemID) -> ItemID, _ section: (SectionID) -> SectionID
  ) -> Anchor {
    switch self {
    case .before(let id): .before(item(id))
    case .after(let id): .after(item(id))
    case .start(let id): .start(section(id))
    case .end(let id): .end(section(id))
    }
  }
}

extension SectionAnchor {
  fileprivate var section: SectionID? {
    switch self {
    case .before(let section), .after(let section): section
    case .end: nil
    }
  }

  fileprivate func renamed(_ section: (SectionID) -> SectionID) -> SectionAnchor {
    switch self {
    case .before(let id): .before(section(id))
    case .after(let id): .after(section(id))
    case .end: .end
    }
  }
}
