import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// Who may do what: the role that each command needs at the moment when it is executed (rules 17.2 to 17.4).
final class Authorization {
  /// Nil if everybody may do everything.
  @exclusivity(unchecked) var rules: AccessRules?
  private let drags: DragSessions

  init(drags: DragSessions) { self.drags = drags }

  /// Makes sure that a client may give a command.
  ///
  /// - Throws: `accessDenied`; `unknownBoard` or `unknownSession` of what does not exist for it.
  func requireAccess(to request: Request, on connection: ClientConnection) throws(Refusal) {
    guard let rules, let role = request.role, !PlantedBug.roleNotAsked.isPlanted else { return }
    let subject = request.subject
    try rules.requireKnown(subject.session, in: drags.coordinator, for: connection.client)
    let isForced = role == .owner && !PlantedBug.forceOfEndedNotAsked.isPlanted
    let boards = drags.boards(of: subject, isForced: isForced, on: connection)
    try rules.require(role, on: boards, for: connection.client)
    if case .allBoards = subject { try rules.requireOwner(connection.client) }
  }

  /// Whether a client may give a command.
  func mayExecute(_ request: Request, on connection: ClientConnection) -> Bool {
    guard rules != nil else { return true }
    do throws(Refusal) {
      try requireAccess(to: request, on: connection)
      return true
    } catch { return false }
  }

  /// Whether a board exists for a client.
  func mayView(_ board: BoardName, _ client: Client) -> Bool {
    rules == nil || role(of: client, on: board) != nil
  }

  /// The role of a client on a board; nil without a role, or without access rules.
  func role(of client: Client, on board: BoardName) -> Role? {
    rules?.role(of: client.name, on: board)
  }

  /// What a client may know of a refusal.
  func visible(_ refusal: Refusal, to client: Client) -> Refusal {
    guard rules != nil, case .sessionEnded(let id, ending: .copied(_, let board?, _)) = refusal,
      !mayView(board, client)
    else { return refusal }
    return .sessionEnded(id, ending: .cancelled)
  }
}

extension AccessRules {
  fileprivate func require(
    _ role: Role, on boards: [BoardName], for client: Client
  ) throws(Refusal) {
    guard hasRoles(client.name) else { throw .accessDenied(role, board: nil) }
    for board in boards {
      guard let own = self.role(of: client.name, on: board) else {
        // Who may create no board of this name is told so, whether there is one or not.
        throw role == .owner ? .accessDenied(role, board: board) : .unknownBoard(board)
      }
      guard own >= role else { throw .accessDenied(role, board: board) }
    }
  }

  /// Makes sure that a client owns all boards.
  fileprivate func requireOwner(_ client: Client) throws(Refusal) {
    guard ownsAllBoards(client.name) else { throw .accessDenied(.owner, board: nil) }
  }

  /// - Throws: `unknownSession` for a session that began on a board that does not exist for the client.
  fileprivate func requireKnown(
    _ id: SessionID?, in coordinator: borrowing DragCoordinator, for client: Client
  ) throws(Refusal) {
    guard let id, let origin = coordinator.origin(of: id), origin.owner != client.name,
      role(of: client.name, on: origin.board) == nil
    else { return }
    throw .unknownSession(id)
  }
}
