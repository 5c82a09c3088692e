import BoardModel

/// The memory of a board, measured in a fresh process.
enum StateBench {
  /// The first argument of a process that fills a board.
  static let flag = "--fill"

  static func measure(_ scale: Scale) throws {
    var table = Table(
      "items", "sections", "fields", "resident bytes/item", "names and texts bytes/item",
      "over them")
    let items = scale.pick(1_000_000, quick: 100_000)
    for sections in scale.pick([1, 100, 10_000], quick: [100]) {
      for (textBytes, fieldCount) in [(12, 0), (27, 0), (12, 3)] {
        let words = [flag] + [items, sections, textBytes, fieldCount].map { "\($0)" }
        let state = Double(BenchmarkProcess(words).firstLine) ?? .nan
        let names = SampleBoard.itemID(items - 1).string.utf8.count
        let least = Double(textBytes + names + fields(fieldCount).byteCount)
        table.add(
          items.text, sections.text, fieldCount.text, (state / Double(items)).text, least.text,
          max(0, state / Double(items) - least).text)
      }
    }
    table.show()
  }

  /// Prints the growth of the process by a board.
  static func play(_ words: [String]) throws {
    let numbers = words.compactMap { Int($0) }
    let before = Machine.residentBytes(of: "self")
    let board = try fill(
      items: numbers[0], sections: numbers[1], textBytes: numbers[2],
      fields: fields(numbers[3]))
    withExtendedLifetime(board) {
      ChildSide.print("\(Machine.residentBytes(of: "self") - before)")
    }
  }

  /// The first ones of the fields that a task list has.
  private static func fields(_ count: Int) -> Fields {
    var fields = Fields()
    for (name, value) in [("done", "yes"), ("due", "2026-12-01"), ("label", "red")].prefix(count) {
      fields.set(FieldName(unchecked: name), to: Text(value))
    }
    return fields
  }

  /// Fills a board item by item: temporary content would count as well.
  private static func fill(
    items: Int, sections: Int, textBytes: Int, fields: Fields
  ) throws -> Board {
    var board = Board()
    for section in 0..<sections {
      let id = SectionID(unchecked: "s\(section)")
      try board.insert(Section(id: id, title: Text("Section \(section)")), at: section)
      for number in 0..<items / sections {
        let id = SampleBoard.itemID(section * (items / sections) + number)
        let text = Text(String(repeating: "x", count: textBytes))
        try board.insert(
          Item(id: id, text: text, fields: fields), at: IndexPath(section: section, item: number))
      }
    }
    return board
  }
}
