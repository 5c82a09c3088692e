import BoardAuthority
import BoardModel
import BoardWire

/// An answer as it was given, with a number that stands for the command.
package struct RecordedReply {
  let digest: UInt64
  /// The lines of the answer, without the command's tag.
  package let bytes: [UInt8]

  package init(digest: UInt64, bytes: [UInt8]) { (self.digest, self.bytes) = (digest, bytes) }
}

/// The last tagged commands of a client and their answers, so that a retry has no second effect.
package struct ReplyCache {
  /// Tags in the order in which they were used.
  private struct Queue {
    private var tags: [String] = []
    /// The bytes of their answers.
    private var bytes = 0

    /// Appends the tag of a new answer, and removes the oldest answers beyond the limits.
    mutating func append(_ tag: String, of answers: inout [String: RecordedReply]) {
      tags.append(tag)
      bytes += answers[tag]?.bytes.count ?? 0
      while tags.count > Limits.rememberedReplies
        || tags.count > 1 && bytes > Limits.rememberedBytes
      {
        bytes -= answers.removeValue(forKey: tags.removeFirst())?.bytes.count ?? 0
      }
      assert(bytes >= 0, "an answer is counted once")
    }
  }

  private var answers: [String: RecordedReply] = [:]
  /// The tags of answers that the journal has, and of others. Each kind has its own limits, so that a
  /// start forgets none that is remembered without it.
  private var persistent = Queue()
  private var others = Queue()

  /// The recorded answer to this very command, or nil if the tag is new.
  ///
  /// - Throws: `Refusal.tagUsed` if the tag stood before another command.
  package func reply(to digest: UInt64, tag: String) throws(Refusal) -> RecordedReply? {
    guard let answer = answers[tag] else { return nil }
    guard answer.digest == digest else { throw .tagUsed(tag) }
    return answer
  }

  /// Caches a reply to a new tag, and removes the oldest of its kind if there are too many, or if they
  /// have too many bytes. The newest stays, however long it is.
  ///
  /// - Parameter isPersistent: Whether the journal has it as well.
  package mutating func remember(_ answer: RecordedReply, tag: String, isPersistent: Bool) {
    answers[tag] = answer
    if isPersistent {
      persistent.append(tag, of: &answers)
    } else {
      others.append(tag, of: &answers)
    }
  }
}
