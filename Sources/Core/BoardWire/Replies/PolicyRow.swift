import BoardModel

/// The policies of a board or a section as `policy` lists them.
public struct PolicyRow: Hashable, Sendable, LineFields {
  public var target: PolicyRequest.Target
  /// Every key with the value that holds for the target.
  public var values: [PolicyKey: String]

  public init(_ target: PolicyRequest.Target, _ values: [PolicyKey: String]) {
    self.target = target
    self.values = values
  }

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    target = try line.word("target", old?.target)
    let known = old.map { old in
      PolicyValues(PolicyKey.allCases.compactMap { key in old.values[key].map { (key, $0) } })
    }
    let read = try PolicyValues(&line, from: known)
    values = Dictionary(uniqueKeysWithValues: read.values.map { ($0.key, $0.value) })
  }
}
