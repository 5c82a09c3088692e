import BoardCore
import BoardWire

// Own changes: made, given out, answered, settled.

extension Replica {
  /// Makes a change: it is shown at once, as far as it makes sense on what is shown, and its command
  /// is given out as soon as every name in it is known to the server. The order is kept.
  ///
  /// - Parameters:
  ///   - change: What is to be done.
  ///   - reserved: A number from `reserveChangeID()`, if it was taken before.
  /// - Returns: the number by which it will be settled, and what follows.
  /// - Throws: `limit` where a text is too long, or too many changes are without an answer;
  ///   `unknownSession` for a drop of what this client does not drag. Nothing has changed then.
  /// - Complexity: O(k log *n*) for k items that it speaks of.
  public mutating func make(
    _ change: OwnChange, as reserved: ChangeID? = nil
  ) throws(Refusal) -> (id: ChangeID, notices: [ReplicaNotice]) {
    guard pending.count < Self.unansweredChanges else {
      throw .limit("unanswered-changes", Self.unansweredChanges)
    }
    _ = try change.command(on: board)
    let steps = try steps(of: change)
    let id = reserved ?? reserveChangeID()
    var new = PendingChange(
      id: id, tag: tag(of: id), change: change, steps: steps)
    for case .insert(let text, _) in steps {
      new.newcomers.append(.init(text: text, provisional: newItemName()))
    }
    if case .insertSection(let title, _) = change {
      new.newSection = .init(title: title, provisional: newSectionName())
    }
    pending.append(new)
    var view = Composition()
    remake(from: pending.count - 1, into: &view)
    return (id, update(view, []) + giveOut())
  }

  /// Takes the number of a change that is to be made later.
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
      let texts = drag.items.compactMap { shown.item($0)?.text }
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

  /// Gives out the commands whose names the server knows, up to the first whose names it does not.
  mutating func giveOut() -> [ReplicaNotice] {
    guard isOpen else { return [] }
    var notices: [ReplicaNotice] = []
    for index in pending.indices where pending[index].state == .waiting {
      guard let command = command(of: pending[index]) else { break }
      pending[index].state = .sent
      notices.append(.send(pending[index].id, command))
    }
    return notices
  }

  /// The tagged command, or nil while it speaks of something whose name the server has not told.
  private func command(of pending: PendingChange) -> String? {
    for item in pending.change.items where serverName(of: item) == nil { return nil }
    for section in pending.change.sections where serverName(of: section) == nil { return nil }
    let named = pending.change.renamed({ serverName(of: $0) ?? $0 }, { serverName(of: $0) ?? $0 })
    do throws(Refusal) {
      return "#\(pending.tag) \(try named.command(on: board))"
    } catch { preconditionFailure("a name of the server is no longer than one of ours: \(error)") }
  }

  /// The tag by which a change asks and is answered.
  public func tag(of change: ChangeID) -> String { "\(tagPrefix)-\(change.number)" }

  func index(of tag: String?) -> Int? {
    guard let tag else { return nil }
    return pending.firstIndex { $0.tag == tag && $0.isUnanswered }
  }
}
