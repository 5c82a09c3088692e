import BoardModel

// Ids and anchors as requests name them.

extension ItemReferences {
  /// Names items by their ids.
  public init(ids: some Sequence<ItemID>) { self.init(ids.lazy.map { ItemReference.id($0) }) }
}

extension Place {
  /// The place that an anchor names.
  public init(_ anchor: Anchor) {
    switch anchor {
    case .before(let item): self = .before(.id(item))
    case .after(let item): self = .after(.id(item))
    case .start(let section): self = .start(.id(section))
    case .end(let section): self = .end(.id(section))
    }
  }
}

extension SectionPlace {
  /// The place that an anchor names.
  public init(_ anchor: SectionAnchor) {
    switch anchor {
    case .before(let section): self = .before(.id(section))
    case .after(let section): self = .after(.id(section))
    case .end: self = .end
    }
  }
}
