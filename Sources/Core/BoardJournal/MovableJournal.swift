import BoardModel

/// A journal whose contents can be moved to another place.
///
/// A place is ready, arriving (a copy that is not complete) or moved (its contents are elsewhere). Only a place
/// that is ready can be served.
public protocol MovableJournal: Journal {
  /// Notes durably that the contents are at another place now, so that nobody serves them here.
  ///
  /// - Precondition: The journal is acquired.
  func markMoved(to place: String) throws(JournalFault)

  /// Notes durably that a copy is complete, and may be served.
  func markComplete() throws(JournalFault)
}

/// What a journal is opened for.
public enum JournalPurpose: Hashable, Sendable {
  case serving
  /// Its contents are copied to another place. It may be marked as moved there already.
  case moving(to: String)
  /// It becomes the copy of a place with this epoch. What an earlier try has left is deleted.
  case arriving(from: String, Epoch)
}
