/// One item: a stable id, a text and fields.
public struct Item: Hashable, Sendable {
  /// What stands for an item of which only the place is known. No item has the empty id.
  static let unknown = Item(id: .unknown, text: "")

  public let id: ItemID
  public var text: Text
  public var fields: Fields

  @inlinable
  public init(id: ItemID, text: Text, fields: Fields = Fields()) {
    self.id = id
    self.text = text
    self.fields = fields
  }
}

/// One section with all its items, as a plain value.
///
/// This is what snapshots, inserted sections and deleted sections are made of. A live board keeps
/// its items in another structure; see `Board`.
public struct Section: Hashable, Sendable {
  public let id: SectionID
  public var title: Text
  public var items: [Item]
  /// The number of items that it has and that are not among these: only their number is known (rule 20.1).
  public var unknownCount: Int

  @inlinable
  public init(id: SectionID, title: Text, items: [Item] = [], unknownCount: Int = 0) {
    self.id = id
    self.title = title
    self.items = items
    self.unknownCount = unknownCount
  }
}

/// The whole content of a board as a plain value, section by section.
///
/// - Invariant: No section and no item occurs twice (`isConsistent`).
public typealias Content = [Section]

extension Content {
  /// Whether no section and no item occurs twice.
  ///
  /// - Complexity: O(items).
  public var isConsistent: Bool {
    var sections = Set<SectionID>()
    var items = Set<ItemID>()
    return allSatisfy { section in
      sections.insert(section.id).inserted
        && section.items.allSatisfy { items.insert($0.id).inserted }
    }
  }
}

extension ItemID {
  /// The id of an item of which only the place is known.
  static var unknown: ItemID { ItemID(unchecked: "") }
}
