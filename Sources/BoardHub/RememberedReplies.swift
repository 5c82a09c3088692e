import BoardCore
import BoardWire

/// The last tagged commands of a client and their answers, so that a retry has no second effect.
struct RememberedReplies {
  private struct Answer {
    let request: Request
    /// What the rows of a block were, in short.
    let rows: Int
    let reply: Reply
  }

  private var answers: [String: Answer] = [:]
  private var order: [String] = []

  /// The recorded answer to this very command, or nil if the tag is new.
  ///
  /// - Throws: `Refusal.tagUsed` if the tag stood before another command.
  func reply(to request: Request, rows: Int, tag: String) throws(Refusal) -> Reply? {
    guard let answer = answers[tag] else { return nil }
    guard answer.request == request, answer.rows == rows else { throw .tagUsed(tag) }
    return answer.reply
  }

  /// Keeps an answer, and lets the oldest go where there are too many.
  mutating func remember(_ reply: Reply, to request: Request, rows: Int, tag: String) {
    let answer = Answer(request: request, rows: rows, reply: reply)
    if answers.updateValue(answer, forKey: tag) == nil {
      order.append(tag)
    }
    if order.count > Limits.rememberedReplies {
      answers[order.removeFirst()] = nil
    }
  }
}
