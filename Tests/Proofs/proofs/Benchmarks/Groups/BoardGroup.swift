import BoardModel

extension Group {
  static let board = Group(
    name: "board", summary: "questions to a board and changes of it, in ns each"
  ) { scale in
    var table = Table(
      "items", "sections", "indexPath(of:)", "item(at:)", "move", "apply", "insert", "delete",
      "array move", "move / array move")
    for items in scale.pick([1_000, 100_000, 1_000_000], quick: [1_000, 100_000]) {
      for sections in [1, 100] {
        var bench = try BoardBench(items: items, sections: sections)
        let move = try bench.move()
        let change = try bench.change()
        let floor = bench.arrayMove()
        table.add(
          items.text, sections.text, bench.indexPath().text, bench.item().text, move.move.text,
          move.apply.text, change.insert.text, change.delete.text, floor.text,
          (move.move / floor).text)
      }
    }
    table.show()
  }
}
