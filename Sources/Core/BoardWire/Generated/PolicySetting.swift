// Made from protocol/core.md, rule 8.7, by `swift run lines`. What is changed here is lost.

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
  /// What values the key has.
  var form: PolicyForm {
    switch self {
    case .operations: .words(["move,copy", "move", "copy", "none"])
    case .draggable: .words(["yes", "no"])
    case .localOnly: .words(["yes", "no"])
    case .maxItems: .bound
    case .types: .types
    case .limit: .bound
    case .paused: .words(["yes", "no"])
    case .empty: .words(["keep", "remove"])
    case .selection: .words(["none", "single", "multiple"])
    case .highlight: .words(["yes", "no"])
    case .keepSelected: .words(["yes", "no"])
    case .onChoose: .choice
    case .title: .title
    }
  }
}
