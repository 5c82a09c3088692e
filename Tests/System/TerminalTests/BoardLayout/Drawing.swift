import BoardTerminal

/// A layout as text: items by their letter, `A` the first of the list, headers as `=`.
func drawing(of layout: some SectionedLayout) -> [String] {
  let size = layout.contentSize
  var cells = Array(
    repeating: Array(repeating: Character(" "), count: size.width), count: size.height)
  let whole = LayoutRect(x: 0, y: 0, width: size.width, height: size.height)
  var letter = UInt8(ascii: "A")
  for attributes in layout.attributes(in: whole) {
    let isItem = attributes.path != nil
    let mark: Character = isItem ? Character(UnicodeScalar(letter)) : "="
    for y in attributes.frame.y..<attributes.frame.maxY {
      for x in attributes.frame.x..<attributes.frame.maxX { cells[y][x] = mark }
    }
    if isItem { letter += 1 }
  }
  return cells.map { line in
    let end = line.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
    return String(line[..<end])
  }
}
