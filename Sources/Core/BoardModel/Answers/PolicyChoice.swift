extension Policy {
  /// What choosing an item does to it.
  public enum OnChoose: Hashable, Sendable {
    /// Nothing: it is selected or deselected.
    case none
    /// It moves to the end of a section; stored policies have the id of the section.
    case move(to: SectionReference)
    case delete

    /// The value as `policy` shows it.
    var word: String {
      switch self {
      case .none: "none"
      case .delete: "delete"
      case .move(let section): "move:\(section)"
      }
    }
  }
}

// Without a conformance to `RawRepresentable`, which would hash and compare keys as strings.
extension PolicyKey {
  public init?(rawValue: String) {
    guard let key = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = key
  }

  public var rawValue: String { "\(word)" }
}
