/// The two forms in which a server writes to a connection (section 15 of the specification).
public enum WireForm: String, CaseIterable, Hashable, Sendable {
  case text
  case json

  init?(_ word: Word) {
    guard let form = Self.allCases.first(where: { word.elementsEqual($0.rawValue.utf8) }) else {
      return nil
    }
    self = form
  }
}
