import BoardModel

/// `policy`: shows or sets policies.
public struct PolicyRequest: Hashable, Sendable {
  /// Whose policy is meant.
  public enum Target: Hashable, Sendable {
    case board
    case section(SectionReference)
  }

  /// The target; nil shows the whole board's policies.
  public var target: Target?
  /// The settings as words, which `check` looks at.
  package private(set) var values: PolicyValues
  public var board: BoardName?

  public init(
    _ target: Target? = nil, _ settings: [PolicySetting] = [], on board: BoardName? = nil
  ) {
    self.target = target
    values = PolicyValues(settings)
    self.board = board
  }

  public var settings: [PolicySetting] { values.settings }
}

extension PolicyRequest.Target: WireValue {
  init(_ word: Word) throws(LineError) {
    self = word.equals("*") ? .board : .section(try SectionReference(word))
  }

  func write(to buffer: inout WireBuffer) {
    switch self {
    case .board: buffer.append("*")
    case .section(let section): section.write(to: &buffer)
    }
  }
}

extension PolicyRequest: LineFields {
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let target = try line.lastWord("target", old?.target)
    board = try line.key("board", old?.board)
    values = try PolicyValues(&line, from: old?.values)
    self.target = target ?? (values.isEmpty ? nil : .board)
  }

  /// Looks at the values, behind everything else of the line.
  ///
  /// - Throws: `badArgument` for a value that the key does not have, or a key of boards that is set
  ///   for a section.
  func check() throws(LineError) {
    for (key, value) in values.inOrder {
      var isOfSection = false
      if case .section = target { isOfSection = true }
      guard !(isOfSection && key.isOfBoard), PolicySetting(key, value) != nil else {
        throw .quoting("\(key.rawValue)=\(value)", LineError.badArgument)
      }
    }
  }

  func append(to buffer: inout WireBuffer) { buffer.line("policy", self) }
}
