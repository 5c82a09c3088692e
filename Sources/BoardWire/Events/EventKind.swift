/// The first word of an event line.
enum EventKind: String, CaseIterable {
  case drag, selected, removed, renamed, ping, bye

  private static let all = allCases

  init?(_ word: Word) {
    guard let kind = Self.all.first(where: { word.spells($0.rawValue) }) else { return nil }
    self = kind
  }
}

/// The word behind the drag of a `drag` line.
enum DragEventKind: String, CaseIterable {
  case began, items, over, lifted, lost, suspended, resumed, ended

  private static let all = allCases

  init?(_ word: Word) {
    guard let kind = Self.all.first(where: { word.spells($0.rawValue) }) else { return nil }
    self = kind
  }
}
