import BoardCore
import Testing

@testable import BoardDemo

@Suite("The picture of a demo")
struct PictureTests {
  private func scene() -> Scene {
    Scene(
      heading: "dropline demo", progress: 0.5, tally: "12 drops",
      board: Board([
        Section(
          id: "s1", title: "To buy",
          items: [Item(id: "i1", text: "Bread"), Item(id: "i2", text: "Milk")]),
        Section(id: "s2", title: "Basket"),
      ]), revision: 7)
  }

  private func text(_ lines: [Line]) -> [String] {
    lines.map { line in
      var text = line.map(\.text).joined()
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  @Test("shows sections as columns, with their titles and counts")
  func columns() {
    let lines = text(Picture(of: scene(), columns: 40, rows: 12).lines)
    #expect(lines[0] == "dropline demo")
    #expect(lines[1] == "██████░░░░░░░ 50 %   12 drops")
    #expect(lines[3] == "TO BUY 2            BASKET 0")
    #expect(lines[4] == "Bread")
    #expect(lines[5] == "Milk")
  }

  @Test("shows who drags what, and where to")
  func drags() {
    var scene = scene()
    scene.people = [
      .init(name: "Ada", doing: "dragging", revision: 7, meter: Meter()),
      .init(name: "Ben", doing: "stalled", revision: nil, meter: Meter()),
    ]
    scene.drags = [
      .init(owner: "Ada", items: ["i2"], anchor: .start("s2")),
      .init(owner: "Ben", items: ["i9"], anchor: .before("i1"), isAllowed: false),
    ]
    let lines = text(Picture(of: scene, columns: 40, rows: 14).lines)
    #expect(lines[3] == "TO BUY 2            BASKET 0")
    #expect(lines[4] == "× Ben               → Ada")
    #expect(lines[5] == "Bread")
    #expect(lines[6] == "Milk         Ada")
    #expect(lines.suffix(2) == ["Ada       dragging", "Ben       stalled"])
  }

  @Test("never has more lines than the terminal, nor wider ones", arguments: [20, 37, 80, 200])
  func size(_ columns: Int) {
    var scene = scene()
    scene.people = (0..<30).map {
      .init(name: SampleBoard.client($0), doing: "dragging 梨 and é", revision: 7, meter: Meter())
    }
    scene.board = Board(SampleBoard.content)
    scene.heading = String(repeating: "long ", count: 60)
    for rows in [8, 9, 12, 24, 60] {
      let lines = Picture(of: scene, columns: columns, rows: rows).lines
      #expect(lines.count <= rows)
      for line in lines {
        #expect(Cells.width(of: line.map(\.text).joined()) <= columns)
      }
    }
  }

  @Test("shows nothing that could steer a terminal")
  func steering() {
    var scene = scene()
    let evil = "\u{1B}[2J\u{9B}1m\u{7}\u{202E}\u{200B}x"
    scene.heading = evil
    scene.board = Board([
      Section(id: "s1", title: Text(evil), items: [Item(id: "i1", text: Text(evil))])
    ])
    let all = text(Picture(of: scene, columns: 80, rows: 24).lines).joined()
    #expect(all.contains("\u{FFFD}"))
    #expect(!all.unicodeScalars.contains { $0.properties.generalCategory == .control })
    #expect(!all.unicodeScalars.contains { $0.properties.generalCategory == .format })
  }
}

@Suite("Cells of a terminal")
struct CellsTests {
  @Test("cut a text and fill it up, and never split a wide character")
  func fit() {
    #expect(Cells.fit("abc", 5) == "abc  ")
    #expect(Cells.fit("abcdef", 5) == "abcd…")
    #expect(Cells.fit("梨梨梨", 5) == "梨梨…")
    #expect(Cells.fit("梨梨梨", 4) == "梨… ")
    #expect(Cells.fit("abc", 0) == "")
    #expect(Cells.fit("abc", 1) == "…")
  }
}
