import BoardModel

/// A command as it was read: its tag, if it has one, and what it asks or what is wrong with it.
///
/// It is read once and executed once, and to copy its request would cost as much as to read it.
public struct Command: ~Copyable, Sendable {
  public let tag: String?
  /// The verb, if the line had one that there is.
  public let verb: Verb?
  public let request: Result<Request, LineError>

  init(
    tag: consuming String?, verb: Verb? = nil, _ request: consuming Result<Request, LineError>
  ) {
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
    guard let first = words.next() else { return nil }
    guard first[0] == UInt8(ascii: "#") else { return command(nil, first, words) }
    guard first.isTag else { return Command(tag: nil, .failure(.badTag)) }
    let tag = String(decoding: first.dropFirst(), as: UTF8.self)
    guard let verb = words.next() else {
      return Command(tag: tag, .failure(.missingArgument("VERB")))
    }
    return command(tag, verb, words)
  }

  private static func command(_ tag: String?, _ word: Word, _ words: WordReader) -> Command {
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
    if verb == .policy {
      let policy = try PolicyLine(&line, from: nil)
      try line.finish()
      return .policy(try policy.request())
    }
    let request = try Request(verb, &line)
    try line.finish()
    if verb == .hello || verb == .dryrun { try request.check() }
    return request
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

extension Request {
  /// Names the parts of a command, to be read or described.
  init<Coder: LineCoder & ~Copyable>(_ verb: Verb, _ line: inout Coder) throws(Coder.Failure) {
    switch verb {
    case .help: self = .connection(.help(try .init(&line, from: nil)))
    case .hello: self = .connection(.hello(try .init(&line, from: nil)))
    case .ping: self = .connection(.ping(try .init(&line, from: nil)))
    case .quit: self = .connection(.quit)
    case .boards: self = .query(.boards)
    case .create: self = .board(.create(try .init(&line, from: nil)))
    case .removeBoard: self = .board(.remove(try .init(&line, from: nil)))
    case .renameBoard: self = .board(.rename(try .init(&line, from: nil)))
    case .open: self = .board(.open(try .init(&line, from: nil)))
    case .close: self = .board(.close(try .init(&line, from: nil)))
    case .show: self = .query(.show(try .init(&line, from: nil)))
    case .who: self = .query(.who(try .init(&line, from: nil)))
    case .find: self = .query(.find(try .init(&line, from: nil)))
    case .drags: self = .query(.drags(try .init(&line, from: nil)))
    case .history: self = .query(.history(try .init(&line, from: nil)))
    case .begin: self = .drag(.begin(try .init(&line, from: nil)))
    case .beginExternal: self = .drag(.beginExternal(try .init(&line, from: nil)))
    case .add: self = .drag(.add(try .init(&line, from: nil)))
    case .addExternal: self = .drag(.addExternal(try .init(&line, from: nil)))
    case .remove: self = .drag(.remove(try .init(&line, from: nil)))
    case .propose: self = .drag(.propose(try .init(&line, from: nil)))
    case .exit: self = .drag(.exit(try .init(&line, from: nil)))
    case .perform: self = .drag(.perform(try .init(&line, from: nil)))
    case .cancel: self = .drag(.cancel(try .init(&line, from: nil)))
    case .resume: self = .drag(.resume(try .init(&line, from: nil)))
    case .dryrun: self = .drag(.dryrun(try .init(&line, from: nil)))
    case .insert: self = .edit(.insert(try .init(&line, from: nil)))
    case .delete: self = .edit(.delete(try .init(&line, from: nil)))
    case .move: self = .edit(.move(try .init(&line, from: nil)))
    case .edit: self = .edit(.edit(try .init(&line, from: nil)))
    case .insertSection: self = .edit(.insertSection(try .init(&line, from: nil)))
    case .deleteSection: self = .edit(.deleteSection(try .init(&line, from: nil)))
    case .moveSection: self = .edit(.moveSection(try .init(&line, from: nil)))
    case .renameSection: self = .edit(.renameSection(try .init(&line, from: nil)))
    case .clear: self = .edit(.clear(try .init(&line, from: nil)))
    case .batch: self = .block(.batch(try .init(&line, from: nil)))
    case .replace: self = .block(.replace(try .init(&line, from: nil)))
    case .policy:
      // This describes it. `CommandReader` looks at its values behind everything else.
      _ = try PolicyLine(&line, from: nil)
      self = .policy(PolicyRequest())
    case .undo: self = .undo(.undo(try .init(&line, from: nil)))
    case .redo: self = .undo(.redo(try .init(&line, from: nil)))
    case .select: self = .selection(.select(try .init(&line, from: nil)))
    case .deselect: self = .selection(.deselect(try .init(&line, from: nil)))
    case .choose: self = .selection(.choose(try .init(&line, from: nil)))
    }
  }

  /// Makes sure that the parts go together.
  fileprivate func check() throws(LineError) {
    if case .connection(.hello(let hello)) = self, hello.client == nil, hello.token != nil {
      throw .missingArgument("CLIENT")
    }
    if case .drag(.dryrun(let dryrun)) = self, dryrun.items != nil, let drag = dryrun.drag {
      throw .badArgument("drag=\(drag)")
    }
  }
}
