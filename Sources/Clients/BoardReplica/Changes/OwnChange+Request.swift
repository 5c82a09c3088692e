import BoardModel
import BoardWire

extension OwnChange {
  /// The request that asks a server for the change.
  ///
  /// - Throws: `limit` if a server would not accept a text, a title or the line.
  public func request(on board: BoardName) throws(Refusal) -> Request {
    if let (text, limit) = text {
      guard text.byteCount <= limit else { throw .limit("text-bytes", limit) }
    }
    let request = uncheckedRequest(on: board)
    var line = WireBuffer()
    line.append(request)
    // Without its line end, but with a tag of full length, its mark and its blank.
    guard line.count - 1 + Limits.tagBytes + 2 <= Limits.lineBytes else {
      throw .limit("line-bytes", Limits.lineBytes)
    }
    return request
  }

  /// The same request, without checking limits.
  func uncheckedRequest(on board: BoardName) -> Request {
    switch self {
    case .insert(let text, let anchor): .edit(.insert(.init(text, at: Place(anchor), on: board)))
    case .delete(let items): .edit(.delete(.init(ItemReferences(ids: items), on: board)))
    case .move(let items, let anchor):
      .edit(.move(.init(ItemReferences(ids: items), to: Place(anchor), on: board)))
    case .edit(let item, let text): .edit(.edit(.init(.id(item), text, on: board)))
    case .insertSection(let title, let anchor):
      .edit(.insertSection(.init(title, at: SectionPlace(anchor), on: board)))
    case .deleteSection(let section): .edit(.deleteSection(.init(.id(section), on: board)))
    case .moveSection(let section, let anchor):
      .edit(.moveSection(.init(.id(section), to: SectionPlace(anchor), on: board)))
    case .renameSection(let section, let title):
      .edit(.renameSection(.init(.id(section), to: title, on: board)))
    case .clear(let section): .edit(.clear(.init(.id(section), on: board)))
    case .perform(let session): .drag(.perform(.init(session)))
    }
  }

  private var text: (Text, limit: Int)? {
    switch self {
    case .insert(let text, _), .edit(_, let text): (text, Limits.textBytes)
    case .insertSection(let title, _), .renameSection(_, let title): (title, Limits.titleBytes)
    case .delete, .move, .deleteSection, .moveSection, .clear, .perform: nil
    }
  }
}
