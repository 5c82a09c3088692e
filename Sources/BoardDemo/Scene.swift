import BoardCore

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

/// A piece of a line in one style.
struct Span: Hashable {
  enum Style: Hashable {
    case plain
    case strong
    case faint
    /// In the colour of a person, by its number.
    case person(Int)
    /// In the colour of a person, the other way round.
    case carried(Int)
  }

  var text: String
  var style: Style

  init(_ text: String, _ style: Style = .plain) {
    self.text = text
    self.style = style
  }
}

/// A line of a picture.
typealias Line = [Span]
