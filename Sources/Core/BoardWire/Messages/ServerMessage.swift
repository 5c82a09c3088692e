import BoardModel

/// Something whole that a server said, as a client reads it.
public enum ServerMessage: Hashable, Sendable {
  case greeting(Greeting)
  case reply(ServerReply)
  case event(Event)
  case batch(BoardName, from: Int, to: Int, BatchUpdate)
  /// The whole state of a board. `presence` has, for each live drag session, the events that say what
  /// it is, and then, for each client, what it has selected.
  case snapshot(BoardName, revision: Int, Content, presence: [Event])
  /// The state of a board without its items, for those who count.
  case counts(BoardName, revision: Int, [CountedSection], presence: [Event])
  /// A line of a kind that this version does not know, which is to be skipped (rule 11.2).
  case unknown(String)
}

/// A section with the number of its items.
public struct CountedSection: Hashable, Sendable {
  public var id: SectionID
  public var title: Text
  public var itemCount: Int

  public init(_ id: SectionID, title: Text, itemCount: Int) {
    self.id = id
    self.title = title
    self.itemCount = itemCount
  }
}

/// The answer to a command.
public struct ServerReply: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    case ok(Reply)
    // A failure is several times as large as a reply.
    indirect case refused(Failure)
    indirect case error(Failure)
  }

  public var tag: String?
  public var outcome: Outcome
  /// Whether it is the answer to an earlier command of the same tag.
  public var isReplayed: Bool

  public init(tag: String? = nil, _ outcome: Outcome, isReplayed: Bool = false) {
    self.tag = tag
    self.outcome = outcome
    self.isReplayed = isReplayed
  }

  /// The reply if it is `ok`.
  public var ok: Reply? {
    if case .ok(let reply) = outcome { reply } else { nil }
  }

  /// Why it is not `ok`.
  public var failure: Failure? {
    switch outcome {
    case .ok: nil
    case .refused(let failure), .error(let failure): failure
    }
  }
}

/// What a refusal or an error says: a code, facts, and a sentence for people.
public struct Failure: Hashable, Sendable {
  public var code: String
  public var facts: Facts
  public var sentence: String

  public init(code: String, facts: Facts = Facts(), sentence: String = "") {
    self.code = code
    self.facts = facts
    self.sentence = sentence
  }

  /// What a server says of a refusal.
  ///
  /// - Parameter sentence: If the command and the board are known, what is said of them.
  public init(_ refusal: Refusal, _ sentence: String? = nil) {
    let (code, facts) = refusal.wire
    self.init(
      code: code.rawValue, facts: facts,
      sentence: sentence ?? refusal.sentence(in: RefusalContext()))
  }

  /// What a server says of an error in a command of this verb.
  public init(_ error: LineError, _ verb: Verb?) {
    let (code, facts) = error.wire
    self.init(code: code.rawValue, facts: facts, sentence: error.sentence(verb))
  }

  /// The refusal, or nil if it is none of this version.
  public var refusal: Refusal? { Refusal.Code(rawValue: code).flatMap { Refusal($0, facts) } }

  /// The error, or nil if it is none of this version.
  public var error: LineError? {
    LineError.Code(rawValue: code).flatMap { LineError($0, facts) }
  }

  /// The line behind `refused` or `error`, for people.
  public var description: String {
    var buffer = WireBuffer()
    buffer.append(fields: FailureLine(self))
    return String(buffer.string.dropFirst())
  }
}

/// A line that no server of this version says.
public struct MalformedLine: Error, Hashable, Sendable {
  /// The line, as far as it can be shown.
  public let line: String
  public let reason: LineError
}

/// What stands behind `refused` and `error`: `CODE [replayed=yes] KEY=VALUE… [TEXT]`.
struct FailureLine: LineFields {
  let failure: Failure
  let isReplayed: Bool

  init(_ failure: Failure) { (self.failure, isReplayed) = (failure, false) }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let known = old?.failure
    let code = try line.word("code", known.map { QuotedWord(unchecked: $0.code) }).string
    isReplayed = try line.flag("replayed", old?.isReplayed)
    let facts = try Facts(&line, from: known?.facts)
    let sentence = try line.trailingText(limit: .max, known.map { Text($0.sentence) })
    failure = Failure(code: code, facts: facts, sentence: sentence.string)
  }
}

extension WireBuffer {
  /// Appends a remembered reply once more (rule 9.3): its lines as they were written without a tag,
  /// now with one and with `replayed=yes`.
  public mutating func append(replayed bytes: [UInt8], tag: String) {
    append(tag: tag)
    bytes.withUnsafeBytes { bytes in
      let head = ByteScan.first(0x0A, in: bytes) ?? bytes.count
      var words = WordReader(bytes.part(0..<head))
      // A refusal has a text, before which the keys stand.
      let isRefusal = words.next()?.equals("refused") == true
      _ = words.next()
      let end = isRefusal ? words.offset : head
      append(bytes: bytes.part(0..<end))
      append(" replayed=yes")
      append(bytes: bytes.part(end..<bytes.count))
    }
  }
}
