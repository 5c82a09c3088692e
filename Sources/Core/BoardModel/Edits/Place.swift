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

/// The items of a command, in its order.
public typealias ItemReferences = Few<ItemReference>

/// Elements in an order. Nearly always it is one, which needs no array.
public struct Few<Element: Hashable & Sendable>: Hashable, Sendable {
  @usableFromInline enum Storage: Hashable, Sendable {
    case one(Element)
    /// None, or two and more.
    case many([Element])
  }

  @usableFromInline var storage = Storage.many([])

  @inlinable public init() {}

  @inlinable public init(_ element: Element) { storage = .one(element) }

  @inlinable public init(_ elements: [Element]) {
    storage = elements.count == 1 ? .one(elements[0]) : .many(elements)
  }

  @inlinable public init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  @inlinable public mutating func append(_ element: Element) {
    switch storage {
    case .one(let first): storage = .many([first, element])
    case .many(let elements) where elements.isEmpty: storage = .one(element)
    case .many(var elements):
      // Nobody else has them while they are changed, so that they are not copied.
      storage = .many([])
      elements.append(element)
      storage = .many(elements)
    }
  }
}

extension Few: RandomAccessCollection, ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) { self.init(elements) }

  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int {
    switch storage {
    case .one: 1
    case .many(let elements): elements.count
    }
  }

  @inlinable public subscript(index: Int) -> Element {
    switch storage {
    case .one(let element):
      precondition(index == 0, "there is one element")
      return element
    case .many(let elements): return elements[index]
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
