@_spi(Changes) import BoardAuthority
import BoardModel
import Simulation
import TestKit
import Testing

@Suite("A search of a board")
struct BoardSearchTests {
  /// Finds everything at once.
  private func find(_ text: Text, on versions: VersionedBoard) -> [BoardSearch.Match] {
    var search = BoardSearch(for: text)
    let matches = search.next(upTo: .max, on: versions)
    #expect(search.isFinished)
    return matches
  }

  @Test("finds the items whose text contains another, in the order of their paths")
  func order() {
    let versions = VersionedBoard("b", board: "A: pear apple | B: | C: grape fig applepie")
    let matches = find("AP", on: versions)
    expectEqual(matches.map(\.path), [[0, 1], [2, 0], [2, 2]])
    expectEqual(matches.map(\.item), ["apple", "grape", "applepie"])
    expectEqual(matches.map(\.text), ["apple", "grape", "applepie"])
    #expect(find("appla", on: versions).isEmpty)
    expectEqual(find("", on: versions).count, 5)
    #expect(find("", on: VersionedBoard("empty")).isEmpty)
  }

  @Test(
    "uses Unicode's simple case folding, scalar by scalar",
    arguments: [
      ("ΟΔΟΣ", "οδος"), ("οδος", "Οδοσ"), ("Straße", "STRAẞE"), ("\u{212A}elvin", "kelvin"),
      ("Boſton", "bOSton"), ("МОЛОКО", "молоко"), ("\u{B5}m", "\u{3BC}M"), ("ǅ", "ǆ"),
      ("\u{13A0}\u{13F0}", "\u{AB70}\u{13F8}"), ("\u{10400}", "\u{10428}"), ("ᾈ", "ᾀ"),
      ("\u{1C80}", "В"), ("\u{FB05}", "\u{FB06}"), ("Ⱥ", "ⱥ"), ("Ａ", "ａ"), ("Ა", "ა"),
    ])
  func folds(_ one: String, _ other: String) {
    for (text, needle) in [(one, other), (other, one)] {
      let section = Section(
        id: "A", title: "", items: [Item(id: "a", text: Text("<\(text)>"))])
      expectEqual(find(Text(needle), on: VersionedBoard("b", board: Board([section]))).count, 1)
    }
  }

  @Test(
    "does not match one scalar with several, nor composed with decomposed characters",
    arguments: [
      ("ß", "ss"), ("İ", "i"), ("ı", "I"), ("é", "e\u{301}"), ("ﬁ", "fi"), ("a", "b"),
    ])
  func distinguishes(_ one: String, _ other: String) {
    for (text, needle) in [(one, other), (other, one)] {
      let section = Section(id: "A", title: "", items: [Item(id: "a", text: Text(text))])
      #expect(find(Text(needle), on: VersionedBoard("b", board: Board([section]))).isEmpty)
    }
  }

  @Test("finds exactly the texts that contain the needle")
  func everyText() {
    let alphabet: [Character] = ["a", "A", "b", "σ", "ς"]
    let folded: [Character: Character] = ["A": "a", "ς": "σ"]
    func fold(_ text: String) -> [Character] { text.map { folded[$0] ?? $0 } }
    let texts = (0...4).flatMap { words(of: alphabet, length: $0) }
    let items = texts.enumerated().map { Item(id: ItemID(unchecked: "i\($0)"), text: Text($1)) }
    let versions = VersionedBoard("b", board: Board([Section(id: "A", title: "", items: items)]))
    for needle in (0...3).flatMap({ words(of: alphabet, length: $0) }) {
      let expected = texts.filter { fold($0).contains(fold(needle)) }
      let found = find(Text(needle), on: versions).map(\.text.string)
      expectEqual(found, expected, "\(needle)")
    }
  }

  private func words(of alphabet: [Character], length: Int) -> [String] {
    guard length > 0 else { return [""] }
    return words(of: alphabet, length: length - 1).flatMap { word in alphabet.map { word + [$0] } }
  }

