import BoardModel

/// What a transaction changed.
public struct Revision {
  public let number: Int
  public let edits: [Edit]
  public let note: RevisionNote
  /// The deleted sections that had policies of their own.
  public let policiesLost: [SectionID]
  /// Whether it undoes or redoes a revision by many edits that are just the inverse of its edits.
  public let isInverse: Bool
}

extension RevisionLog {
  /// Whether edits that are to be appended are many, and the inverse of those of the revision that they
  /// undo.
  ///
  /// - Complexity: O(edits) of an undo or a redo.
  func hasInverse(of edits: [Edit], _ origin: RevisionOrigin) -> Bool {
    let undone: Int
    switch origin {
    case .command, .drag: return false
    case .undo(let revision), .redo(let revision): undone = revision
    }
    guard contains(undone - 1), undone <= head,
      edits.lazy.map(\.weight).reduce(0, +) >= Self.leastInverse
    else { return false }
    let others = self.edits(from: undone - 1, to: undone)
    return edits.count == others.count
      && zip(edits, others.reversed()).allSatisfy { $0 == $1.inverse }
  }

  /// Fewer edits are not worth a comparison.
  private static var leastInverse: Int { 16 }
}
