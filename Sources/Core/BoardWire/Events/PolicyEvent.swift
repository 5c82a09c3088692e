import BoardModel

/// The settings that a board or a section has of its own.
public struct PolicyEvent: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var target: PolicyRequest.Target
  /// The values as words, so that those of later versions are kept.
  private var values: [PolicyKey: String]

  public init(
    _ board: BoardName, _ target: PolicyRequest.Target, _ settings: [PolicySetting]
  ) {
    self.board = board
    self.target = target
    values = Dictionary(uniqueKeysWithValues: settings.map { ($0.key, $0.word) })
  }

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    target = try line.word("target", old?.target)
    let known = old.map { old in
      PolicyValues(PolicyKey.allCases.compactMap { key in old.values[key].map { (key, $0) } })
    }
    let read = try PolicyValues(&line, from: known)
    values = Dictionary(uniqueKeysWithValues: read.values.map { ($0.key, $0.value) })
  }

  /// The settings, in the order of the specification, without those of later versions.
  public var settings: [PolicySetting] {
    PolicyKey.allCases.compactMap { key in values[key].flatMap { PolicySetting(key, $0) } }
  }
}
