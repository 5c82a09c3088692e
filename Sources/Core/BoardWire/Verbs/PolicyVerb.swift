import BoardModel

/// The verb that shows and sets policies.
public enum PolicyVerb: String, VerbFamily {
  case policy

  var profile: Profile { .drag }

  @inline(__always)
  func request<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder
  ) throws(Coder.Failure) -> Request {
    switch self {
    case .policy:
      // This describes it. `CommandReader` looks at its values behind everything else.
      _ = try PolicyLine(&line, from: nil)
      return .policy(PolicyRequest())
    }
  }

  func reply<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder
  ) throws(Coder.Failure) -> ReplyHead {
    switch self {
    case .policy: try .listing(&line) { .policy($0, $1) }
    }
  }
}

extension PolicyVerb {
  var help: HelpText {
    switch self {
    case .policy:
      .init(
        "shows or sets policies",
        ["policy s2 limit=3 ops=move", "policy * paused=yes", "policy s2 limit=inherit"],
        .sectionGone, .noBoard)
    }
  }
}

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
