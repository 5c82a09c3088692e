/// The edits of the revisions so far.
public struct RevisionLog: Sendable {
  public private(set) var head: Int
  private var edits: [Edit] = []
  private var ends: [Int] = []
  private let base: Int

  public init(head: Int = 0) {
    self.head = head
    base = head
  }

  public var oldest: Int { base }

  public func contains(_ revision: Int) -> Bool { revision >= oldest && revision <= head }

  @discardableResult
  public mutating func append(_ edits: [Edit]) -> Int {
    self.edits += edits
    ends.append(self.edits.count)
    head += 1
    return head
  }

  public func edits(since revision: Int) -> ArraySlice<Edit> {
    edits[(revision == base ? 0 : ends[revision - base - 1])...]
  }

  public func item(at path: IndexPath, revision: Int) -> IndexPath? {
    var path: IndexPath? = path
    for edit in edits(since: revision) { path = path.flatMap { edit.carry(item: $0) } }
    return path
  }

  public func section(at index: Int, revision: Int) -> Int? {
    var section: Int? = index
    for edit in edits(since: revision) { section = section.flatMap { edit.carry(section: $0) } }
    return section
  }
}

extension Edit {
  public func carry(item path: IndexPath) -> IndexPath? {
    switch self {
    case .insertItem(_, let place):
      path.pushed(by: place)
    case .deleteItem(_, let place):
      place == path ? nil : path.pulled(by: place)
    case .moveItem(_, let source, let destination):
      source == path ? destination : path.pulled(by: source).pushed(by: destination)
    case .reloadItem, .reloadSection:
      path
    case .insertSection, .deleteSection, .moveSection:
      carry(section: path.section).map { IndexPath(section: $0, item: path.item) }
    }
  }

  public func carry(section: Int) -> Int? {
    switch self {
    case .insertSection(_, let index): index <= section ? section + 1 : section
    case .deleteSection(_, let index):
      section == index ? nil : index < section ? section - 1 : section
    case .moveSection(_, let from, let to):
      section == from
        ? to
        : {
          let out = from < section ? section - 1 : section
          return to <= out ? out + 1 : out
        }()
    case .insertItem, .deleteItem, .moveItem, .reloadItem, .reloadSection: section
    }
  }
}

extension IndexPath {
  fileprivate func pushed(by place: IndexPath) -> IndexPath {
    guard place.section == section, place.item <= item else { return self }
    return IndexPath(section: section, item: item + 1)
  }

  fileprivate func pulled(by place: IndexPath) -> IndexPath {
    guard place.section == section, place.item < item else { return self }
    return IndexPath(section: section, item: item - 1)
  }
}
