import BoardModel
import BoardWire
import Simulation
import Testing

@Suite("Random clients")
struct CommandFormsTests {
  @Test("say each verb that there is, and one that is added to the tables without a further edit")
  func everyVerb() {
    let added = CommandForms.Form("sort SECTION [board=BOARD] [by=KEY]", changing: .board)
    let said = lines(of: .all.adding(added), count: 4_000)
    let verbs = Set(said.compactMap { $0.split(separator: " ").first.map(String.init) })
    let expected = Verb.allCases.filter {
      $0.family != .connection && !$0.beginsBlock && $0 != .open
    }
    #expect(verbs == Set(expected.map(\.rawValue) + ["sort"]))
    for line in said where !line.hasPrefix("sort ") {
      let error = Array(line.utf8).withUnsafeBytes { bytes -> LineError? in
        guard let command = CommandReader.read(bytes) else { return .badEscape }
        guard case .failure(let error) = command.request else { return nil }
        return error
      }
      // Items of a dry run and a session exclude each other.
      let isBoth = line.contains("items=") && line.contains("drag=")
      #expect((error == nil) != isBoth, "\(line)")
    }
    #expect(said.contains { $0.wholeMatch(of: /sort [s0-9]+ board=b/) != nil })
  }

  private func lines(of forms: CommandForms, count: Int) -> [String] {
    var client = BoardReader()
    return (0..<count).compactMap { _ in forms.line(of: &client) }
  }
}

/// A client that knows a board.
private struct BoardReader: FormFiller {
  var random = SeededRandom(seed: 7)

  mutating func value(_ notation: String, changing change: CommandChange) -> String? {
    switch notation {
    case "BOARD": change == .boards ? "gamma" : "b"
    case "TO": "delta"
    case "ITEM", "ITEMS": "i\(random.below(3) + 1)"
    case "SECTION", "TARGET": "s1"
    case "INDEX": "0"
    case "PLACE": "0.0"
    case "DRAG": "d1"
    case "OP", "OPS": "move"
    case "REV": "1"
    case "TIME": "20ms"
    case "TYPE": "text/plain"
    case "METRIC": "batches"
    case "KEY=VALUE": "limit=2"
    case "TEXT": "x"
    case _: nil
    }
  }
}
