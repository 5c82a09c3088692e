/// The verbs of version 1 by their families, in the order of `protocol/lines.md`.
///
/// The file of a family in `Verbs` declares what is said of each verb: its word, its profile, its help,
/// and what its commands and replies look like.
public enum Verb: Hashable, Sendable {
  case connection(ConnectionVerb)
  case board(BoardVerb)
  case drag(DragVerb)
  case edit(EditVerb)
  case block(BlockVerb)
  case policy(PolicyVerb)
  case undo(UndoVerb)
  case selection(SelectionVerb)
}

/// A part of the protocol that a server has as a whole or not at all.
public enum Profile: String, CaseIterable, Hashable, Sendable {
  case core, edit, drag, undo, select, people
}

/// The verbs of one family.
protocol VerbFamily: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
  /// The profile that the verb belongs to.
  var profile: Profile { get }
  var help: HelpText { get }

  /// Names the parts of a command, to be read or described.
  func request<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder
  ) throws(Coder.Failure) -> Request

  /// Names the parts of the first line of a reply behind its verb, to be read or described.
  func reply<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder
  ) throws(Coder.Failure) -> ReplyHead
}

extension Verb {
  /// The verb within its family.
  private var inFamily: any VerbFamily {
    switch self {
    case .connection(let verb): verb
    case .board(let verb): verb
    case .drag(let verb): verb
    case .edit(let verb): verb
    case .block(let verb): verb
    case .policy(let verb): verb
    case .undo(let verb): verb
    case .selection(let verb): verb
    }
  }

  /// The profile that the verb belongs to.
  public var profile: Profile { inFamily.profile }

  var help: HelpText { inFamily.help }

  /// Whether lines follow the command, up to a line `end`.
  public var beginsBlock: Bool {
    if case .block = self { true } else { false }
  }

  @inline(__always)
  func request<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder
  ) throws(Coder.Failure) -> Request {
    switch self {
    case .connection(let verb): try verb.request(&line)
    case .board(let verb): try verb.request(&line)
    case .drag(let verb): try verb.request(&line)
    case .edit(let verb): try verb.request(&line)
    case .block(let verb): try verb.request(&line)
    case .policy(let verb): try verb.request(&line)
    case .undo(let verb): try verb.request(&line)
    case .selection(let verb): try verb.request(&line)
    }
  }

  func reply<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder
  ) throws(Coder.Failure) -> ReplyHead {
    switch self {
    case .connection(let verb): try verb.reply(&line)
    case .board(let verb): try verb.reply(&line)
    case .drag(let verb): try verb.reply(&line)
    case .edit(let verb): try verb.reply(&line)
    case .block(let verb): try verb.reply(&line)
    case .policy(let verb): try verb.reply(&line)
    case .undo(let verb): try verb.reply(&line)
    case .selection(let verb): try verb.reply(&line)
    }
  }
}

extension Verb {
  /// How many numbers there are.
  public static let numbers = 8 * maximumOfFamily
  /// The maximum number of verbs of a family.
  private static let maximumOfFamily = 16

  /// A number for a table of all verbs, from 0 and below `numbers`. Not all numbers are verbs.
  public var number: Int {
    switch self {
    case .connection(let verb): verb.number
    case .board(let verb): Self.maximumOfFamily + verb.number
    case .drag(let verb): 2 * Self.maximumOfFamily + verb.number
    case .edit(let verb): 3 * Self.maximumOfFamily + verb.number
    case .block(let verb): 4 * Self.maximumOfFamily + verb.number
    case .policy(let verb): 5 * Self.maximumOfFamily + verb.number
    case .undo(let verb): 6 * Self.maximumOfFamily + verb.number
    case .selection(let verb): 7 * Self.maximumOfFamily + verb.number
    }
  }
}

extension VerbFamily {
  /// The position among the cases, which is how an enumeration without values is stored.
  fileprivate var number: Int { withUnsafeBytes(of: self) { Int($0.first ?? 0) } }
}

extension Verb: CaseIterable {
  public static let allCases: [Verb] =
    ConnectionVerb.allCases.map { .connection($0) } + BoardVerb.allCases.map { .board($0) }
    + DragVerb.allCases.map { .drag($0) } + EditVerb.allCases.map { .edit($0) }
    + BlockVerb.allCases.map { .block($0) } + PolicyVerb.allCases.map { .policy($0) }
    + UndoVerb.allCases.map { .undo($0) } + SelectionVerb.allCases.map { .selection($0) }
}

extension Verb: RawRepresentable {
  public init?(rawValue: String) {
    guard let verb = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = verb
  }

  /// The word of the verb.
  public var rawValue: String {
    switch self {
    case .connection(let verb): verb.rawValue
    case .board(let verb): verb.rawValue
    case .drag(let verb): verb.rawValue
    case .edit(let verb): verb.rawValue
    case .block(let verb): verb.rawValue
    case .policy(let verb): verb.rawValue
    case .undo(let verb): verb.rawValue
    case .selection(let verb): verb.rawValue
    }
  }
}
