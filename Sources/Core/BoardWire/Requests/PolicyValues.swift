import BoardModel

// Policies: `policy` and its rows, with one key for each key of a policy.

/// The keys of a policy that a line has, with their values as words.
struct PolicyValues {
  static let notation = "VALUE"

  private(set) var values: [(key: PolicyKey, value: String)] = []

  init(_ values: [(key: PolicyKey, value: String)]) { self.values = values }

  init<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder, from old: PolicyValues?
  ) throws(Coder.Failure) {
    for key in PolicyKey.allCases {
      let known = old?.values.first { $0.key == key }?.value
      if let value = try Self.value(of: key, &line, known) { values.append((key, value)) }
    }
  }

  private static func value<Coder: LineCoder & ~Copyable>(
    of key: PolicyKey, _ line: inout Coder, _ known: String?
  ) throws(Coder.Failure) -> String? {
    if key == .title { return try line.key(key.word, known.map { PolicyTitle($0) })?.string }
    return try line.key(key.word, known.map { PolicyWord($0) })?.string
  }
}

/// A value of a policy, which is a number or a word of ASCII characters that need no escape.
private struct PolicyWord: WireValue {
  static var notation: String { PolicyValues.notation }
  static var jsonForm: JSONForm { .setting }
  static var sample: PolicyWord { PolicyWord("none") }

  let string: String

  init(_ string: String) { self.string = string }

  init(_ word: Word) throws(LineError) {
    guard word.allSatisfy({ 0x21..<0x7F ~= $0 && $0 != 0x5C }) else { throw .argument(word) }
    string = String(decoding: word, as: UTF8.self)
  }

  func write(to buffer: inout WireBuffer) { buffer.append(text: string) }
}

/// The value of `title`, which is any text as one word.
private struct PolicyTitle: WireValue {
  static var notation: String { PolicyValues.notation }
  static var jsonForm: JSONForm { BoardTitle.jsonForm }
  static var sample: PolicyTitle { PolicyTitle("") }
  static var mayBeEmpty: Bool { true }

  let string: String

  init(_ string: String) { self.string = string }

  init(_ word: Word) throws(LineError) { string = try TextEscapes.read(word, limit: .max).string }

  func write(to buffer: inout WireBuffer) { buffer.append(escapedWord: string) }
}

extension PolicySetting {
  /// Reads the value of a key, or returns nil if the key has no such value.
  init?(_ key: PolicyKey, _ value: String) {
    if key == .title ? value.isEmpty : value == "inherit" {
      self = .inherit(key)
      return
    }
    let setting: PolicySetting? =
      switch key {
      case .operations: DropOperations(policy: value).map { .operations($0) }
      case .draggable: Bool(word: value).map { .draggable($0) }
      case .localOnly: Bool(word: value).map { .localOnly($0) }
      case .maxItems: Bound(word: value).map { .maxItems($0.number) }
      case .types: TypeList(word: value).map { .types($0.types) }
      case .limit: Bound(word: value).map { .limit($0.number) }
      case .paused: Bool(word: value).map { .paused($0) }
      case .empty: Policy.Empty(rawValue: value).map { .empty($0) }
      case .selection: Policy.Selection(rawValue: value).map { .selection($0) }
      case .highlight: Bool(word: value).map { .highlight($0) }
      case .keepSelected: Bool(word: value).map { .keepSelected($0) }
      case .onChoose: Policy.OnChoose(word: value).map { .onChoose($0) }
      case .title: value.isTitle ? .title(value) : nil
      }
    guard let setting else { return nil }
    self = setting
  }
}

extension String {
  /// Whether this is one line that is no longer than a title may be.
  fileprivate var isTitle: Bool {
    utf8.count <= Limits.titleBytes
      && unicodeScalars.allSatisfy { scalar in
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x2028...0x2029: false
        case _: true
        }
      }
  }
}

/// A number or `none`.
private struct Bound {
  let number: Int?

  init?(word: String) {
    if word == "none" {
      number = nil
      return
    }
    guard let value = Array(word.utf8).withUnsafeBytes({ $0.number }) else { return nil }
    number = value
  }
}

/// A list of types or `any`.
private struct TypeList {
  let types: [String]?

  init?(word: String) {
    if word == "any" {
      types = nil
      return
    }
    let parts = word.split(separator: ",", omittingEmptySubsequences: false)
    let types = parts.compactMap { part in Array(part.utf8).withUnsafeBytes { $0.itemType } }
    guard types.count == parts.count else { return nil }
    self.types = types
  }
}

extension Bool {
  fileprivate init?(word: String) {
    guard word == "yes" || word == "no" else { return nil }
    self = word == "yes"
  }
}

extension DropOperations {
  fileprivate init?(policy word: String) {
    if word == "none" {
      self = .none
      return
    }
    let parts = word.split(separator: ",", omittingEmptySubsequences: false)
    let operations = parts.compactMap { DropOperation(rawValue: String($0)) }
    guard operations.count == parts.count else { return nil }
    self.init(move: operations.contains(.move), copy: operations.contains(.copy))
  }
}

extension Policy.OnChoose {
  fileprivate init?(word: String) {
    if word == "none" {
      self = .none
    } else if word == "delete" {
      self = .delete
    } else if word.hasPrefix("move:"), word.utf8.count > 5 {
      let bytes = Array(word.utf8.dropFirst(5))
      let section = bytes.withUnsafeBytes { word -> SectionReference? in
        do throws(LineError) { return try SectionReference(word) } catch { return nil }
      }
      guard let section else { return nil }
      self = .move(to: section)
    } else {
      return nil
    }
  }
}

extension PolicyKey {
  /// The values that the key has, for people.
  public var values: String {
    switch self {
    case .operations, .draggable, .localOnly, .paused, .highlight, .keepSelected, .empty,
      .selection:
      words.dropLast().joined(separator: ", ") + " or \(words[words.count - 1])"
    case .maxItems, .limit: "a number or none"
    case .types: "types such as item,text/plain, or any"
    case .onChoose: "none, delete or move:SECTION"
    case .title:
      "one line of at most \(Limits.titleBytes) bytes with \\u{20} for blanks, or nothing"
    }
  }

  /// The values that are words, and the beginnings of others.
  public var words: [String] {
    switch self {
    case .operations: ["move,copy", "move", "copy", "none"]
    case .draggable, .localOnly, .paused, .highlight, .keepSelected: ["yes", "no"]
    case .maxItems, .limit: ["none"]
    case .types: ["any"]
    case .empty: ["keep", "remove"]
    case .selection: Policy.Selection.allCases.map(\.rawValue)
    case .onChoose: ["none", "delete", "move:"]
    case .title: []
    }
  }
}
