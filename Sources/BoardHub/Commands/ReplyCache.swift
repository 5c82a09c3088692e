import BoardAuthority
import BoardModel
import BoardWire

/// An answer as it was given, with a number that stands for the command.
struct RecordedReply {
  let digest: UInt64
  /// The lines of the answer, without the command's tag.
  let bytes: [UInt8]
}

/// The last tagged commands of a client and their answers, so that a retry has no second effect.
struct ReplyCache {
  private var answers: [String: RecordedReply] = [:]
  /// The tags in the order in which they were used: of answers that the journal has, and of others.
  /// Each kind has its own limit, so that a start forgets none that is remembered without it.
  private var persistent: [String] = []
  private var others: [String] = []

  /// The recorded answer to this very command, or nil if the tag is new.
  ///
  /// - Throws: `Refusal.tagUsed` if the tag stood before another command.
  func reply(to digest: UInt64, tag: String) throws(Refusal) -> RecordedReply? {
    guard let answer = answers[tag] else { return nil }
    guard answer.digest == digest else { throw .tagUsed(tag) }
    return answer
  }

  /// Caches a reply to a new tag, and removes the oldest of its kind if there are too many.
  ///
  /// - Parameter isPersistent: Whether the journal has it as well.
  mutating func remember(_ answer: RecordedReply, tag: String, isPersistent: Bool) {
    answers[tag] = answer
    if isPersistent { persistent.append(tag) } else { others.append(tag) }
    if persistent.count > Limits.rememberedReplies { answers[persistent.removeFirst()] = nil }
    if others.count > Limits.rememberedReplies { answers[others.removeFirst()] = nil }
  }
}