  @Test("stops after a number of steps, and continues there")
  func steps() {
    let long = Text(String(repeating: "x", count: 640))
    let wide = Text(String(repeating: "é", count: 320))
    let items = [Item(id: "a", text: long), Item(id: "b", text: wide), Item(id: "c", text: "x")]
    let versions = VersionedBoard(
      "b", board: Board([Section(id: "A", title: "", items: items), Section(id: "B", title: "")]))
    for (steps, calls) in [(1, 4), (11, 3), (12, 2), (92, 2), (93, 2), (94, 2), (95, 1)] {
      var search = BoardSearch(for: "")
      var found: [ItemID] = []
      var count = 0
      while !search.isFinished {
        found += search.next(upTo: steps, on: versions).map(\.item)
        count += 1
      }
      expectEqual(found, ["a", "b", "c"])
      expectEqual(count, calls, "\(steps)")
    }
  }

  @Test("returns at most as many matches as requested, and continues with the next")
  func most() {
    let versions = VersionedBoard("b", board: "A: a1 a2 | B: b a3 a4")
    var search = BoardSearch(for: "a")
    expectEqual(search.next(1, upTo: .max, on: versions).map(\.item), ["a1"])
    expectEqual(search.next(2, upTo: .max, on: versions).map(\.item), ["a2", "a3"])
    #expect(!search.isFinished)
    expectEqual(search.next(2, upTo: .max, on: versions).map(\.item), ["a4"])
    #expect(search.isFinished)
  }

  @Test("examines each unchanged item once, whatever happens to the board meanwhile")
  func changes() {
    for seed in randomSeeds(20) {
      let stream = RandomStream(seed: seed, length: 25, sections: 3, items: 8)
      let scene = DragScene(Board(stream.before))
      var random = SeededRandom(seed: seed)
      var search = BoardSearch(for: "")
      var found: [ItemID] = []
      var edits = stream.edits[...]
      while !search.isFinished {
        let matches = search.next(upTo: 1 + random.below(4), on: scene.today)
        #expect(matches.allSatisfy { scene.today.board.indexPath(of: $0.item) == $0.path })
        found += matches.map(\.item)
        for _ in 0..<random.below(5) {
          if let edit = edits.popFirst() { scene.commit([edit], by: "u9") }
        }
      }
      let touched = touchedItems(stream.edits, of: stream.before)
      let untouched = stream.before.flatMap { $0.items.map(\.id) }.filter { !touched.contains($0) }
      expectEqual(found.filter { !touched.contains($0) }, untouched, "seed \(seed)")
    }
  }

  /// The items that edits name, and all that are in a section that moves.
  private func touchedItems(_ edits: [Edit], of before: Content) -> Set<ItemID> {
    var content = before
    var touched = edits.touchedItems
    for edit in edits {
      if case .moveSection(_, let source, _) = edit {
        touched.formUnion(content[source].items.map(\.id))
      }
      content.perform(edit)
    }
    return touched
  }

  @Test("continues at the same path if there were too many edits to map it")
  func tooMuch() {
    let scene = DragScene("A: a b c d")
    var search = BoardSearch(for: "")
    _ = search.next(2, upTo: .max, on: scene.today)
    for _ in 0...Limits.carriedEdits / 2 {
      scene.insert("N", at: [0, 0])
      scene.delete("N")
    }
    scene.insert("M", at: [0, 0])
    expectEqual(search.next(upTo: .max, on: scene.today).map(\.item), ["b", "c", "d"])
    var late = BoardSearch(for: "")
    _ = late.next(4, upTo: .max, on: scene.today)
    scene.today.forgetPast(continuingAt: scene.head + 9)
    scene.delete("M", "a", "b")
    scene.today.forgetPast(continuingAt: scene.head + 9)
    #expect(late.next(upTo: .max, on: scene.today).isEmpty)
    #expect(late.isFinished)
  }
}
