// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

extension PolicySetting {
  /// The setting of a key to what a word says, or nil if the key has no such value.
  static func read(_ key: PolicyKey, _ word: String) -> PolicySetting? {
    switch key {
    case .operations: PolicyWords.operations(word).map { .operations($0) }
    case .draggable: PolicyWords.flag(word).map { .draggable($0) }
    case .localOnly: PolicyWords.flag(word).map { .localOnly($0) }
    case .maxItems: PolicyWords.bound(word).map { .maxItems($0) }
    case .types: PolicyWords.types(word).map { .types($0) }
    case .limit: PolicyWords.bound(word).map { .limit($0) }
    case .paused: PolicyWords.flag(word).map { .paused($0) }
    case .accept: PolicyWords.accepted(word).map { .accept($0) }
    case .onDrop: PolicyWords.setting(word).map { .onDrop($0) }
    case .empty: Policy.Empty(rawValue: word).map { .empty($0) }
    case .selection: Policy.Selection(rawValue: word).map { .selection($0) }
    case .highlight: PolicyWords.flag(word).map { .highlight($0) }
    case .keepSelected: PolicyWords.flag(word).map { .keepSelected($0) }
    case .onChoose: PolicyWords.choice(word).map { .onChoose($0) }
    case .title: PolicyWords.title(word).map { .title($0) }
    }
  }
}

extension PolicyKey {
  /// The values that the key has, for people.
  public var values: String {
    switch self {
    case .operations: "move,copy, move, copy or none"
    case .draggable, .localOnly, .paused, .highlight, .keepSelected: "yes or no"
    case .maxItems, .limit: "a number or none"
    case .types: "types such as item,text/plain, or any"
    case .accept: "values of a field such as label:red,blue, or any"
    case .onDrop: "none or set:FIELD:VALUE, such as set:done:yes"
    case .empty: "keep or remove"
    case .selection: "none, single or multiple"
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
    case .types, .accept: ["any"]
    case .onDrop: ["none", "set:"]
    case .empty: ["keep", "remove"]
    case .selection: ["none", "single", "multiple"]
    case .onChoose: ["none", "delete", "move:"]
    case .title: []
    }
  }
}
