import BoardModel
import Terminal

/// Draws a scene for a terminal of a given size.
struct Picture {
  private let scene: Scene
  private(set) var canvas: Canvas
  private let numbers: [ClientName: Int]

  init(of scene: Scene, width: Int, height: Int, isASCII: Bool = false) {
    self.scene = scene
    canvas = Canvas(width: width, height: height, isASCII: isASCII)
    numbers = Dictionary(
      scene.people.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    draw()
  }

  private var width: Int { canvas.width }

  private mutating func draw() {
    canvas.put(scene.heading, x: 0, y: 0, .bold)
    drawProgress(y: 1)
    let people = min(scene.people.count, max(0, (canvas.height - 4) / 2))
    drawBoard(3..<max(3, canvas.height - 1 - people))
    drawPeople(max(0, canvas.height - people)..<canvas.height)
  }

  private mutating func drawProgress(y: Int) {
    let length = max(10, min(40, width / 3))
    let full = min(length, max(0, Int(scene.progress * Double(length))))
    let percent = min(100, max(0, Int(scene.progress * 100)))
    let (done, open) = canvas.isASCII ? ("#", "-") : ("█", "░")
    let bar = String(repeating: done, count: full) + String(repeating: open, count: length - full)
    let end = canvas.put(bar, x: 0, y: y, Style(.green))
    canvas.put("\(percent) %   \(scene.tally)", x: end + 1, y: y)
  }

  /// Colours readable on dark and on light backgrounds.
  private static let colours: [Style.Colour] = [.green, .cyan, .magenta, .red, .blue, .yellow]

  private func style(of name: ClientName, isReversed: Bool = false) -> Style {
    let colour = numbers[name].map { Self.colours[$0 % Self.colours.count] }
    return Style(colour, isBold: colour == nil, isReversed: isReversed)
  }
}

// People.

extension Picture {
  private mutating func drawPeople(_ rows: Range<Int>) {
    let isAll = scene.people.count <= rows.count
    for (person, y) in zip(scene.people, rows) { draw(person, y: y) }
    guard !isAll, let y = rows.last else { return }
    canvas.fill(x: 0, y: y, width: width, .plain)
    canvas.put("… and \(scene.people.count - rows.count + 1) more", x: 0, y: y, Style(isDim: true))
  }

  private mutating func draw(_ person: Scene.Person, y: Int) {
    var figures = right(person.revision.map(grouped) ?? "-", 7)
    if width >= 80 {
      figures += "\(right(grouped(person.meter.batches), 7)) batches"
      figures += "\(right(grouped(person.meter.rows), 8)) rows"
    }
    let room = width >= 50 ? width - figures.count - 1 : width
    canvas.put(person.name.string, x: 0, y: y, width: 9, style(of: person.name))
    canvas.put(person.doing, x: 10, y: y, width: room - 10)
    if room < width { canvas.put(figures, x: room, y: y, Style(isDim: true)) }
  }

  /// The text, right-aligned in `width` cells.
  private func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

// The board.

extension Picture {
  private static let narrowest = 18

  private mutating func drawBoard(_ rows: Range<Int>) {
    let count = min(scene.board.sectionCount, max(1, width / Self.narrowest))
    guard count > 0 else { return }
    let column = width / count
    for section in 0..<count {
      var ruler = Ruler(x: section * column, width: column - 1, rows: rows)
      draw(section, with: &ruler)
    }
  }

  /// The position of the next line of a column.
  private struct Ruler {
    let x: Int
    let width: Int
    var rows: Range<Int>

    mutating func next() -> Int? { rows.popFirst() }
  }

  /// Draws a section: its header, its items, and the drags over it.
  private mutating func draw(_ section: Int, with ruler: inout Ruler) {
    guard let y = ruler.next() else { return }
    let count = scene.board.itemCount(in: section)
    let title = scene.board.title(at: section).string.uppercased()
    let number = " \(count)"
    let end = canvas.put(title, x: ruler.x, y: y, width: ruler.width - number.count, .bold)
    canvas.put(number, x: ruler.x + end, y: y, .bold)
    let id = scene.board.sectionID(at: section)
    drawDrops(with: &ruler) { $0 == .start(id) }
    var items: [Item] = []
    scene.board.forEachItem(in: section, 0..<min(count, ruler.rows.count)) { items.append($0) }
    for item in items {
      drawDrops(with: &ruler) { $0 == .before(item.id) }
      draw(item, with: &ruler)
      drawDrops(with: &ruler) { $0 == .after(item.id) }
    }
    drawDrops(with: &ruler) { $0 == .end(id) }
  }

  private mutating func draw(_ item: Item, with ruler: inout Ruler) {
    guard let y = ruler.next() else { return }
    if let drag = scene.drags.first(where: { $0.items.contains(item.id) }) {
      let style = style(of: drag.owner, isReversed: true)
      let room = max(4, ruler.width - 6)
      canvas.fill(x: ruler.x, y: y, width: ruler.width, style)
      canvas.put(item.text.string, x: ruler.x, y: y, width: room - 1, style)
      canvas.put(
        drag.owner.string, x: ruler.x + room, y: y, width: ruler.width - room, style)
      return
    }
    var x = ruler.x
    for (owner, items) in scene.selections.sorted(by: { $0.key < $1.key })
    where items.contains(item.id) {
      x += canvas.put("*", x: x, y: y, style(of: owner))
    }
    let isFresh = scene.fresh.contains(item.id)
    canvas.put(
      item.text.string, x: x, y: y, width: ruler.x + ruler.width - x, isFresh ? .bold : .plain)
  }

  /// Draws a line for each drag over this place.
  private mutating func drawDrops(with ruler: inout Ruler, where isHere: (Anchor) -> Bool) {
    for drag in scene.drags where drag.anchor.map(isHere) == true {
      guard let y = ruler.next() else { return }
      let mark = drag.isAllowed ? ">" : "x"
      canvas.put(
        "\(mark) \(drag.owner)", x: ruler.x, y: y, width: ruler.width, style(of: drag.owner))
    }
  }
}

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
