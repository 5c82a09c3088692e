import BoardCore
import BoardWire

extension Replica {
  /// Takes an answer: to an own change, to `open`, or to a command that concerns an own drag.
  mutating func take(_ reply: ServerReply) -> [ReplicaNotice] {
    defer { forgetNames() }
    var notices: [ReplicaNotice] = []
    if let index = index(of: reply.tag) { notices += settle(index, by: reply) }
    guard reply.kind == .ok else { return notices }
    switch reply.words.first {
    case "open" where reply.words.count > 2 && reply.words[1] == board.string:
      notices += opened(reply)
    case "hello" where reply.words.count > 1: client = ClientName(reply.words[1]) ?? client
    case "select", "deselect": notices += takeOwnSelection(reply)
    default: notices += takeOwnDrag(reply)
    }
    return notices
  }

  /// The board is open: what was told of drags and selections before holds no longer, and on a new
  /// connection all commands without an answer are given out.
  private mutating func opened(_ reply: ServerReply) -> [ReplicaNotice] {
    let isOpenAlready = isOpen
    isOpen = true
    openedRevision = Int(reply.words[2])
    if reply.words.last == "rewound" {
      needsSnapshot = true
      // What was done then is not in this board.
      for index in pending.indices where !pending[index].isUnanswered {
        pending[index].state = .done(revision: 0)
      }
    }
    // Where it was open before, as with `open BOARD every=1s`, they are on their way on this connection,
    // and a client without a token would have them done twice.
    for index in pending.indices where pending[index].state == .sent && !isOpenAlready {
      pending[index].state = .waiting
    }
    return forgetPresence() + giveOut()
  }

  private mutating func settle(_ index: Int, by reply: ServerReply) -> [ReplicaNotice] {
    let id = pending[index].id
    guard reply.kind == .ok, !reply.isPutBack else {
      let words = reply.kind == .ok ? Array(reply.words.dropFirst(2)) : reply.words
      let refused = Settlement.refused(words, sentence: reply.sentence)
      return remove { $0.id == id } + [.settled(id, refused)] + giveOut()
    }
    learnNames(of: index, from: reply)
    let revision = reply.revision ?? self.revision ?? 0
    pending[index].state = .done(revision: revision)
    var notices: [ReplicaNotice] = []
    if let own = self.revision, revision <= own { notices = remove { $0.id == id } }
    return notices + [.settled(id, .confirmed(revision: revision))] + giveOut()
  }

  /// Learns the name of what a change put in.
  private mutating func learnNames(of index: Int, from reply: ServerReply) {
    guard reply.words.count > 1 else { return }
    if case .insert = pending[index].change, let real = ItemID(reply.words[1]) {
      pending[index].newcomers[0].real = real
      if shown.contains(real) { itemNames[pending[index].newcomers[0].provisional] = real }
    }
    if case .insertSection = pending[index].change, let real = SectionID(reply.words[1]) {
      pending[index].newSection?.real = real
      if let new = pending[index].newSection, shown.contains(real) {
        sectionNames[new.provisional] = real
      }
    }
  }

  /// Settles what was sent and not answered as lost, and takes it back.
  mutating func giveUpSent() -> [ReplicaNotice] {
    let lost = pending.filter { $0.state == .sent }.map(\.id)
    return remove { $0.state == .sent } + lost.map { .settled($0, .lost) }
  }

  /// Gives up every change without an answer, because nobody will ask for one again.
  public mutating func abandon() -> [ReplicaNotice] {
    isOpen = false
    for index in pending.indices where pending[index].state == .waiting {
      pending[index].state = .sent
    }
    return giveUpSent()
  }

  /// Takes own changes away, in one update.
  private mutating func remove(where isGone: (PendingChange) -> Bool) -> [ReplicaNotice] {
    guard let first = pending.firstIndex(where: isGone) else { return [] }
    guard pending.contains(where: { isGone($0) && !$0.edits.isEmpty }) else {
      pending.removeAll(where: isGone)
      return []
    }
    var view = Composition()
    takeBack(from: first, into: &view)
    pending.removeAll(where: isGone)
    remake(from: first, into: &view)
    return update(view, [])
  }
}

extension ServerReply {
  /// Whether it says that a drop put everything back.
  fileprivate var isPutBack: Bool {
    words.first == "perform" && words.count > 2 && ["cancelled", "forbidden"].contains(words[2])
  }

  /// The revision of the board that a change led to; nil if it was another board that changed.
  fileprivate var revision: Int? {
    switch words.first {
    case "delete", "delete-section": words.count > 2 ? Int(words[2]) : nil
    case "perform" where words.count > 4 && words[4].contains("/"): nil
    default: words.count > 3 ? Int(words[3]) : nil
    }
  }
}
