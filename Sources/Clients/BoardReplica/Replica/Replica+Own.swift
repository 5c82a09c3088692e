import BoardModel
import BoardWire

// Own changes: made, issued, answered, settled.

extension Replica {
  /// Makes an optimistic change: it is shown at once, as far as it is possible on the shown board,
  /// and its request is issued as soon as the server knows every id in it. Requests are issued in
  /// the order of the changes.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - reserved: The id from `reserveChangeID()`, if one was reserved.
  /// - Returns: the id under which the change will be settled, and the resulting events.
  /// - Throws: `limit` if a text is too long, or too many changes are without a reply;
  ///   `unknownSession` or `notOwner` for a drop of a session that is not this client's. After a
  ///   throw nothing has changed.
  /// - Complexity: O(k log *n*) for k items of the change.
  public mutating func make(
    _ change: OwnChange, as reserved: ChangeID? = nil
  ) throws(Refusal) -> (id: ChangeID, events: [ReplicaEvent]) {
    guard pending.count < Self.unansweredChanges else {
      throw .limit("unanswered-changes", max: Self.unansweredChanges)
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

  /// Reserves the id of a change that is made later.
  public mutating func reserveChangeID() -> ChangeID {
    lastChange += 1
    return ChangeID(number: lastChange)
  }

  /// The steps of a change.
  private func steps(of change: OwnChange) throws(Refusal) -> [OwnChange] {
    guard case .perform(let session) = change else { return [change] }
    guard let drag = drags[session] else { throw .unknownSession(session) }
    if !drag.isOwn, let owner = drag.owner { throw .notOwner(owner, drag: session) }
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

  /// The inserts that produce the items in this order.
  private func copies(of texts: [Text], to anchor: Anchor) -> [OwnChange] {
    let inserts = texts.map { OwnChange.insert($0, at: anchor) }
    switch anchor {
    case .before, .end: return inserts
    case .after, .start: return inserts.reversed()
    }
  }

  /// Issues the pending requests in order, up to the first with an id that the server does not
  /// know.
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

  /// The request of a change, or nil if an id in it is still provisional.
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
