import BoardWire

extension Reply {
  /// The revision that an edit, an undo or a redo produced.
  package var editedRevision: Int? {
    if case .edited(let revision) = effect { revision } else { nil }
  }
}
