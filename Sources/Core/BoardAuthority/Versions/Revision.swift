import BoardModel

/// What a transaction changed. All that are sent it share it.
public final class Revision: Sendable {
  public let number: Int
  public let edits: [Edit]
  public let note: RevisionNote
  /// The deleted sections that had policies of their own.
  public let policiesLost: [SectionID]
  /// Whether it undoes or redoes a revision by many edits that are just the inverse of its edits.
  public let isInverse: Bool

  init(
    number: Int, edits: [Edit], note: RevisionNote, policiesLost: [SectionID], isInverse: Bool
  ) {
    (self.number, self.edits, self.note) = (number, edits, note)
    (self.policiesLost, self.isInverse) = (policiesLost, isInverse)
  }
}

extension RevisionLog {
  /// Whether edits that are to be appended are many, and the inverse of those of a revision.
  ///
  /// - Complexity: O(edits).
  func hasInverse(of edits: [Edit], _ undone: Int) -> Bool {
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

/// The client that made a revision: its name, and which of the clients with that name it is.
///
/// A name without a token is free again when its connection closes, and the next client with that name
/// is another one. Only the client itself can undo its revisions (rule 12.1).
public struct Author: Hashable, Sendable {
  public let name: ClientName
  /// What tells apart clients that have the same name one after the other; 0 for a guest, whose name
  /// nobody gets again.
  public let identity: UInt64

  public init(_ name: ClientName, identity: UInt64 = 0) {
    self.name = name
    self.identity = identity
  }
}

extension Author: ExpressibleByStringLiteral {
  /// An author with the identity 0, for tests.
  public init(stringLiteral name: String) { self.init(ClientName(stringLiteral: name)) }
}
