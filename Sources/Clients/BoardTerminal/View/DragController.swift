import BoardModel
import BoardReplica
import BoardWire

/// A drag of this client, from picking up to dropping.
///
/// The insertion point may change faster than replies arrive: at most one request is pending, and
/// the next one uses the insertion point of that moment.
public struct DragController: Sendable {
  /// The answer to a request.
  public enum Answer: Hashable, Sendable {
    case reply(ServerReply)
    /// The connection broke before the reply.
    case lost
  }

  /// The server's verdict on an insertion point.
  enum Verdict: Hashable {
    case allowed(DropOperation)
    /// A drop would be denied for this reason, which is one of a policy if the server has evaluated it.
    case denied(String, DropReason? = nil)
  }

  private enum Ending { case none, drop, cancel }

  private struct Aim: Hashable {
    var point: InsertionPoint
    var isCopy: Bool
  }

  let items: [ItemID]
  private var aim: Aim
  private(set) var session: SessionID?
  private var judged: (aim: Aim, verdict: Verdict)?
  private var asked: (request: DragRequest, aim: Aim)?
  private var ending = Ending.none
  /// Whether the last proposed place was removed.
  private var isLost = false
  /// Whether the connection is lost, and whether the session must be resumed.
  private var isOffline = false
  private var isSuspended = false
  /// Whether the drag has ended.
  private(set) var isDone = false
  /// The remark at the end, or after a refusal.
  private(set) var remark: String?

  /// Begins a drag; the first request lifts the items on the server.
  init(lifting items: [ItemID], at point: InsertionPoint) {
    self.items = items
    aim = Aim(point: point, isCopy: false)
  }

  var point: InsertionPoint { aim.point }
  var isCopy: Bool { aim.isCopy }

  /// The verdict on the present insertion point, or nil if unknown.
  var verdict: Verdict? {
    if isLost { return .denied("the place is gone") }
    return judged?.aim == aim ? judged?.verdict : nil
  }

  /// Whether a drop is requested and its outcome pending.
  var isDropping: Bool { ending == .drop }

  /// Whether the drop is in progress, and already shown.
  var isPerforming: Bool {
    if case .perform? = asked?.request { true } else { false }
  }
}

extension DragController {
  mutating func move(to point: InsertionPoint) { if ending == .none { aim.point = point } }

  /// Takes over what the insertion point is now, also of a drop that waits for the item after it.
  mutating func follow(_ point: InsertionPoint) { if !isPerforming { aim.point = point } }

  mutating func toggleCopy() { if ending == .none { aim.isCopy.toggle() } }

  /// Drops the items. Items that are put back among hidden ones stay where they are.
  mutating func drop() {
    guard ending == .none else { return }
    if aim.point.isPutBack, !aim.isCopy { cancel() } else { ending = .drop }
  }

  mutating func cancel() {
    ending = .cancel
    if session == nil && asked == nil { isDone = true }
  }

  mutating func follow(_ update: ViewUpdate) { if !isPerforming { aim.point.follow(update) } }

  /// Updates the state of the session as others see it.
  mutating func follow(_ state: DragState) { isLost = state == .lost }

  /// Handles the end of the session for another reason than a reply.
  mutating func end(saying remark: String?) {
    isDone = true
    // After an own cancel no remark is needed.
    self.remark = ending == .cancel ? nil : remark
  }

  /// Handles a reconnect: the session is suspended and must be resumed.
  mutating func reconnect() {
    isOffline = false
    isSuspended = session != nil
  }

  /// The next request, if one is due. Call it after every change. A place without an anchor is proposed as soon as it has one.
  mutating func nextRequest() -> DragRequest? {
    guard !isDone, !isOffline, asked == nil, let request = dueRequest else { return nil }
    asked = (request, aim)
    return request
  }

  private var dueRequest: DragRequest? {
    guard let session else { return .begin(.init(ItemReferences(ids: items))) }
    if isSuspended { return .resume(.init(session)) }
    if ending == .cancel { return .cancel(.init(session)) }
    if judged?.aim != aim || isLost {
      return aim.point.place.map {
        .propose(.init($0, operation: aim.isCopy ? .copy : nil, drag: session))
      }
    }
    return ending == .drop ? .perform(.init(session)) : nil
  }
}

