import BoardModel

/// The room that the journal has for changes, at one moment.
package struct JournalRoom {
  /// Whether anything is persisted at all.
  let isOn: Bool
  let isDiskFull: Bool
  /// The bytes that are free.
  let bytes: Int
  /// The bytes that this turn's revisions take of them already.
  let used: Int

  /// Makes sure that there is room for changes.
  package func requireRoom() throws(Refusal) { if isDiskFull { throw .diskFull } }

  /// Makes sure that there is room for edits before they are made.
  ///
  /// - Throws: `Refusal.diskFull` if they may need more than there is room for.
  package func requireRoom(for edits: [Edit]) throws(Refusal) {
    guard isOn else { return }
    // Each edit is a batch of its own, with its head and its row, and pages are not quite full.
    let size = edits.reduce(used) { $0 + 256 + $1.textBytes }
    if size > bytes / 2 { throw .diskFull }
  }
}

extension Edit {
  /// The bytes of the texts that the edit brings to the board.
  fileprivate var textBytes: Int {
    switch self {
    case .insertItem(let item, _): item.textBytes
    case .reconfigureItem(_, _, _, let changes): changes.byteCount
    case .reloadItem(_, _, _, let text), .reloadSection(_, _, _, let text): text.byteCount
    case .insertSection(let section, _):
      section.items.reduce(section.title.byteCount) { $0 + 128 + $1.textBytes }
    case .deleteItem, .moveItem, .deleteSection, .moveSection: 0
    }
  }
}

extension Item {
  fileprivate var textBytes: Int { text.byteCount + fields.byteCount }
}
