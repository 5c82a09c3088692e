import BoardCore

/// Draws a scene as lines, for a terminal of a given size.
struct Picture {
  private let scene: Scene
  /// The size of the terminal in cells.
  private let columns: Int
  private let rows: Int
  private let numbers: [ClientName: Int]

  init(of scene: Scene, columns: Int, rows: Int) {
    self.scene = scene
    self.columns = max(20, columns)
    self.rows = max(8, rows)
    numbers = Dictionary(
      scene.people.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// At most as many lines as the terminal has rows.
  var lines: [Line] {
    let people = peopleLines(atMost: (rows - 4) / 2)
    let board = boardLines(rows - 4 - people.count)
    return [[Span(Cells.fit(scene.heading, columns), .strong)], progressLine, []] + board + [[]]
      + people
  }

  private var progressLine: Line {
    let width = max(10, min(40, columns / 3))
    let full = min(width, max(0, Int(scene.progress * Double(width))))
    let percent = min(100, max(0, Int(scene.progress * 100)))
    let bar =
      String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
    let rest = " \(percent) %   \(scene.tally)"
    return [Span(bar, .person(1)), Span(Cells.fit(rest, columns - width))]
  }

  func style(of name: ClientName) -> Span.Style { numbers[name].map { .person($0) } ?? .strong }

  private func carried(by name: ClientName) -> Span.Style {
    numbers[name].map { .carried($0) } ?? .strong
  }
}

// People.

extension Picture {
  private func peopleLines(atMost limit: Int) -> [Line] {
    let isAll = scene.people.count <= limit
    let shown = scene.people.prefix(isAll ? limit : limit - 1)
    let lines = shown.map { line(for: $0) }
    if isAll { return lines }
    let rest = "… and \(scene.people.count - shown.count) more"
    return lines + [[Span(Cells.fit(rest, columns), .faint)]]
  }

  private func line(for person: Scene.Person) -> Line {
    let figures =
      "\(Cells.right(person.revision.map(grouped) ?? "-", 7))"
      + "\(Cells.right(grouped(person.meter.batches), 7)) batches"
      + "\(Cells.right(grouped(person.meter.rows), 8)) rows "
    let width = columns >= 60 ? figures.count : 0
    let doing = Cells.fit(person.doing, columns - 10 - width)
    return [
      Span(Cells.fit(person.name.string, 9) + " ", style(of: person.name)), Span(doing),
      Span(width > 0 ? figures : "", .faint),
    ]
  }
}

// The board.

extension Picture {
  private static let narrowest = 18

  private func boardLines(_ height: Int) -> [Line] {
    let count = min(scene.board.sectionCount, max(1, columns / Self.narrowest))
    guard count > 0, height > 1 else { return [] }
    let width = columns / count - 1
    let cells = (0..<count).map { column($0, width, height) }
    return (0..<height).map { row in
      cells.flatMap { [$0.indices.contains(row) ? $0[row] : blank(width), [Span(" ")]] }
        .flatMap(\.self)
    }
  }

  private func blank(_ width: Int) -> Line { [Span(String(repeating: " ", count: width))] }

  /// A section as lines of one width: its header, its items, and who is about to drop between them.
  private func column(_ section: Int, _ width: Int, _ height: Int) -> [Line] {
    let count = scene.board.itemCount(in: section)
    let title = Cells.fit(
      "\(scene.board.title(at: section).string.uppercased()) \(count)", width)
    var lines: [Line] = [[Span(title, .strong)]]
    let id = scene.board.sectionID(at: section)
    lines += ghosts(width) { $0 == .start(id) }
    scene.board.forEachItem(in: section, 0..<min(count, height)) { item in
      lines += ghosts(width) { $0 == .before(item.id) }
      lines.append(row(item, width))
      lines += ghosts(width) { $0 == .after(item.id) }
    }
    lines += ghosts(width) { $0 == .end(id) }
    guard lines.count > height || count > height else { return lines }
    let hidden = "… \(max(1, count - height + 2)) more"
    return lines.prefix(height - 1) + [[Span(Cells.fit(hidden, width), .faint)]]
  }

  private func row(_ item: Item, _ width: Int) -> Line {
    if let drag = scene.drags.first(where: { $0.items.contains(item.id) }) {
      let name = Cells.fit(drag.owner.string, min(6, width / 3))
      let text = Cells.fit(item.text.string, width - min(6, width / 3) - 1)
      return [Span("\(text) \(name)", carried(by: drag.owner))]
    }
    if let owner = scene.selections.first(where: { $1.contains(item.id) })?.key {
      return [Span("•", style(of: owner)), Span(Cells.fit(item.text.string, width - 1))]
    }
    let style: Span.Style = scene.fresh.contains(item.id) ? .strong : .plain
    return [Span(Cells.fit(item.text.string, width), style)]
  }

  /// A line for everyone whose drag is over this place.
  private func ghosts(_ width: Int, where isHere: (Anchor) -> Bool) -> [Line] {
    scene.drags.filter { $0.anchor.map(isHere) == true }.map { drag in
      let mark = drag.isAllowed ? "→" : "×"
      return [Span(Cells.fit("\(mark) \(drag.owner)", width), style(of: drag.owner))]
    }
  }
}

extension Cells {
  /// The text at the right end of so many cells.
  static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
