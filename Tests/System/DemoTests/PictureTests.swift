import BoardModel
import Terminal
import TestKit
import Testing

@testable import dropline

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

  private func rows(_ scene: Scene, width: Int, height: Int) -> [String] {
    let canvas = Picture(of: scene, width: width, height: height).canvas
    return (0..<height).map { canvas.text(ofRow: $0) }
  }

  @Test("shows sections as columns, with their titles and counts")
  func columns() {
    let lines = rows(scene(), width: 40, height: 12)
    expectEqual(lines[0], "dropline demo")
    expectEqual(lines[1], "██████░░░░░░░ 50 %   12 drops")
    expectEqual(lines[3], "TO BUY 2            BASKET 0")
    expectEqual(lines[4], "Bread")
    expectEqual(lines[5], "Milk")
  }

  @Test("shows who drags which items, and where to")
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
    let lines = rows(scene, width: 40, height: 14)
    expectEqual(lines[3], "TO BUY 2            BASKET 0")
    expectEqual(lines[4], "x Ben               > Ada")
    expectEqual(lines[5], "Bread")
    expectEqual(lines[6], "Milk         Ada")
    expectEqual(lines.suffix(2), ["Ada       dragging", "Ben       stalled"])
  }

  @Test("fits on any terminal", arguments: [1, 20, 37, 80, 200])
  func size(_ width: Int) {
    var scene = scene()
    scene.people = (0..<30).map {
      .init(name: DemoBoard.client($0), doing: "dragging 梨 and é", revision: 7, meter: Meter())
    }
    scene.board = Board(DemoBoard.content)
    scene.heading = String(repeating: "long ", count: 60)
    for height in [1, 5, 9, 12, 24, 60] {
      let rows = rows(scene, width: width, height: height)
      #expect(rows.allSatisfy { cellWidth(of: $0) <= width })
      if height > 5 && width > 1 { #expect(rows[height - 1].hasPrefix("… and ")) }
    }
  }

  @Test("shows nothing that could control a terminal")
  func controlCharacters() {
    var scene = scene()
    let evil = "\u{1B}[2J\u{9B}1m\u{7}\u{202E}\u{200B}x"
    scene.heading = evil
    scene.board = Board([
      Section(id: "s1", title: Text(evil), items: [Item(id: "i1", text: Text(evil))])
    ])
    let all = rows(scene, width: 80, height: 24).joined()
    #expect(all.contains("\u{FFFD}"))
    #expect(!all.unicodeScalars.contains { $0.properties.generalCategory == .control })
    #expect(!all.unicodeScalars.contains { $0.properties.generalCategory == .format })
  }
}
