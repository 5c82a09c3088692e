/// An item as a command names it: by its name, or by an index path that may be tied to the revision
/// at which the client saw it.
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

/// A section as a command names it: by its name or by its index now.
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

/// Where a command wants something to be.
///
/// The index form is the index path the first item has right after; see
/// `protocol/specification.md`, rules 3.6 and 6.3.
public enum Place: Hashable, Sendable, CustomStringConvertible {
  case index(IndexPath, revision: Int?)
  case before(ItemReference)
  case after(ItemReference)
  case start(SectionReference)
  case end(SectionReference)
  case into(ItemReference)

  public var description: String {
    switch self {
    case .index(let path, nil): path.description
    case .index(let path, let revision?): "\(path)@\(revision)"
    case .before(let item): "before:\(item)"
    case .after(let item): "after:\(item)"
    case .start(let section): "start:\(section)"
    case .end(let section): "end:\(section)"
    case .into(let item): "into:\(item)"
    }
  }
}

/// Where a command wants a section to be. An index is the one the section has right after.
public enum SectionPlace: Hashable, Sendable {
  case index(Int)
  case before(SectionReference)
  case after(SectionReference)
  case end
}

/// A place by name, as the server says it: it stays true while indices shift.
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
