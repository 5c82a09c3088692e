/// What of a file is not on its board, by kind.
struct LeftOut: Equatable {
  enum Kind: String, CaseIterable {
    case archivedLists
    /// Cards of archived lists.
    case archivedCards
    /// Descriptions with which a text would be too long.
    case longDescriptions
    /// Due dates and labels that are too long for a field, and lines with which a text would be too long.
    case longDetails
    /// Commas in labels, which became semicolons.
    case labelCommas
    /// Colours of labels that have a name.
    case labelColours
    case members
    case comments
    case attachments
    case customFields
    /// Paragraphs and other blocks that are neither headings nor lists.
    case paragraphs

    /// The kind for people, in the singular.
    fileprivate var noun: String {
      switch self {
      case .archivedLists: "archived list"
      case .archivedCards: "archived card"
      case .longDescriptions: "long description"
      case .longDetails: "long detail"
      case .labelCommas: "label comma"
      case .labelColours: "label colour"
      case .members: "member"
      case .comments: "comment"
      case .attachments: "attachment"
      case .customFields: "custom field"
      case .paragraphs: "paragraph"
      }
    }
  }

  private var counts: [Kind: Int] = [:]

  /// How much of a kind is left out.
  subscript(kind: Kind) -> Int { counts[kind, default: 0] }

  mutating func add(_ kind: Kind, _ count: Int = 1) {
    if count > 0 { counts[kind, default: 0] += count }
  }

  mutating func add(_ other: LeftOut) { counts.merge(other.counts, uniquingKeysWith: +) }

  /// Each kind with its count, as members of an object.
  var members: [(String, any JSONText)] { Kind.allCases.map { ($0.rawValue, self[$0]) } }
}

extension LeftOut: CustomStringConvertible {
  /// For people; empty if nothing is left out.
  var description: String {
    let kinds = Kind.allCases.filter { self[$0] > 0 }
    guard !kinds.isEmpty else { return "" }
    return "; left out: " + kinds.map { counted(self[$0], $0.noun) }.joined(separator: ", ")
  }
}
