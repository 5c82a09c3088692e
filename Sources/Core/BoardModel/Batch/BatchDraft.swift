/// What differs between two boards, before it is written as rows.
///
/// For each touched section and item it has the origin, the location after, and whether it stays. It
/// knows nothing of what a list view accepts; see `MoveLegalization`.
struct BatchDraft {
  /// A place in a section, which is given by the number of its track.
  struct Location: Hashable {
    var section: Int
    var index: Int
  }

  struct SectionTrack {
    /// The id; it is known if a row needs it.
    var id: SectionID?
    /// The index before.
    var before: Int?
    /// The index after.
    var after: Int?
    /// Whether it was ever removed and inserted again.
    var hasMoved = false
    /// Whether it keeps its place among the sections that stay.
    var stays = false
    /// The title after, if it is another one than before.
    var newTitle: Text?
    /// Whether it was deleted and inserted again in between.
    var wasReplaced = false
    /// Whether items in it come, go, move or change.
    var hasTraffic = false

    var isDeleted: Bool { before != nil && after == nil }
    var isInserted: Bool { before == nil && after != nil }
  }

  struct ItemTrack {
    var id: ItemID
    /// The place before.
    var source: Location?
    /// The place after.
    var destination: Location?
    /// Whether it was ever removed and inserted again.
    var hasMoved = false
    /// Whether it keeps its place among the items of its section that stay.
    var stays = false
    /// Whether its text is another one than before.
    var hasNewText = false
    /// The changes of its fields since the board before.
    var changes = FieldChanges()
    /// The changes of its fields that lead back to the board before.
    var fieldReturns = FieldChanges()
    /// The text after, if it is known.
    var text: Text?
    /// The fields after, if they are known.
    var fields: Fields?

    /// Whether its text or its fields are others than before.
    var hasChanged: Bool { hasNewText || !changes.isEmpty }
    var isOnBothBoards: Bool { source != nil && destination != nil }

    /// Finds out whether the text is another one than before, where it was this if it is known.
    mutating func compare(with oldText: Text?) { hasNewText = oldText != nil && oldText != text }

    /// Finds out what changed since the board before, where its text and fields were these if they are known.
    mutating func compare(with oldText: Text?, _ oldFields: Fields?) {
      compare(with: oldText)
      guard let oldFields, let fields, !oldFields.isEmpty || !fields.isEmpty else { return }
      changes = oldFields.changes(to: fields)
      fieldReturns = fields.changes(to: oldFields)
    }
  }

  var sections: [SectionTrack] = []
  var items: [ItemTrack] = []

  /// Notes which sections have item traffic. Everything else must be known by now.
  mutating func findTraffic() {
    // By number, so that no track with its strings is copied.
    for number in items.indices where !items[number].stays || items[number].hasChanged {
      if let source = items[number].source { sections[source.section].hasTraffic = true }
      if let destination = items[number].destination {
        sections[destination.section].hasTraffic = true
      }
    }
  }

  /// The path before of an item, given its place before.
  func pathBefore(_ location: Location) -> IndexPath? {
    sections[location.section].before.map { IndexPath(section: $0, item: location.index) }
  }

  /// The path after of an item, given its place after.
  func pathAfter(_ location: Location) -> IndexPath? {
    sections[location.section].after.map { IndexPath(section: $0, item: location.index) }
  }
}
