/// One coalesced change of a board that a list view can apply without changes.
///
/// A batch has two index spaces. *Before*: deletes, reloads, reconfigures and the sources of moves, counted on
/// the board the batch starts from. *After*: inserts and the destinations of moves, counted on the
/// board it leads to. The order of the rows has no meaning. To apply a batch, remove deletes and move
/// sources, then insert inserts and move destinations in ascending order; what is not named keeps its
/// relative order and fills the free indices.
///
/// The canonical order, in which the server writes a batch and in which two batches are compared,
/// is that of the properties below, each ascending by path or index.
public struct BatchUpdate: Hashable, Sendable {
  public struct Delete: Hashable, Sendable {
    /// The path before.
    public var path: IndexPath
    public var id: ItemID

    public init(_ id: ItemID, at path: IndexPath) {
      self.path = path
      self.id = id
    }
  }

  /// An item's content in an insert, with the path it had before if it is an old item.
  public struct Arrival: Hashable, Sendable {
    public var item: Item
    /// The path before of this same item, or nil if the item was not on the board before.
    ///
    /// It is set if a move is written as a delete and an insert, so that a view can animate it as a move.
    /// It has no effect when the batch is applied.
    public var was: IndexPath?

    public init(_ item: Item, was: IndexPath? = nil) {
      self.item = item
      self.was = was
    }
  }

  public struct Insert: Hashable, Sendable {
    /// The path after.
    public var path: IndexPath
    public var arrival: Arrival

    public init(_ item: Item, at path: IndexPath, was: IndexPath? = nil) {
      self.path = path
      self.arrival = Arrival(item, was: was)
    }
  }

  public struct Move: Hashable, Sendable {
    /// The path before.
    public var source: IndexPath
    /// The path after.
    public var destination: IndexPath
    public var id: ItemID

    public init(_ id: ItemID, from source: IndexPath, to destination: IndexPath) {
      self.source = source
      self.destination = destination
      self.id = id
    }
  }

  public struct Reload: Hashable, Sendable {
    /// The path before.
    public var path: IndexPath
    public var id: ItemID
    /// The new text.
    public var text: Text
    /// The fields that changed as well.
    public var changes: FieldChanges

    public init(
      _ id: ItemID, text: Text, _ changes: FieldChanges = FieldChanges(), at path: IndexPath
    ) {
      self.path = path
      self.id = id
      self.text = text
      self.changes = changes
    }
  }

  /// Changes of an item's fields, whose text stays. A list view keeps the cell (UIKit's `reconfigureItems`).
  public struct Reconfigure: Hashable, Sendable {
    /// The path before.
    public var path: IndexPath
    public var id: ItemID
    public var changes: FieldChanges

    public init(_ id: ItemID, _ changes: FieldChanges, at path: IndexPath) {
      self.path = path
      self.id = id
      self.changes = changes
    }
  }

  public struct SectionDelete: Hashable, Sendable {
    /// The index before.
    public var index: Int
    public var id: SectionID

    public init(_ id: SectionID, at index: Int) {
      self.index = index
      self.id = id
    }
  }

  public struct SectionInsert: Hashable, Sendable {
    /// The index after.
    public var index: Int
    public var id: SectionID
    public var title: Text
    /// Everything the section holds afterwards, in order.
    public var items: [Arrival]
    /// The number of items that it holds and that are not among these: they are not named to those who count (rule 20.3).
    public var unnamedCount = 0

    public init(_ id: SectionID, title: Text, items: [Arrival] = [], at index: Int) {
      self.index = index
      self.id = id
      self.title = title
      self.items = items
    }
  }

  public struct SectionMove: Hashable, Sendable {
    /// The index before.
    public var source: Int
    /// The index after.
    public var destination: Int
    public var id: SectionID

    public init(_ id: SectionID, from source: Int, to destination: Int) {
      self.source = source
      self.destination = destination
      self.id = id
    }
  }

  public struct SectionReload: Hashable, Sendable {
    /// The index before.
    public var index: Int
    public var id: SectionID
    /// The new title.
    public var title: Text

    public init(_ id: SectionID, title: Text, at index: Int) {
      self.index = index
      self.id = id
      self.title = title
    }
  }

  public var deletedSections: [SectionDelete] = []
  public var insertedSections: [SectionInsert] = []
  public var movedSections: [SectionMove] = []
  public var reloadedSections: [SectionReload] = []
  public var deletes: [Delete] = []
  public var moves: [Move] = []
  public var inserts: [Insert] = []
  public var reloads: [Reload] = []
  public var reconfigures: [Reconfigure] = []

  public init() {}

  /// Whether the batch changes nothing.
  public var isEmpty: Bool { rowCount == 0 }

  /// The number of rows, not counting the items of inserted sections.
  public var rowCount: Int {
    deletedSections.count + insertedSections.count + movedSections.count + reloadedSections.count
      + deletes.count + moves.count + inserts.count + reloads.count + reconfigures.count
  }

  /// Puts the rows into the canonical order.
  ///
  /// - Complexity: O(rows log rows).
  public mutating func sort() {
    deletedSections.sort { $0.index < $1.index }
    insertedSections.sort { $0.index < $1.index }
    movedSections.sort { $0.source < $1.source }
    reloadedSections.sort { $0.index < $1.index }
    deletes.sort { $0.path < $1.path }
    moves.sort { $0.source < $1.source }
    inserts.sort { $0.path < $1.path }
    reloads.sort { $0.path < $1.path }
    reconfigures.sort { $0.path < $1.path }
  }

  /// Whether the rows are in the canonical order, and no two of a kind name one place.
  ///
  /// - Complexity: O(rows).
  var isCanonical: Bool {
    deletedSections.ascends(by: \.index) && insertedSections.ascends(by: \.index)
      && movedSections.ascends(by: \.source) && reloadedSections.ascends(by: \.index)
      && deletes.ascends(by: \.path) && moves.ascends(by: \.source)
      && inserts.ascends(by: \.path) && reloads.ascends(by: \.path)
      && reconfigures.ascends(by: \.path)
  }
}

extension Array {
  fileprivate func ascends(by key: (Element) -> some Comparable) -> Bool {
    zip(self, dropFirst()).allSatisfy { key($0) < key($1) }
  }
}
