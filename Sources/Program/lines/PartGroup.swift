/// Parts of a server's line that are one value of Swift: a word with the keys that it needs, or keys alone.
struct PartGroup {
  /// What stands for the word, if there is one.
  let word: String?
  let keys: [String]
  let property: String
  let type: String

  /// The groups; of those with the same word the one whose keys the line has.
  private static let all = [
    PartGroup(
      word: "VERDICT", keys: ["at", "anchor", "reason", "board"], property: "proposal",
      type: "DropProposal"),
    PartGroup(
      word: "STATE", keys: ["at", "anchor", "reason", "board"], property: "state",
      type: "DragState"),
    PartGroup(
      word: "OUTCOME", keys: ["rev", "at", "board", "reason"], property: "outcome",
      type: "SessionOutcome"),
    PartGroup(
      word: "OUTCOME", keys: ["rev", "board"], property: "outcome", type: "ReportedOutcome"),
    PartGroup(word: "CHOICE", keys: ["rev", "at"], property: "choice", type: "Choice"),
    PartGroup(
      word: nil, keys: ["drag", "undo", "redo"], property: "origin", type: "RevisionOrigin"),
    PartGroup(
      word: nil, keys: ["external", "fields", "text"], property: "external", type: "DragParcel?"),
  ]

  /// The groups of a line, whose keys stand one behind the other.
  static func groups(of form: LineForm) -> [PartGroup] {
    let words = form.parts.filter { $0.role == .word }.map(\.notation)
    let keys = form.parts.filter { $0.role.isKey || $0.role == .trailingText }.map(\.name)
    return all.filter { group in
      guard group.word.map(words.contains) ?? true else { return false }
      if group.property == "external" { return group.keys.allSatisfy(keys.contains) }
      guard let start = keys.firstIndex(of: group.keys[0]) else { return false }
      return keys[start...].starts(with: group.keys)
    }
    .reduce(into: []) { groups, group in
      if !groups.contains(where: { $0.property == group.property }) { groups.append(group) }
    }
  }
}
