import BoardCore
import BoardReplica
import BoardWire

/// One's own drag, from picking up to letting go.
///
/// Moves of the hand may come faster than answers: one question is under way at a time, and the
/// next is about the place where the hand is then.
public struct Hand: Sendable {
  /// What became of a command.
  public enum Answer: Hashable, Sendable {
    case reply(ServerReply)
    /// The connection broke before there was one.
    case lost
  }

  /// What a question was about.
  public enum Errand: Hashable, Sendable {
    case begin, propose, perform, cancel, resume
  }

  /// A command to send, and what its answer is to be taken for.
  public struct Order: Hashable, Sendable {
    public var command: String
    public var errand: Errand
    /// The session it is about; nil for `begin`.
    public var session: SessionID?
  }

  /// What the server said of a place.
  enum Verdict: Hashable {
    case allowed(String)
    /// `cancel` or `forbidden`, with the reason.
    case denied(String)
  }

  private enum Ending { case none, drop, cancel }

  private struct Aim: Hashable {
    var gap: Gap
    var isCopy: Bool
  }

  let items: [ItemID]
  private var aim: Aim
  private(set) var session: SessionID?
  private var judged: (aim: Aim, verdict: Verdict)?
  private var asked: (errand: Errand, aim: Aim)?
  private var ending = Ending.none
  /// Whether there is no connection, and whether the server has suspended the drag for want of one.
  private var isOffline = false
  private var isSuspended = false
  /// Whether the hand is empty again.
  private(set) var isDone = false
  /// What there is to say when it is, or when something was refused.
  private(set) var remark: String?

  /// Picks items up; the first order asks the server for them.
  init(lifting items: [ItemID], at gap: Gap) {
    self.items = items
    aim = Aim(gap: gap, isCopy: false)
  }

  var gap: Gap { aim.gap }
  var isCopy: Bool { aim.isCopy }

  /// The verdict on the place where the hand is, once it is known.
  var verdict: Verdict? { judged?.aim == aim ? judged?.verdict : nil }

  /// Whether the hand has let go and waits for the outcome.
  var isDropping: Bool { ending == .drop }

  /// Whether the drop is under way, and shown already.
  var isPerforming: Bool { asked?.errand == .perform }
}

extension Hand {
  mutating func move(to gap: Gap) { if ending == .none { aim.gap = gap } }

  mutating func toggleCopy() { if ending == .none { aim.isCopy.toggle() } }

  mutating func drop() { if ending == .none { ending = .drop } }

  mutating func cancel() {
    ending = .cancel
    if session == nil && asked == nil { isDone = true }
  }

  /// The session is over for a reason that is not an answer to us.
  mutating func end(saying remark: String?) {
    isDone = true
    // Who has cancelled knows why it ended.
    self.remark = ending == .cancel ? nil : remark
  }

  /// The connection is back: the drag is suspended and wants to be taken up again.
  mutating func reconnect() {
    isOffline = false
    isSuspended = session != nil
  }

  /// The next command, if it is time for one. To be asked after every change.
  mutating func nextOrder() -> Order? {
    guard !isDone, !isOffline, asked == nil else { return nil }
    guard let session else {
      return order(.begin, "begin \(items.map(\.string).joined(separator: " "))")
    }
    if isSuspended { return order(.resume, "resume \(session)") }
    if ending == .cancel { return order(.cancel, "cancel \(session)") }
    if judged?.aim != aim { return propose(session) }
    guard ending == .drop else { return nil }
    return order(.perform, "perform \(session)")
  }

  private mutating func propose(_ session: SessionID) -> Order {
    order(.propose, "propose \(session) \(aim.isCopy ? "copy " : "")\(aim.gap.anchor)")
  }

  private mutating func order(_ errand: Errand, _ command: String) -> Order {
    asked = (errand, aim)
    return Order(command: command, errand: errand, session: session)
  }
}

extension Hand {
  /// Takes the answer to the order that is under way.
  mutating func take(_ answer: Answer, to errand: Errand) {
    guard let asked, asked.errand == errand else { return }
    self.asked = nil
    guard case .reply(let reply) = answer else {
      isOffline = true
      if session == nil { end(saying: "the connection broke while it was picked up") }
      return
    }
    if reply.kind == .ok {
      takeSuccess(reply.words, of: asked)
    } else {
      takeRefusal(reply, of: asked)
    }
  }

  private mutating func takeSuccess(_ words: [String], of asked: (errand: Errand, aim: Aim)) {
    switch asked.errand {
    case .begin: session = words.dropFirst().first.flatMap { SessionID(word: $0) }
    case .resume:
      isSuspended = false
      judged = nil
    case .propose: judged = (asked.aim, Verdict(words.dropFirst(2)))
    case .cancel: end(saying: nil)
    case .perform: end(saying: nil)
    }
  }

  /// Takes what became of the drop.
  mutating func take(_ settlement: Settlement) {
    guard asked?.errand == .perform else { return }
    asked = nil
    switch settlement {
    case .confirmed: end(saying: nil)
    case .lost: end(saying: "the connection broke during the drop; it may have been made")
    case .refused(let words, let sentence):
      let text = sentence ?? words.joined(separator: " ")
      switch words.first {
      case "cancelled", "forbidden", "session-ended":
        end(saying: "not dropped: \(reason ?? text)")
      default:
        ending = .none
        remark = text
      }
    }
  }

  /// Why nothing can be dropped where the hand is, if the server has said so.
  private var reason: String? {
    guard case .denied(let reason)? = verdict else { return nil }
    return reason
  }

  private mutating func takeRefusal(_ reply: ServerReply, of asked: (errand: Errand, aim: Aim)) {
    let text = reply.sentence ?? reply.words.joined(separator: " ")
    switch asked.errand {
    case .resume where reply.words.first == "not-suspended":
      takeSuccess([], of: asked)
    case .propose where reply.words.first != "session-ended":
      judged = (asked.aim, .denied(text))
      guard ending == .drop else { return }
      ending = .cancel
      remark = "not dropped: \(text)"
    case .begin, .propose, .perform, .cancel, .resume: end(saying: text)
    }
  }
}

extension Hand.Verdict {
  /// Reads `OPERATION INTENT PLACE ANCHOR [REASON]`.
  init(_ words: ArraySlice<String>) {
    let operation = words.first ?? ""
    let reason = words.count > 4 ? words.last : nil
    self =
      switch operation {
      case "move", "copy": .allowed(operation)
      default: .denied([operation, reason].compactMap { $0 }.joined(separator: ": "))
      }
  }
}

extension SessionID {
  /// Reads `d7`.
  init?(word: String) {
    guard word.first == "d", let number = Int(word.dropFirst()) else { return nil }
    self.init(number)
  }
}
