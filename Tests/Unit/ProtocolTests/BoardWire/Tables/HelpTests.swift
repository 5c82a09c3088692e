import BoardModel
import TestKit
import Testing

@testable import BoardHub
@testable import BoardWire

@Suite("Help")
struct HelpTests {
  @Test("explains every verb, and once")
  func everyVerb() {
    expectEqual(Help.verbs.count, Verb.allCases.count)
    expectEqual(Set(Help.verbs), Set(Verb.allCases))
    let overview = Help.lines(topic: nil).flatMap { $0.split(separator: " ") }.map(String.init)
    let listed = Self.topics.flatMap { Help.lines(topic: $0) }
    for verb in Help.verbs {
      #expect(overview.contains(verb.rawValue))
      expectEqual(listed.count { $0.hasPrefix("\(verb.rawValue) ") }, 1, "\(verb)")
    }
  }

  private static let topics = [
    "watching", "editing", "sections", "dragging", "selecting", "undoing", "managing", "connecting",
    "words",
  ]

  @Test("is seen at once on 24 rows, with its reply, and has its verbs by topic")
  func screen() {
    #expect(Help.lines(topic: nil).count < 24)
    for topic in Self.topics {
      #expect(Help.lines(topic: nil).contains { $0.hasPrefix("\(topic) ") }, "\(topic)")
      #expect(Help.lines(topic: topic).count < 24, "\(topic)")
      expectEqual(Help.lines(topic: topic.uppercased()), Help.lines(topic: topic))
    }
    #expect(Help.lines(topic: "words").contains { $0.hasPrefix("PLACE ") })
  }

  @Test("explains each word that it names", arguments: Help.lines(topic: "words"))
  func words(line: String) throws {
    guard let word = line.prefix(while: { $0 != " " }).split(separator: " ").first else { return }
    let lines = Help.lines(topic: String(word))
    #expect(lines[0].hasPrefix(word))
    expectEqual(lines, Help.lines(topic: word.lowercased()))
  }

  @Test("has no line wider than 78 columns with its mark, and nothing to escape")
  func width() {
    let topics: [String?] =
      [nil, "nonsense", "a\u{1b}\u{202e}"] + Self.topics + Verb.allCases.map(\.rawValue)
    for line in topics.flatMap({ Help.lines(topic: $0) }) {
      #expect(line.count <= 76, "\(line)")
      #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
    }
  }

  @Test("has examples that can be typed as they are")
  func examples() {
    for verb in Help.verbs {
      for line in verb.help.example where !line.hasPrefix("(") {
        if verb.beginsBlock, line != verb.help.example[0] { continue }
        #expect(request(line) != nil, "\(line)")
      }
    }
    let typed = Help.lines(topic: nil).filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
    expectEqual(typed.count, 8)
    for line in typed { #expect(request(line) != nil, "\(line)") }
  }

  @Test("shows every verb with the form of lines.md, and with each key and its values")
  func forms() throws {
    for row in try Tables(of: "lines.md").rows(under: "Commands") {
      let verb = String(row[0].prefix { $0 != " " })
      let lines = Help.lines(topic: verb)
      let words = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
      #expect(words.contains(row[0]), "\(verb)")
    }
    #expect(Help.lines(topic: "open").contains { $0.hasPrefix("    every=a time") })
    #expect(Help.lines(topic: "policy").contains("    empty=keep or remove"))
  }

  @Test("has examples of blocks that can be read")
  func blocks() throws {
    var batch = BatchReader()
    var content = ContentReader()
    for line in Verb.batch.help.example.dropFirst() {
      _ = Array(line.utf8).withUnsafeBytes { batch.read($0) }
    }
    for line in Verb.replace.help.example.dropFirst() {
      _ = Array(line.utf8).withUnsafeBytes { content.read($0) }
    }
    try expectEqual(batch.finish().batch.rowCount, 3)
    try expectEqual(content.finish().count, 1)
  }

  @Test("names refusals by the codes of errors.md")
  func refusals() {
    let codes = Set(Refusal.Code.allCases.map(\.rawValue))
    for verb in Help.verbs { #expect(codes.isSuperset(of: verb.help.refusals)) }
  }

  @Test("finds a topic without regard to case, and the nearest verb for another word")
  func topics() {
    expectEqual(Help.lines(topic: "PROPOSE"), Help.lines(topic: "propose"))
    #expect(Help.lines(topic: "porpose")[0].contains("Did you mean \"propose\"?"))
    #expect(Help.lines(topic: "slecting")[0].contains("Did you mean \"selecting\"?"))
    #expect(Help.lines(topic: "PLACE")[0].hasPrefix("PLACE: a PLACE is"))
  }
}
