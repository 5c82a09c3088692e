import BoardModel

/// A snapshot of a demo for drawing.
struct Scene {
  /// A client's line.
  struct Person {
    var name: ClientName
    var doing: String
    /// The revision of its replica; nil before the first snapshot.
    var revision: Int?
    var meter: Meter
  }

  /// A drag session, as all clients see it.
  struct Drag {
    var owner: ClientName
    var items: [ItemID]
    /// The place that it is over; nil if none.
    var anchor: Anchor?
    var isAllowed = true
  }

  var heading: String
  /// From 0 to 1.
  var progress: Double
  var tally: String
  var board: Board
  var revision: Int
  var drags: [Drag] = []
  var selections: [ClientName: [ItemID]] = [:]
  /// Recently inserted or moved items.
  var fresh: Set<ItemID> = []
  var people: [Person] = []
}