extension DragController {
  /// Receives the answer to the pending request.
  mutating func receive(_ answer: Answer, to request: DragRequest) {
    guard let asked, asked.request == request else { return }
    self.asked = nil
    guard case .reply(let reply) = answer else {
      isOffline = true
      if session == nil { end(saying: "the connection broke while it was picked up") }
      return
    }
    switch reply.outcome {
    case .ok(let reply): receive(reply, aiming: asked.aim)
    case .refused(let failure), .error(let failure):
      receive(failure, to: request, aiming: asked.aim)
    }
  }

  private mutating func receive(_ reply: Reply, aiming aim: Aim) {
    switch reply.effect {
    case .drag(let session, .began): self.session = session
    case .drag(_, .resumed): resume()
    case .drag(_, .proposed(let proposal)):
      isLost = false
      judged = (aim, Verdict(proposal))
    case .drag(_, .ended): end(saying: nil)
    case .drag(_, .items), .drag(_, .left), .drag(_, .exited), .nothing, .named, .entered, .opened,
      .closed, .selection, .edited:
      end(saying: "the server answered something else")
    }
  }

  private mutating func resume() {
    isSuspended = false
    judged = nil
  }

  private mutating func receive(_ failure: Failure, to request: DragRequest, aiming aim: Aim) {
    let text = failure.text
    if case .resume = request, case .notSuspended = failure.refusal { return resume() }
    guard case .propose = request, failure.refusal?.wire.code != .sessionEnded else {
      return end(saying: text)
    }
    isLost = false
    judged = (aim, .denied(text))
    guard ending == .drop else { return }
    ending = .cancel
    remark = "not dropped: \(text)"
  }

  /// Receives the settlement of the drop.
  mutating func receive(_ settlement: Settlement) {
    guard isPerforming else { return }
    asked = nil
    switch settlement {
    case .confirmed: end(saying: nil)
    case .lost: end(saying: "the connection broke during the drop; it may have been made")
    case .refused(let failure) where failure.leavesSession:
      ending = .none
      // After items were removed, the rest needs a new proposal.
      judged = nil
      remark = failure.text
    case .refused(let failure): end(saying: "not dropped: \(reason(of: failure))")
    }
  }

  /// Why the drop was cancelled: the reason of the drop, or that of the last proposal.
  private func reason(of failure: Failure) -> String {
    if case .sessionEnded(_, ending: .forbidden(let reason))? = failure.refusal {
      return reason.text
    }
    if case .denied(let reason, _)? = verdict { return reason }
    return failure.text
  }
}

extension DragController.Verdict {
  init(_ proposal: DropProposal) {
    switch proposal.verdict {
    case .allowed(let operation): self = .allowed(operation)
    case .denied(let reason): self = .denied(reason.text, reason)
    }
  }
}

extension DropReason {
  fileprivate var text: String { "\(isTemporary ? "forbidden" : "cancel"): \(rawValue)" }
}

extension Failure {
  /// The text for people: the sentence, or the code with its facts if there is none. Of a session that has
  /// ended it is how.
  public var text: String {
    if case .sessionEnded(_, ending: let outcome)? = refusal {
      return ReportedOutcome(outcome).text
    }
    return sentence.isEmpty ? description : sentence
  }

  /// Whether a session still exists after its `perform` failed for this reason.
  fileprivate var leavesSession: Bool {
    let codes: [Refusal.Code] = [.sessionEnded, .unknownSession, .notOwner, .noSession]
    return refusal.map { !codes.contains($0.wire.code) } ?? false
  }
}

extension ReportedOutcome {
  /// How a drag ended, for its owner.
  public var text: String {
    switch self {
    case .moved: "the drag was over: it had been dropped"
    case .copied: "the drag was over: a copy had been dropped"
    case .unchanged: "the drag was over: it had been dropped where it was"
    case .cancelled: "somebody ended the drag"
    case .forbidden: "the drag was over: the place was forbidden"
    case .expired: "the drag took too long"
    case .gone: "somebody took what was dragged"
    case .shutdown: "the server stopped, and the drag ended"
    }
  }
}

extension Request {
  /// The command as typed.
  public var line: String {
    var buffer = WireBuffer()
    buffer.append(self)
    return String(buffer.string.dropLast())
  }
}
