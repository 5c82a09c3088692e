/// A rule that a batch update must keep to be accepted by a list view.
///
/// The letters: A range, B conflict, C count, H hazard (a list view does not assert it, but is known
/// to crash or to corrupt itself), I identity (ours: names and indices must agree).
/// The numbers are those of the specification.
public enum BatchRule: String, Hashable, Sendable, CaseIterable {
  case deletedSectionRange = "A1"
  case insertedSectionRange = "A2"
  case movedSectionRange = "A3"
  case deletedItemRange = "A4"
  case insertedItemRange = "A5"
  case movedItemRange = "A6"
  case reloadRange = "A7"
  case sectionDeletedAndMoved = "B1"
  case sectionInsertedAndMovedTo = "B2"
  case itemDeletedAndMoved = "B3"
  case itemInsertedAndMovedTo = "B4"
  case moveOutOfDeletedSection = "B5"
  case moveIntoInsertedSection = "B6"
  case sourceMovedTwice = "B7"
  case destinationTakenTwice = "B8"
  case deletedAndReloaded = "B9"
  case reloadedAndMoved = "B10"
  case reloadCollides = "B11"
  case duplicate = "B12"
  case sectionCount = "C1"
  case itemCount = "C2"
  case itemRowInMovedSection = "H1"
  case reloadBesideMove = "H2"
  case sectionMovedNowhere = "H3"
  case itemRowInDeletedOrInsertedSection = "H4"
  case wrongID = "I1"
  case wrongOrigin = "I2"
  case takenID = "I3"

  /// The rule in one sentence.
  public var sentence: String {
    switch self {
    case .deletedSectionRange: "A deleted section is one of the board before."
    case .insertedSectionRange: "An inserted section has an index of the board after."
    case .movedSectionRange: "A moved section comes from the board before and goes to one after."
    case .deletedItemRange: "A deleted item is one of the board before."
    case .insertedItemRange: "An inserted item has an index path of the board after."
    case .movedItemRange: "A moved item comes from the board before and goes to the one after."
    case .reloadRange:
      "A reloaded or reconfigured item, or a reloaded section, is one of the board before."
    case .sectionDeletedAndMoved: "No section is deleted and moved."
    case .sectionInsertedAndMovedTo: "No section is inserted where another is moved to."
    case .itemDeletedAndMoved: "No item is deleted and moved."
    case .itemInsertedAndMovedTo: "No item is inserted where another is moved to."
    case .moveOutOfDeletedSection: "No item is moved out of a deleted or reloaded section."
    case .moveIntoInsertedSection: "No item is moved into an inserted or reloaded section."
    case .sourceMovedTwice: "Nothing is moved twice."
    case .destinationTakenTwice: "No two moves go to one place."
    case .deletedAndReloaded: "Nothing is deleted and reloaded or reconfigured."
    case .reloadedAndMoved: "Nothing is moved and reloaded or reconfigured."
    case .reloadCollides: "No reload comes to stand where a move goes, were moves not counted."
    case .duplicate: "Nothing is deleted twice, reloaded twice, or put where something else is."
    case .sectionCount: "Sections after are those before, plus inserted, minus deleted."
    case .itemCount: "Items after are those before, plus inserted and moved in, minus the others."
    case .itemRowInMovedSection: "No row names an item in a moved section."
    case .reloadBesideMove: "A batch that moves anything reloads nothing."
    case .sectionMovedNowhere: "No section is moved to where it would be anyway."
    case .itemRowInDeletedOrInsertedSection:
      "No row names an item in a deleted, inserted or reloaded section."
    case .wrongID: "A row's name is that of what stands at its place before."
    case .wrongOrigin: "An inserted item that is an old one is taken away and says where it was."
    case .takenID: "No name stands twice on the board after."
    }
  }
}

/// One row of a batch: its kind and its position among the rows of that kind.
public struct BatchRow: Hashable, Sendable {
  public enum Kind: Hashable, Sendable, CaseIterable {
    case deleteSection, insertSection, moveSection, reloadSection
    case delete, move, insert, reload, reconfigure

    /// Whether a row changes what stays where it is.
    var changesInPlace: Bool {
      switch self {
      case .reload, .reconfigure, .reloadSection: true
      case .deleteSection, .insertSection, .moveSection, .delete, .move, .insert: false
      }
    }
  }

  public var kind: Kind
  /// The index in the batch's array of that kind.
  public var position: Int
  /// The index of the item meant in the content of an inserted section, or nil for the row itself.
  public var line: Int?

  public init(_ kind: Kind, _ position: Int, line: Int? = nil) {
    self.kind = kind
    self.position = position
    self.line = line
  }
}

/// A rule that a batch breaks, and the row it breaks it with.
public struct Violation: Error, Hashable, Sendable {
  public var rule: BatchRule
  /// The row at fault, or nil where counts differ (C1, C2), which no single row is guilty of.
  public var row: BatchRow?

  public init(_ rule: BatchRule, _ row: BatchRow?) {
    self.rule = rule
    self.row = row
  }
}
