import BoardCore
import BoardWire

// Who is there: drag sessions and selections, others' from events, own ones from answers as well.

extension Replica {
  mutating func take(_ event: Event) -> [ReplicaNotice] {
    switch event {
    case .began(let session, board, let owner, let operations, let items):
      drags[session] = DragSight(
        owner: owner, isOwn: owner == client, operations: operations, items: items)
      return [.drag(.began(session))]
    case .items(let session, let items): return change(session) { $0.items = items }
    case .over(let session, let proposal): return change(session) { $0.proposal = proposal }
    case .suspended(let session): return change(session) { $0.isSuspended = true }
    case .resumed(let session): return change(session) { $0.isSuspended = false }
    case .ended(let session, let outcome): return end(session, ReportedOutcome(outcome))
    case .selected(board, let client, let items): return select(client, items)
    case .began, .selected, .bye: return []
    }
  }

  mutating func end(_ session: SessionID, _ outcome: ReportedOutcome?) -> [ReplicaNotice] {
    drags.removeValue(forKey: session) == nil ? [] : [.drag(.ended(session, outcome))]
  }

  /// Forgets all sessions and selections: those that there are are about to be told anew.
  mutating func forgetPresence() -> [ReplicaNotice] {
    drags.keys.sorted().flatMap { end($0, nil) }
      + selections.keys.sorted().flatMap { select($0, []) }
  }

  /// Notes all that a client has selected now.
  mutating func select(_ client: ClientName, _ items: [ItemID]) -> [ReplicaNotice] {
    guard selections[client] ?? [] != items else { return [] }
    selections[client] = items.isEmpty ? nil : items
    return [.selection(client, items)]
  }

  /// Takes the answer to `select` or `deselect`, which no event tells this client.
  mutating func takeOwnSelection(_ reply: ServerReply) -> [ReplicaNotice] {
    guard reply.words.count > 2, reply.words[1] == board.string, let client else { return [] }
    return select(
      client, reply.words[2] == "none" ? [] : reply.words[2...].compactMap { ItemID($0) })
  }

  private mutating func change(
    _ session: SessionID, _ body: (inout DragSight) -> Void
  ) -> [ReplicaNotice] {
    guard var drag = drags[session] else { return [] }
    body(&drag)
    guard drag != drags[session] else { return [] }
    drags[session] = drag
    return [.drag(.changed(session))]
  }

  /// Takes the answer to a command about an own drag session, which no event tells its owner.
  mutating func takeOwnDrag(_ reply: ServerReply) -> [ReplicaNotice] {
    guard let verb = reply.words.first, let session = reply.session else { return [] }
    let items = reply.words.dropFirst(2).compactMap { ItemID($0) }
    switch verb {
    case "begin":
      drags[session] = DragSight(owner: client, isOwn: true, operations: .all, items: items)
      return [.drag(.began(session))]
    case "add": return change(session) { $0.items = items }
    case "remove" where reply.words.last == "cancelled": return end(session, .cancelled)
    case "remove": return change(session) { $0.items = items }
    case "propose": return change(session) { $0.proposal = reply.proposal }
    case "exit": return change(session) { $0.proposal = nil }
    case "resume":
      return change(session) {
        $0.isSuspended = false
        $0.proposal = reply.proposal
      }
    default: return []
    }
  }
}
