import BoardModel

/// What there is to be seen of a demo at one moment.
struct Scene {
  /// A client, on a line of its own.
  struct Person {
    var name: ClientName
    var doing: String
    /// Where its copy of the board stands; nil before it has one.
    var revision: Int?
    var meter: Meter
  }

  /// A drag session, as everyone sees it.
  struct Drag {
    var owner: ClientName
    var items: [ItemID]
    /// Where it is over; nil if over nothing.
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
  /// Items that have just come or moved.
  var fresh: Set<ItemID> = []
  var people: [Person] = []
}
