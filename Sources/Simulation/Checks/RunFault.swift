/// A promise of the server that a simulated run can find broken.
package enum Check: String, CaseIterable, Hashable, Sendable {
  /// Each line that a client reads fits what it has read before: the syntax, gapless revisions, a
  /// legal batch, each item in one place, one end for each drag session.
  case stream
  /// An event names only what its reader has by then.
  case subject
  /// A revision has one content, for all readers and for good.
  case contents
  /// What anybody is sent is durable.
  case durable
  /// A command takes effect once, however often it is sent, and its reply stays the same.
  case once
  /// On the server each item is in one place, and the leases are those of live sessions.
  case consistent
  /// A reader that takes nothing is sent nothing.
  case blocked
  /// A client does only what its role permits.
  case role
  /// In calm each command has its reply.
  case answered
  /// In calm all replicas are equal.
  case converged
  /// After a start the server has what is durable.
  case restart
  /// What waits in the server stays within its limits.
  case bounded
}

/// A broken promise.
package struct RunFault: Error, Hashable, CustomStringConvertible, Sendable {
  package let check: Check
  package let text: String

  init(_ check: Check, _ text: String) {
    self.check = check
    self.text = text
  }

  package var description: String { "\(check.rawValue): \(text)" }
}
