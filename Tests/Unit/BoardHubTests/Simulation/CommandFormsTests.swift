import BoardHub
import BoardModel
import BoardWire
import CheckedClients
import Simulation
import TestKit
import Testing

@Suite("Random clients")
struct CommandFormsTests {
  private static let forms = CommandForms.all.adding(
    .init("juggle SECTION [board=BOARD] [by=KEY]", changing: .board))

  @Test("say each verb that there is, and one that is added to the tables without a further edit")
  func everyVerb() {
    let said = lines(of: Self.forms, count: 4_000)
    let verbs = Set(said.compactMap { $0.split(separator: " ").first.map(String.init) })
    let expected = Verb.allCases.filter {
      $0.family != .connection && !$0.beginsBlock && $0 != .open
    }
    expectEqual(verbs, Set(expected.map(\.rawValue) + ["juggle"]))
    for line in said where !line.hasPrefix("juggle ") {
      let error = Array(line.utf8).withUnsafeBytes { bytes -> LineError? in
        guard let command = Command(bytes) else { return .badEscape }
        guard case .failure(let error) = command.request else { return nil }
        return error
      }
      // Items of a dry run and a session exclude each other.
      let isBoth = line.contains("items=") && line.contains("drag=")
      #expect((error == nil) != isBoth, "\(line)")
    }
    #expect(said.contains { $0.wholeMatch(of: /juggle [s0-9]+ board=b/) != nil })
  }

  @Test("of the simulator say an added verb about what is on the board that they watch")
  func simulated() throws {
    var reader = CheckedReader()
    reader.ask(.init(tag: "1", board: "b"))
    let items = (0..<10).map { "item i\($0)" }
    for line in ["#1 ok open b 3", "board b 3 1 11", "section s7 10"] + items {
      _ = try reader.read(line)
    }
    var client = RandomClient(seed: 7, forms: Self.forms)
    let said = (0..<4_000).compactMap { _ in client.command(knowing: reader)?.lines.first }
    #expect(said.contains { $0.wholeMatch(of: /juggle (s7|0) board=b/) != nil })
  }

  private func lines(of forms: CommandForms, count: Int) -> [String] {
    var client = SampleFiller()
    return (0..<count).compactMap { _ in forms.line(of: &client) }
  }
}
