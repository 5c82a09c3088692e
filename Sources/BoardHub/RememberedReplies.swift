import BoardCore
import BoardWire

/// An answer as it was given, with a number that stands for the command.
struct RecordedReply {
  let digest: UInt64
  /// The lines of the answer, without the command's tag.
  let bytes: [UInt8]
}

/// The last tagged commands of a client and their answers, so that a retry has no second effect.
struct RememberedReplies {
  private var answers: [String: RecordedReply] = [:]
  /// The tags in the order in which they were used: of answers that the journal has, and of others.
  /// Each kind has its own limit, so that a start forgets none that is remembered without it.
  private var kept: [String] = []
  private var others: [String] = []

  /// The recorded answer to this very command, or nil if the tag is new.
  ///
  /// - Throws: `Refusal.tagUsed` if the tag stood before another command.
  func reply(to digest: UInt64, tag: String) throws(Refusal) -> RecordedReply? {
    guard let answer = answers[tag] else { return nil }
    guard answer.digest == digest else { throw .tagUsed(tag) }
    return answer
  }

  /// Keeps an answer to a new tag, and lets the oldest of its kind go where there are too many.
  ///
  /// - Parameter isKept: Whether the journal has it as well.
  mutating func remember(_ answer: RecordedReply, tag: String, isKept: Bool) {
    answers[tag] = answer
    if isKept { kept.append(tag) } else { others.append(tag) }
    if kept.count > Limits.rememberedReplies { answers[kept.removeFirst()] = nil }
    if others.count > Limits.rememberedReplies { answers[others.removeFirst()] = nil }
  }
}

/// A number that stands for a command and, where it is a block, for its rows.
///
/// It is the same in every process (FNV-1a, 64 bits), since it is kept with the answer.
struct CommandDigest {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Adds a line.
  mutating func add(_ line: UnsafeRawBufferPointer) {
    for byte in line { mix(byte) }
    mix(0x0A)
  }

  /// Adds the line of a command without its tag.
  mutating func add(tagged line: UnsafeRawBufferPointer) {
    let start = line.firstIndex { $0 != 0x20 } ?? 0
    guard line.indices.contains(start), line[start] == UInt8(ascii: "#"),
      let blank = line[start...].firstIndex(of: 0x20)
    else { return add(line) }
    add(UnsafeRawBufferPointer(rebasing: line[blank...].drop { $0 == 0x20 }))
  }

  private mutating func mix(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }
}
