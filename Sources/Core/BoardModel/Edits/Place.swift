/// A reference to an item in a command: its id, or an index path, optionally with the revision at which
/// the client saw it.
public enum ItemReference: Hashable, Sendable, CustomStringConvertible {
  case id(ItemID)
  case path(IndexPath, revision: Int?)

  public var description: String {
    switch self {
    case .id(let id): id.string
    case .path(let path, nil): path.description
    case .path(let path, let revision?): "\(path)@\(revision)"
    }
  }
}

/// The items of a command, in its order. Nearly always it is one, which needs no array.
public struct ItemReferences: Hashable, Sendable {
  private enum Storage: Hashable {
    case one(ItemReference)
    /// None, or two and more.
    case many([ItemReference])
  }

  private var storage = Storage.many([])

  public init() {}

  public init(_ items: some Sequence<ItemReference>) {
    for item in items { append(item) }
  }

  public mutating func append(_ item: ItemReference) {
    switch storage {
    case .one(let first): storage = .many([first, item])
    case .many(let items) where items.isEmpty: storage = .one(item)
    case .many(var items):
      // Nobody else has them while they are changed, so that they are not copied.
      storage = .many([])
      items.append(item)
      storage = .many(items)
    }
  }
}

extension ItemReferences: RandomAccessCollection, ExpressibleByArrayLiteral {
  public init(arrayLiteral items: ItemReference...) { self.init(items) }

  public var startIndex: Int { 0 }
  public var endIndex: Int {
    switch storage {
    case .one: 1
    case .many(let items): items.count
    }
  }

  public subscript(index: Int) -> ItemReference {
    switch storage {
    case .one(let item):
      precondition(index == 0, "there is one item")
      return item
    case .many(let items): return items[index]
    }
  }
}

/// A reference to a section in a command: its id, or its index now.
public enum SectionReference: Hashable, Sendable, CustomStringConvertible {
  case id(SectionID)
  case index(Int)

  public var description: String {
    switch self {
    case .id(let id): id.string
    case .index(let index): "\(index)"
    }
  }
}

/// The place of a command for items.
///
/// The index form is the index path the first item has right after; see
/// `protocol/core.md`, rules 3.6 and 6.3.
public enum Place: Hashable, Sendable, CustomStringConvertible {
  case index(IndexPath, revision: Int?)
  case before(ItemReference)
  case after(ItemReference)
  case start(SectionReference)
  case end(SectionReference)

  public var description: String {
    switch self {
    case .index(let path, nil): path.description
    case .index(let path, let revision?): "\(path)@\(revision)"
    case .before(let item): "before:\(item)"
    case .after(let item): "after:\(item)"
    case .start(let section): "start:\(section)"
    case .end(let section): "end:\(section)"
    }
  }
}

/// The place of a command for a section. An index is the one the section has right after.
public enum SectionPlace: Hashable, Sendable {
  case index(Int)
  case before(SectionReference)
  case after(SectionReference)
  case end
}

/// A place by id, as the server sends it: it is independent of later shifts of indices.
public enum Anchor: Hashable, Sendable, CustomStringConvertible {
  case before(ItemID)
  case after(ItemID)
  case start(SectionID)
  case end(SectionID)

  public var description: String {
    switch self {
    case .before(let item): "before:\(item)"
    case .after(let item): "after:\(item)"
    case .start(let section): "start:\(section)"
    case .end(let section): "end:\(section)"
    }
  }
}
