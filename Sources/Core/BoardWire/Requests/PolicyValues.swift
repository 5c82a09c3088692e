import BoardModel

// Policies: `policy` and its rows, with one key for each key of a policy.

/// The keys of a policy that a line has, with their values as words, so that those of later versions are kept.
public struct PolicyValues: Hashable, Sendable {
  private var values: [PolicyKey: String] = [:]

  public init(_ values: [PolicyKey: String]) { self.values = values }

  public init(_ settings: [PolicySetting]) {
    values = Dictionary(settings.map { ($0.key, $0.word) }) { $1 }
  }

  init<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder, from old: PolicyValues?
  ) throws(Coder.Failure) {
    for key in PolicyKey.allCases {
      let known = old?.values[key]
      let value =
        key.isText
        ? try line.key(key.word, known.map { TextWord($0) })?.string
        : try line.key(key.word, known.map { PolicyWord(string: $0) })?.string
      if let value { values[key] = value }
    }
  }

  package var isEmpty: Bool { values.isEmpty }

  public subscript(key: PolicyKey) -> String? { values[key] }

  /// The keys with their values, in the order of the specification.
  var inOrder: [(key: PolicyKey, value: String)] {
    PolicyKey.allCases.compactMap { key in values[key].map { (key, $0) } }
  }

  /// The settings, in the order of the specification, without those of later versions.
  public var settings: [PolicySetting] { inOrder.compactMap { PolicySetting($0.key, $0.value) } }
}

/// A value of a policy, which is a number or a word of ASCII characters that need no escape.
private struct PolicyWord: PlainWord {
  static let length = 1...Int.max

  let string: String

  static func allows(_ character: UInt8) -> Bool { 0x21..<0x7F ~= character && character != 0x5C }
}

extension PolicySetting {
  /// Reads the value of a key, as behind the `=` of a line, or returns nil if the key has no such value.
  package init?(_ key: PolicyKey, _ value: String) {
    if key == .title ? value.isEmpty : value == "inherit" {
      self = .inherit(key)
      return
    }
    guard let setting = Self.read(key, value) else { return nil }
    self = setting
  }
}

/// Reads the values of policies.
enum PolicyWords {
  static func flag(_ word: String) -> Bool? {
    word == "yes" ? true : word == "no" ? false : nil
  }

  /// A number or `none`.
  static func bound(_ word: String) -> Int?? {
    word == "none" ? .some(nil) : value(word).map { .some($0) }
  }

  /// A list of types or `any`.
  static func types(_ word: String) -> [String]?? {
    let types: [ItemType]? = value(word)
    return word == "any" ? .some(nil) : types.map { $0.map(\.string) }
  }

  static func operations(_ word: String) -> DropOperations? {
    word == "none" ? DropOperations.none : value(word)
  }

  /// `none`, `delete`, or `move:` and a section.
  static func choice(_ word: String) -> Policy.OnChoose? {
    if word == "none" { return Policy.OnChoose.none }
    if word == "delete" { return .delete }
    guard word.hasPrefix("move:"), word.utf8.count > 5 else { return nil }
    return value(String(word.dropFirst(5))).map { .move(to: $0) }
  }

  /// `any`, or a field and its values: `label:red,blue`.
  static func accepted(_ word: String) -> Policy.FieldValues?? {
    if word == "any" { return .some(nil) }
    guard let (field, rest) = field(word), rest.utf8.count <= Limits.fieldBytes else { return nil }
    let values = rest.split(separator: ",", omittingEmptySubsequences: false)
      .map(\.withoutOuterBlanks)
    guard values.allSatisfy({ $0.utf8.count <= Limits.fieldValueBytes }) else { return nil }
    return .some(.init(field, values: values))
  }

  /// `none`, or `set:` with a field and its value, which may be empty.
  static func setting(_ word: String) -> Policy.FieldSetting?? {
    if word == "none" { return .some(nil) }
    guard word.hasPrefix("set:"), let (field, value) = field(String(word.dropFirst(4))),
      value.utf8.count <= Limits.fieldValueBytes
    else { return nil }
    return .some(.init(field, to: value.isEmpty ? nil : Text(value)))
  }

  /// The name of a field in front of a colon, and what is behind it.
  private static func field(_ word: String) -> (FieldName, String)? {
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let field = FieldName(String(parts[0])) else { return nil }
    return (field, String(parts[1]))
  }

  private static func value<Part: WireValue>(_ word: String) -> Part? { try? SingleWord.read(word) }

  /// One line that is no longer than a title may be.
  static func title(_ word: String) -> String? {
    let isLine = word.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0...0x1F, 0x7F...0x9F, 0x2028...0x2029: false
      case _: true
      }
    }
    return isLine && word.utf8.count <= Limits.titleBytes ? word : nil
  }
}
