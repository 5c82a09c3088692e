/// What the rules need to know of the board before a batch: counts and ids.
///
/// Every index and path is counted on that board and must be in range.
public protocol BoardShape {
  var sectionCount: Int { get }
  func itemCount(in section: Int) -> Int
  func itemID(at path: IndexPath) -> ItemID
  func sectionID(at index: Int) -> SectionID
  func indexPath(of id: ItemID) -> IndexPath?
  func index(of id: SectionID) -> Int?
  /// Whether an item is at the path of which only the place is known.
  func hasUnknownItem(at path: IndexPath) -> Bool
}

extension BoardShape {
  public func hasUnknownItem(at path: IndexPath) -> Bool { false }
}

/// What writing a batch or its edits needs to know of a board: items and titles.
public protocol BoardContent {
  /// Whether any item may have fields.
  var hasFields: Bool { get }
  var sectionCount: Int { get }
  func itemCount(in section: Int) -> Int
  func item(at path: IndexPath) -> Item
  func sectionID(at index: Int) -> SectionID
  func title(at index: Int) -> Text
  /// One section with all its items.
  ///
  /// - Complexity: O(items of the section); it is asked for only when a section is sent whole.
  func sectionContent(at index: Int) -> Section
}

extension BoardShape where Self: BoardContent {
  public func itemID(at path: IndexPath) -> ItemID { item(at: path).id }
}

extension [Section]: BoardContent {
  public var hasFields: Bool { true }
  public var sectionCount: Int { count }
  public func itemCount(in section: Int) -> Int { self[section].items.count }
  public func item(at path: IndexPath) -> Item { self[path.section].items[path.item] }
  public func sectionID(at index: Int) -> SectionID { self[index].id }
  public func title(at index: Int) -> Text { self[index].title }
  public func sectionContent(at index: Int) -> Section { self[index] }
}

/// Plain content with an index of its ids, so that a batch can be checked against it.
public struct ContentShape: BoardShape, BoardContent, Sendable {
  public let content: Content
  private var paths: [ItemID: IndexPath] = [:]
  private var indices: [SectionID: Int] = [:]

  /// Indexes the ids of a consistent content.
  ///
  /// - Complexity: O(items).
  public init(_ content: Content) {
    self.content = content
    paths.reserveCapacity(content.reduce(0) { $0 + $1.items.count })
    for (s, section) in content.enumerated() {
      indices[section.id] = s
      for (i, item) in section.items.enumerated() { paths[item.id] = [s, i] }
    }
  }

  public var hasFields: Bool { true }
  public var sectionCount: Int { content.count }
  public func itemCount(in section: Int) -> Int { content[section].items.count }
  public func item(at path: IndexPath) -> Item { content[path.section].items[path.item] }
  public func sectionID(at index: Int) -> SectionID { content[index].id }
  public func title(at index: Int) -> Text { content[index].title }
  public func sectionContent(at index: Int) -> Section { content[index] }
  public func indexPath(of id: ItemID) -> IndexPath? { paths[id] }
  public func index(of id: SectionID) -> Int? { indices[id] }
}
