// Made from protocol/errors.md by `swift run lines`. What is changed here is lost.

/// Why the server closes a connection.
public enum Bye: String, CaseIterable, Hashable, Sendable {
  case quit
  case shutdown
  case moved
  case full
  case tooManyErrors = "too-many-errors"
  case tooManyTokens = "too-many-tokens"
  case accessDenied = "access-denied"
  case notDropline = "not-dropline"
  case unknownSpace = "unknown-space"
  case unavailable
  case idle
}
