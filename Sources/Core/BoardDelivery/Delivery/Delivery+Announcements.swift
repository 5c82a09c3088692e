import BoardAuthority
import BoardModel
import BoardWire

// The policies of a board, and who has selected what: from a change to those who watch. Sources: `protocol/core.md`, 8.7;
// `protocol/profiles.md`, section 14.

extension Delivery {
  /// Sends everybody the settings that a target has now.
  package func sendPolicy(of target: BoardPolicies.Target, on live: LiveBoard) {
    _ = live.note(.policy(target), by: nil)
    markBehind(live)
  }

  /// Sends everybody the types that fields have now.
  package func sendTypes(of live: LiveBoard) {
    _ = live.note(.types, by: nil)
    markBehind(live)
  }

  /// Notes that a change deleted a section that had settings: whoever misses that, because the section
  /// comes back in the same window, is sent that it has none.
  ///
  /// - Parameter connection: The author of the change, which sees the section go.
  package func recordDeletedPolicy(
    of section: SectionID, on live: LiveBoard, by connection: ClientConnection
  ) {
    if PlantedBug.deletedPolicyKept.isPlanted { return }
    live.skip(live.note(.policy(.section(section)), by: connection.id), for: connection)
  }

  /// Sends everybody what a client has selected now, if no command of its own changed it.
  package func sendSelection(of client: ClientName, on live: LiveBoard) {
    boards.updateSelection(of: client, on: live)
    if PlantedBug.selectionNotSent.isPlanted { return }
    _ = live.note(.selection(client), by: nil)
    markBehind(live)
  }

  /// Sends everybody the selections that lost an item by some edits.
  package func sendSelections(without edits: [Edit], on live: LiveBoard) {
    if live.selections.isEmpty { return }
    for client in live.selections.removeDeleted(by: edits, on: live.versions.board) {
      sendSelection(of: client, on: live)
    }
  }

  /// Sends the others what the client of a connection has selected now by its command.
  ///
  /// What it names is on the board that the connection knows by then.
  /// - Parameter inFrontOfReply: Whether the reply does not tell it.
  package func sendSelection(
    on live: LiveBoard, by connection: ClientConnection, inFrontOfReply: Bool = false
  ) {
    let client = connection.client.name
    boards.updateSelection(of: client, on: live)
    catchUp(connection, on: live)
    let event = live.selectionEvent(of: client)
    if inFrontOfReply, connection.subscription(of: live) != nil {
      write(to: connection) { $0.buffer.append(event) }
    }
    let number = live.note(.selection(client), by: connection.id)
    markBehind(live)
    live.skip(number, for: connection)
  }

  /// Lets the selections of a guest go over to the name that it gave itself.
  package func giveSelections(of guest: ClientName, to client: ClientName) {
    for live in boards.boards(selectedBy: guest) {
      let before = live.selections[client]
      live.selections.transfer(from: guest, to: client)
      sendSelection(of: guest, on: live)
      if live.selections[client] != before { sendSelection(of: client, on: live) }
    }
  }

  /// Lets the selections of a client go whose last connection closed.
  package func dropSelections(of client: ClientName) {
    for live in boards.boards(selectedBy: client) {
      live.selections.set([], for: client)
      sendSelection(of: client, on: live)
    }
  }
}

extension LiveBoard {
  /// The event that says what is set for a target; nil if it is a section that is gone.
  func policyEvent(of target: BoardPolicies.Target) -> Event? {
    if case .section(let section) = target, versions.board.index(of: section) == nil { return nil }
    return .policy(PolicyEvent(versions.policies, of: target, on: name))
  }

  /// The event that says what types fields have.
  var typesEvent: Event { .fields(FieldsEvent(name, fields: versions.fieldTypes.words)) }

  /// The events that say what is set for all targets: for fields, for the board, then for its sections in order.
  var policyEvents: [Event] {
    (versions.fieldTypes.isEmpty ? [] : [typesEvent])
      + versions.policies.targetsInOrder(of: versions.board).compactMap { policyEvent(of: $0) }
  }

  /// The event that says what a client has selected.
  func selectionEvent(of client: ClientName) -> Event {
    .selected(SelectedEvent(name, client: client, items: selections[client]))
  }
}

extension BoardPolicies {
  /// The targets that have settings of their own: the board, then sections in their order.
  ///
  /// - Complexity: O(n log n) for n targets.
  package func targetsInOrder(of board: Board) -> [Target] {
    let sections = ownSections.map { Target.section($0) }
    return inOrder(hasOwn(.board) ? [.board] + sections : sections, of: board)
  }

  /// Targets in their order, without sections that are gone.
  func inOrder(_ targets: some Sequence<Target>, of board: Board) -> [Target] {
    var places: [(place: Int, target: Target)] = []
    for target in targets {
      switch target {
      case .board: places.append((-1, target))
      case .section(let section):
        if let index = board.index(of: section) { places.append((index, target)) }
      }
    }
    return places.sorted { $0.place < $1.place }.map(\.target)
  }
}

extension PolicyRequest.Target {
  package init(_ target: BoardPolicies.Target) {
    self =
      switch target {
      case .board: .board
      case .section(let section): .section(.id(section))
      }
  }
}

extension PolicyEvent {
  /// What is set for a target itself.
  init(_ policies: BoardPolicies, of target: BoardPolicies.Target, on board: BoardName) {
    self.init(board, target: .init(target), values: PolicyValues(policies.ownWords(for: target)))
  }
}
