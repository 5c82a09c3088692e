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
  case fields(FieldsEvent)
  case removed(RemovedEvent)
  case renamed(RenamedEvent)
  case role(RoleEvent)
  case ping
  case bye(ByeEvent)
}

extension Event {
  /// Who may be told of the event.
  public var audience: EventAudience {
    switch self {
    case .began, .selected, .policy, .fields, .removed, .renamed: .watchers
    case .items, .over, .lifted, .lost, .suspended, .resumed, .ended: .watchersAndOwner
    case .role: .client
    case .ping, .bye: .connection
    }
  }

  /// The board that the event is about, if it names it.
  public var board: BoardName? {
    switch self {
    case .began(let fields): fields.board
    case .items, .over, .lifted, .lost, .suspended, .resumed, .ended, .ping, .bye: nil
    case .selected(let fields): fields.board
    case .policy(let fields): fields.board
    case .fields(let fields): fields.board
    case .removed(let fields): fields.board
    case .renamed(let fields): fields.board
    case .role(let fields): fields.board
    }
  }
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
  case fields
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
    case .fields: "fields"
    case .removed: "removed"
    case .renamed: "renamed"
    case .role: "role"
    case .ping: "ping"
    case .bye: "bye"
    }
  }

  /// Reads the parts of an event of this kind.
  func event(_ line: inout LineReader) throws(LineError) -> Event {
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
    case .fields: try .fields(.init(&line, from: nil))
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
    case .fields(let fields): line("fields", fields)
    case .removed(let fields): line("removed", fields)
    case .renamed(let fields): line("renamed", fields)
    case .role(let fields): line("role", fields)
    case .ping: line("ping", NoFields())
    case .bye(let fields): line("bye", fields)
    }
  }
}
