import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// Access rules that begin to hold, and those whom they end (rules 17.5 and 17.6).
final class RoleChanges {
  private let clock: HubClock
  private let roster: Roster
  private let boards: BoardDirectory
  private let drags: DragSessions
  private let delivery: Delivery
  private let silent: SilentConnections
  private let authorization: Authorization
  /// The roles that connections were last told of boards on which they may have others now: of those that are
  /// blocked, between two turns.
  @exclusivity(unchecked) private var formerRoles: [ConnectionID: [ObjectIdentifier: Role?]] = [:]

  init(
    clock: HubClock, roster: Roster, boards: BoardDirectory, drags: DragSessions,
    delivery: Delivery, silent: SilentConnections, authorization: Authorization
  ) {
    (self.clock, self.roster, self.boards, self.drags) = (clock, roster, boards, drags)
    (self.delivery, self.silent, self.authorization) = (delivery, silent, authorization)
  }

  /// Lets access rules hold from now on, or none.
  ///
  /// Connections end with `bye access-denied` if their client has not the token of its name any more, as
  /// if the name is nobody's now, or watches a board on which it has no role. Their drag sessions end as
  /// cancelled, and so do those of clients that may not edit the board any more.
  ///
  /// - Returns: How many connections end.
  /// - Complexity: O(connections · watched boards).
  func setRules(_ rules: AccessRules?) -> Int {
    let former = authorization.rules
    authorization.rules = rules
    drags.access = rules
    // What was encoded may show more or less than it may from now on.
    for live in boards.sorted { live.encodings.presenceChanged() }
    let ended = roster.open.filter { endIfUnauthorized($0, formerly: former) }.count
    endDragsWithoutRole()
    for connection in roster.open {
      sendRoles(to: connection, formerly: former, connection.client)
    }
    return ended
  }

  /// Ends the drags of clients that are no editors of their boards, and lets drags lose their places on boards
  /// on which their clients have no role.
  ///
  /// - Parameter client: Whose roles may have changed; nil for everybody.
  func endDragsWithoutRole(of client: ClientName? = nil) {
    guard let access = authorization.rules else { return }
    delivery.note(
      drags.coordinator.rolesChanged(of: client, at: clock.now) { client, board in
        access.role(of: client, on: board) ?? .viewer >= .editor
      })
    delivery.note(
      drags.coordinator.loseHiddenPlaces(of: client, at: clock.now) {
        access.role(of: $0, on: $1) != nil
      })
  }

  /// Sends the roles of a connection on the boards that it watches, if they are not those that it had
  /// (rule 17.6).
  ///
  /// - Parameters:
  ///   - former: The access rules that held.
  ///   - client: The client that it was.
  func sendRoles(
    to connection: ClientConnection, formerly former: AccessRules?, _ client: Client
  ) {
    guard !connection.isClosing else { return }
    for live in connection.subscriptions.map(\.board) {
      let known = former?.role(of: client.name, on: live.name)
      guard let role = authorization.role(of: connection.client, on: live.name), role != known,
        formerRoles[connection.id]?[ObjectIdentifier(live)] == nil
      else { continue }
      formerRoles[connection.id, default: [:]].updateValue(known, forKey: ObjectIdentifier(live))
    }
    // Who is blocked is told later and once, however often its roles change meanwhile.
    if !connection.isBlocked { sendOwedRoles(to: connection) }
  }

  /// Sends a connection the roles that are not those it was last told.
  func sendOwedRoles(to connection: ClientConnection) {
    guard let known = formerRoles.removeValue(forKey: connection.id), !connection.isClosing else {
      return
    }
    for live in connection.subscriptions.map(\.board) {
      guard let former = known[ObjectIdentifier(live)],
        let role = authorization.role(of: connection.client, on: live.name), role != former
      else { continue }
      delivery.send(.role(.init(live.name, role: role)), to: connection)
    }
  }

  /// Forgets a connection that is gone.
  func forget(_ connection: ClientConnection) { formerRoles[connection.id] = nil }

  /// Ends the connections that watch a board and may not know the name that it gets.
  func endWatchers(of live: LiveBoard, withoutRoleOn name: BoardName) {
    guard authorization.rules != nil else { return }
    for connection in delivery.subscribers(of: live)
    where !authorization.mayView(name, connection.client) {
      endUnauthorized(connection)
    }
  }

  /// - Parameter former: The access rules that held: whose name they reserved has proved it.
  /// - Returns: Whether it ends.
  private func endIfUnauthorized(
    _ connection: ClientConnection, formerly former: AccessRules?
  ) -> Bool {
    guard let access = authorization.rules, !connection.isClosing else { return false }
    let client = connection.client
    let isUser = access.reserves(client.name) || former?.reserves(client.name) == true
    if !isUser || isKnown(connection, by: access), mayWatch(connection, as: client.name) {
      expectLogin(of: connection)
      return false
    }
    endUnauthorized(connection)
    return true
  }

  /// Whether a connection has still what proves its name.
  private func isKnown(_ connection: ClientConnection, by access: AccessRules) -> Bool {
    let name = connection.client.name
    return access.accepts(localUser: roster.origin(of: connection).localUser, as: name)
      || roster.token(of: connection).map { access.accepts($0, of: name) } ?? false
  }

  private func endUnauthorized(_ connection: ClientConnection) {
    // Without a board, or its `bye` would bring the names of boards that it may not know; and closed, so
    // that the others of its client are told the ends of its drags.
    delivery.unsubscribe(connection)
    delivery.close(connection, .accessDenied)
    dropAll(of: connection)
  }

  /// Ends what a connection watches, and what its client drags and has selected.
  func dropAll(of connection: ClientConnection) {
    let client = connection.client.name
    delivery.unsubscribe(connection)
    delivery.note(drags.coordinator.ownerDisconnected(client, resumable: false, at: clock.now))
    delivery.dropSelections(of: client)
  }

  /// Whether a connection could watch all that it watches as a connection of this client.
  func mayWatch(_ connection: ClientConnection, as client: ClientName) -> Bool {
    guard let access = authorization.rules else { return true }
    return connection.subscriptions.allSatisfy { access.role(of: client, on: $0.board.name) != nil }
  }

  // MARK: The time to say a token

  /// Gives a connection without any role a deadline for its token.
  func expectLogin(of connection: ClientConnection) {
    guard let access = authorization.rules, !access.hasRoles(connection.client.name) else { return }
    silent.expectLogin(of: connection.id, by: clock.now + Limits.login)
  }

  /// Ends the connections that have said no token in time.
  func endStrangers() {
    while let id = silent.removeStranger(until: clock.now) {
      guard let access = authorization.rules, let connection = roster[id],
        !access.hasRoles(connection.client.name)
      else { continue }
      delivery.close(connection, .accessDenied)
    }
  }
}
