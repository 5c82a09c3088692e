import BoardModel
import BoardWire

// Own changes: made, given out, answered, settled.

extension Replica {
  /// Makes a change: it is shown at once, as far as it makes sense on what is shown, and its request
  /// is given out as soon as the server knows every id in it. The order is kept.
  ///
  /// - Parameters:
  ///   - change: What is to be done.
  ///   - reserved: The number from `reserveChangeID()`, if one was reserved.
  /// - Returns: the number by which it will be settled, and what follows.
  /// - Throws: `limit` if a text is too long, or too many changes are without a reply;
  ///   `unknownSession` or `notOwner` for a drop of what this client does not drag. Nothing has
  ///   changed then.
  /// - Complexity: O(k log *n*) for k items that it names.
  public mutating func make(
    _ change: OwnChange, as reserved: ChangeID? = nil
  ) throws(Refusal) -> (id: ChangeID, events: [ReplicaEvent]) {
    guard pending.count < Self.unansweredChanges else {
      throw .limit("unanswered-changes", Self.unansweredChanges)
    }
    _ = try change.request(on: board)
    let steps = try steps(of: change)
    let id = reserved ?? reserveChangeID()
    var new = PendingChange(
      id: id, tag: tag(of: id), change: change, steps: steps)
    for case .insert(let text, _) in steps {
      new.newcomers.append(.init(text: text, provisional: newItemID()))
    }
    if case .insertSection(let title, _) = change {
      new.newSection = .init(title: title, provisional: newSectionID())
    }
    pending.append(new)
    var view = Composition()
    remake(from: pending.count - 1, into: &view)
    return (id, update(view, []) + giveOut())
  }

  /// Reserves the number of a change that is to be made later.
  public mutating func reserveChangeID() -> ChangeID {
    lastChange += 1
    return ChangeID(number: lastChange)
  }

  /// What a change does to the board.
  private func steps(of change: OwnChange) throws(Refusal) -> [OwnChange] {
    guard case .perform(let session) = change else { return [change] }
    guard let drag = drags[session] else { throw .unknownSession(session) }
    if !drag.isOwn, let owner = drag.owner { throw .notOwner(session, owner) }
    guard let proposal = drag.proposal, proposal.board == nil,
      case .allowed(let operation) = proposal.verdict
    else { return [] }
    switch operation {
    case .move: return [.move(drag.items, to: proposal.anchor)]
    case .copy:
      let texts = drag.items.compactMap { drag.external[$0]?.text ?? shown.item($0)?.text }
      return texts.count == drag.items.count ? copies(of: texts, to: proposal.anchor) : []
    }
  }

  /// Inserts that leave the items in this order.
  private func copies(of texts: [Text], to anchor: Anchor) -> [OwnChange] {
    let inserts = texts.map { OwnChange.insert($0, at: anchor) }
    switch anchor {
    case .before, .end: return inserts
    case .after, .start: return inserts.reversed()
    }
  }

  /// Gives out the requests whose ids the server knows, up to the first with one that it does not.
  mutating func giveOut() -> [ReplicaEvent] {
    guard isOpen, !needsSnapshot, revision != nil else { return [] }
    var events: [ReplicaEvent] = []
    for index in pending.indices where isToBeGivenOut(pending[index].state) {
      guard let request = request(of: pending[index]) else { break }
      pending[index].state = .sent
      pending[index].request = request
      events.append(.send(pending[index].id, tag: pending[index].tag, request))
    }
    repeatsUnanswered = false
    return events
  }

  private func isToBeGivenOut(_ state: PendingChange.State) -> Bool {
    switch state {
    case .waiting: true
    case .sent: repeatsUnanswered
    case .done: false
    }
  }

  /// The request of a change, or nil while it names something whose id the server has not said.
  private func request(of pending: PendingChange) -> Request? {
    if let request = pending.request { return request }
    for item in pending.change.items where serverID(of: item) == nil { return nil }
    for section in pending.change.sections where serverID(of: section) == nil { return nil }
    let named = pending.change.renamed({ serverID(of: $0) ?? $0 }, { serverID(of: $0) ?? $0 })
    return named.uncheckedRequest(on: board)
  }

  /// The tag of the request for a change, and of its reply.
  public func tag(of change: ChangeID) -> String { "\(tagPrefix)-\(change.number)" }

  func index(of tag: String?) -> Int? {
    guard let tag else { return nil }
    return pending.firstIndex { $0.tag == tag && $0.isUnanswered }
  }
}
