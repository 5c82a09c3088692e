import BoardModel

/// `policy`: shows or sets policies.
public struct PolicyRequest: Hashable, Sendable {
  /// Whose policy is meant.
  public enum Target: Hashable, Sendable {
    case board
    case section(SectionReference)
  }

  /// The target; nil shows the whole board's policies, or sets those of the board.
  public var target: Target?
  public var settings: [PolicySetting]
  public var board: BoardName?

  public init(
    _ target: Target? = nil, _ settings: [PolicySetting] = [], on board: BoardName? = nil
  ) {
    self.target = target
    self.settings = settings
    self.board = board
  }
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

/// The line of `policy`, before its values are looked at.
struct PolicyLine: LineFields {
  private var target: PolicyRequest.Target?
  private var values: PolicyValues
  private var board: BoardName?

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    target = try line.lastWord("target", old?.target)
    board = try line.key("board", old?.board)
    values = try PolicyValues(&line, from: old?.values)
  }

  init(_ request: PolicyRequest) {
    target = request.target
    board = request.board
    values = PolicyValues(request.settings)
  }

  /// What the line asks.
  ///
  /// - Throws: `badArgument` for a value that the key does not have, or a key of boards that is set
  ///   for a section.
  func request() throws(LineError) -> PolicyRequest {
    var settings: [PolicySetting] = []
    for (key, value) in values.inOrder {
      var isOfSection = false
      if case .section = target { isOfSection = true }
      guard !(isOfSection && key.isOfBoard), let setting = PolicySetting(key, value) else {
        throw .quoting("\(key.rawValue)=\(value)", LineError.badArgument)
      }
      settings.append(setting)
    }
    return PolicyRequest(target ?? (settings.isEmpty ? nil : .board), settings, on: board)
  }
}

extension PolicyRequest: LineFields {
  /// Writes the line. `CommandReader` reads it by `PolicyLine`, which looks at values behind everything else.
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    _ = try PolicyLine(&line, from: old.map { PolicyLine($0) })
    self = old ?? PolicyRequest()
  }

  func append(to buffer: inout WireBuffer) { buffer.line("policy", self) }
}
