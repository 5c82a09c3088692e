/// A promise of the server that a simulated run can find broken.
package enum RunCheck: String, CaseIterable, Hashable, Sendable {
  /// Each line that a client reads fits what it has read before: the syntax, gapless revisions, a
  /// legal batch, each item in one place, one end for each drag session.
  case stream
  /// The replica of the client library shows what its reader has by the specification alone.
  case replica
  /// An event names only what its reader has by then.
  case subject
  /// A revision has one content, for all readers and for good.
  case contents
  /// What anybody is sent is durable.
  case durable
  /// A command takes effect once, however often it is sent, and its reply stays the same.
  case once
  /// On the server each item is in one place, and the leases are those of live sessions, whose owners
  /// are there or may come back.
  case consistent
  /// Nobody moves or deletes what another client drags, unless by force.
  case lease
  /// An index path of an old revision names the item that was there.
  case mapping
  /// An id is given once in an epoch.
  case identity
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

extension RunCheck {
  /// The promise in one sentence.
  package var sentence: String {
    switch self {
    case .stream:
      "Each line fits those before it: gapless revisions, legal batches, one end for each drag"
    case .replica: "A replica of the client library shows what the lines say"
    case .subject: "An event names only what its reader has by then"
    case .contents: "A revision has one content, for all readers and for good"
    case .durable: "What anybody is sent is durable"
    case .once: "A command takes effect once, however often it is sent, and keeps its reply"
    case .consistent: "Each item is in one place, and leases are those of live drags"
    case .lease: "Nobody takes away what another client drags, unless by force"
    case .mapping: "An index path of an old revision names the item that was there"
    case .identity: "An id, and a revision of a board's name, is given once in an epoch"
    case .blocked: "A reader that takes nothing is sent nothing"
    case .role: "A client does only what its role permits"
    case .answered: "Each command gets its reply"
    case .converged: "In calm all replicas are equal"
    case .restart: "After a start the server has what is durable"
    case .bounded: "What waits in the server stays within its limits"
    }
  }
}

/// A broken promise.
package struct RunFault: Error, Hashable, CustomStringConvertible, Sendable {
  package let check: RunCheck
  package let text: String

  init(_ check: RunCheck, _ text: String) {
    self.check = check
    self.text = text
  }

  package var description: String { "\(check.rawValue): \(text)" }
}
