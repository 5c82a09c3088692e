// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

/// Something that a server sends without being asked, apart from batches and snapshots.
public enum Event: Hashable, Sendable {
  case began(BeganEvent)
  case items(ItemsEvent)
  case over(OverEvent)
  case lifted(LiftedEvent)
  case lost(LostEvent)
  case suspended(SuspendedEvent)
  case resumed(ResumedEvent)
  case ended(EndedEvent)
  case selected(SelectedEvent)
  case policy(PolicyEvent)
  case removed(RemovedEvent)
  case renamed(RenamedEvent)
  case role(RoleEvent)
  case ping
  case bye(ByeEvent)
}

/// The kinds of event, in the order of `protocol/lines.md`.
enum EventKind: String, CaseIterable {
  case began
  case items
  case over
  case lifted
  case lost
  case suspended
  case resumed
  case ended
  case selected
  case policy
  case removed
  case renamed
  case role
  case ping
  case bye

  /// The first word of the line.
  var firstWord: String {
    switch self {
    case .began, .items, .over, .lifted, .lost, .suspended, .resumed, .ended: "drag"
    case .selected: "selected"
    case .policy: "policy"
    case .removed: "removed"
    case .renamed: "renamed"
    case .role: "role"
    case .ping: "ping"
    case .bye: "bye"
    }
  }

  /// Names the parts of an event of this kind, to be read or described.
  func event<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder
  ) throws(Coder.Failure) -> Event {
    switch self {
    case .began: try .began(.init(&line, from: nil))
    case .items: try .items(.init(&line, from: nil))
    case .over: try .over(.init(&line, from: nil))
    case .lifted: try .lifted(.init(&line, from: nil))
    case .lost: try .lost(.init(&line, from: nil))
    case .suspended: try .suspended(.init(&line, from: nil))
    case .resumed: try .resumed(.init(&line, from: nil))
    case .ended: try .ended(.init(&line, from: nil))
    case .selected: try .selected(.init(&line, from: nil))
    case .policy: try .policy(.init(&line, from: nil))
    case .removed: try .removed(.init(&line, from: nil))
    case .renamed: try .renamed(.init(&line, from: nil))
    case .role: try .role(.init(&line, from: nil))
    case .ping: .ping
    case .bye: try .bye(.init(&line, from: nil))
    }
  }
}

extension WireBuffer {
  /// Appends an event with its line end.
  public mutating func append(_ event: Event) {
    switch event {
    case .began(let fields): line("drag", fields)
    case .items(let fields): line("drag", fields)
    case .over(let fields): line("drag", fields)
    case .lifted(let fields): line("drag", fields)
    case .lost(let fields): line("drag", fields)
    case .suspended(let fields): line("drag", fields)
    case .resumed(let fields): line("drag", fields)
    case .ended(let fields): line("drag", fields)
    case .selected(let fields): line("selected", fields)
    case .policy(let fields): line("policy", fields)
    case .removed(let fields): line("removed", fields)
    case .renamed(let fields): line("renamed", fields)
    case .role(let fields): line("role", fields)
    case .ping: line("ping", NoFields())
    case .bye(let fields): line("bye", fields)
    }
  }
}
