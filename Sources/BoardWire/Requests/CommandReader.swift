import BoardCore

/// A command as it was read: its tag, if it has one, and what it asks or what is wrong with it.
public struct Command: Hashable, Sendable {
  public var tag: String?
  /// The verb, if the line had one that there is.
  public var verb: Verb?
  public var request: Result<Request, LineError>

  public init(tag: String?, verb: Verb? = nil, _ request: Result<Request, LineError>) {
    self.tag = tag
    self.verb = verb
    self.request = request
  }
}

/// Reads commands in the text form (section 3 of the specification).
public enum CommandReader {
  /// Reads one line, as `LineFramer` delivers it.
  ///
  /// - Returns: nil for an empty line and a line of blanks (rule 2.6).
  public static func read(_ line: UnsafeRawBufferPointer) -> Command? {
    var words = WordReader(line)
    guard var word = words.next() else { return nil }
    var tag: String?
    if word[0] == UInt8(ascii: "#") {
      guard word.isTag else { return Command(tag: nil, .failure(.badTag)) }
      tag = String(decoding: word.dropFirst(), as: UTF8.self)
      guard let verb = words.next() else {
        return Command(tag: tag, .failure(.missingArgument("VERB")))
      }
      word = verb
    }
    guard let verb = VerbTable.verb(word) else {
      return Command(tag: tag, .failure(.unknownVerb(word.quoted)))
    }
    do throws(LineError) {
      return Command(tag: tag, verb: verb, .success(try request(verb, words)))
    } catch {
      return Command(tag: tag, verb: verb, .failure(error))
    }
  }

  private static func request(_ verb: Verb, _ words: WordReader) throws(LineError) -> Request {
    var line = LineReader(words, .client)
    let request = try ParsedRequest(verb, &line)
    try line.finish()
    return try request.checked()
  }
}

extension Word {
  /// Whether the word is `#` and a tag (rule 3.8).
  var isTag: Bool {
    count >= 2 && count <= Limits.tagBytes + 1 && first == UInt8(ascii: "#")
      && dropFirst().allSatisfy { byte in
        byte.isLetter || byte.isDigit || byte == 0x5F || byte == 0x2E || byte == 0x2D
      }
  }
}

/// A request part by part, before it is looked at as a whole.
enum ParsedRequest {
  case whole(Request)
  case policy(PolicyLine)

  /// Names the parts of a command, to be read or described.
  init<Coder: LineCoder & ~Copyable>(_ verb: Verb, _ line: inout Coder) throws(Coder.Failure) {
    switch verb {
    case .help: self = .whole(.connection(.help(try .init(&line, from: nil))))
    case .hello: self = .whole(.connection(.hello(try .init(&line, from: nil))))
    case .ping: self = .whole(.connection(.ping(try .init(&line, from: nil))))
    case .quit: self = .whole(.connection(.quit))
    case .boards: self = .whole(.query(.boards))
    case .create: self = .whole(.board(.create(try .init(&line, from: nil))))
    case .removeBoard: self = .whole(.board(.remove(try .init(&line, from: nil))))
    case .renameBoard: self = .whole(.board(.rename(try .init(&line, from: nil))))
    case .open: self = .whole(.board(.open(try .init(&line, from: nil))))
    case .close: self = .whole(.board(.close(try .init(&line, from: nil))))
    case .show: self = .whole(.query(.show(try .init(&line, from: nil))))
    case .who: self = .whole(.query(.who(try .init(&line, from: nil))))
    case .find: self = .whole(.query(.find(try .init(&line, from: nil))))
    case .drags: self = .whole(.query(.drags(try .init(&line, from: nil))))
    case .history: self = .whole(.query(.history(try .init(&line, from: nil))))
    case .begin: self = .whole(.drag(.begin(try .init(&line, from: nil))))
    case .beginExternal: self = .whole(.drag(.beginExternal(try .init(&line, from: nil))))
    case .add: self = .whole(.drag(.add(try .init(&line, from: nil))))
    case .addExternal: self = .whole(.drag(.addExternal(try .init(&line, from: nil))))
    case .remove: self = .whole(.drag(.remove(try .init(&line, from: nil))))
    case .propose: self = .whole(.drag(.propose(try .init(&line, from: nil))))
    case .exit: self = .whole(.drag(.exit(try .init(&line, from: nil))))
    case .perform: self = .whole(.drag(.perform(try .init(&line, from: nil))))
    case .cancel: self = .whole(.drag(.cancel(try .init(&line, from: nil))))
    case .resume: self = .whole(.drag(.resume(try .init(&line, from: nil))))
    case .dryrun: self = .whole(.drag(.dryrun(try .init(&line, from: nil))))
    case .insert: self = .whole(.edit(.insert(try .init(&line, from: nil))))
    case .delete: self = .whole(.edit(.delete(try .init(&line, from: nil))))
    case .move: self = .whole(.edit(.move(try .init(&line, from: nil))))
    case .edit: self = .whole(.edit(.edit(try .init(&line, from: nil))))
    case .insertSection: self = .whole(.edit(.insertSection(try .init(&line, from: nil))))
    case .deleteSection: self = .whole(.edit(.deleteSection(try .init(&line, from: nil))))
    case .moveSection: self = .whole(.edit(.moveSection(try .init(&line, from: nil))))
    case .renameSection: self = .whole(.edit(.renameSection(try .init(&line, from: nil))))
    case .clear: self = .whole(.edit(.clear(try .init(&line, from: nil))))
    case .batch: self = .whole(.block(.batch(try .init(&line, from: nil))))
    case .replace: self = .whole(.block(.replace(try .init(&line, from: nil))))
    case .policy: self = .policy(try .init(&line, from: nil))
    case .undo: self = .whole(.undo(.undo(try .init(&line, from: nil))))
    case .redo: self = .whole(.undo(.redo(try .init(&line, from: nil))))
    case .select: self = .whole(.selection(.select(try .init(&line, from: nil))))
    case .deselect: self = .whole(.selection(.deselect(try .init(&line, from: nil))))
    case .choose: self = .whole(.selection(.choose(try .init(&line, from: nil))))
    }
  }

  /// The request, if its parts go together.
  fileprivate func checked() throws(LineError) -> Request {
    switch self {
    case .policy(let line): return .policy(try line.request())
    case .whole(.connection(.hello(let hello))) where hello.client == nil && hello.token != nil:
      throw .missingArgument("CLIENT")
    case .whole(.drag(.dryrun(let dryrun))):
      if dryrun.items != nil, let drag = dryrun.drag { throw .badArgument("drag=\(drag)") }
    case .whole: break
    }
    guard case .whole(let request) = self else { preconditionFailure("a policy was returned") }
    return request
  }
}
