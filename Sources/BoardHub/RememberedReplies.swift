import BoardCore
import BoardWire

/// The last tagged commands of a client and their answers, so that a retry has no second effect.
struct RememberedReplies {
  private struct Answer {
    /// What the command was, rows of a block included, in one number.
    let digest: Int
    let reply: Reply
  }

  private var answers: [String: Answer] = [:]
  private var order: [String] = []

  /// The recorded answer to this very command, or nil if the tag is new.
  ///
  /// - Throws: `Refusal.tagUsed` if the tag stood before another command.
  func reply(to request: Request, rows: Int, tag: String) throws(Refusal) -> Reply? {
    guard let answer = answers[tag] else { return nil }
    guard answer.digest == Self.digest(request, rows) else { throw .tagUsed(tag) }
    return answer.reply
  }

  /// Keeps an answer, and lets the oldest go where there are too many.
  mutating func remember(_ reply: Reply, to request: Request, rows: Int, tag: String) {
    let answer = Answer(digest: Self.digest(request, rows), reply: reply)
    if answers.updateValue(answer, forKey: tag) == nil {
      order.append(tag)
    }
    if order.count > Limits.rememberedReplies {
      answers[order.removeFirst()] = nil
    }
  }

  private static func digest(_ request: Request, _ rows: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(request)
    hasher.combine(rows)
    return hasher.finalize()
  }
}
