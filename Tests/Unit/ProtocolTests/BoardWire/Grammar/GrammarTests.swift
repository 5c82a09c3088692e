import BoardModel
import BoardWire
import Foundation
import Simulation
import TestKit
import Testing

/// Checks `protocol/grammar.abnf` against the code. `.ci/grammar` checks it against the
/// transcripts.
@Suite("The grammar")
struct GrammarTests {
  private static let grammar: ABNF = {
    do {
      let file = Tables.folder.appending(path: "grammar.abnf")
      var grammar = try ABNF.parse(try String(contentsOf: file, encoding: .utf8))
      let names = try Tables(of: "lines.md").rows(under: "Names that are no fields")
        .flatMap { $0[0].split { " `".contains($0) }.map(String.init) }
      grammar.exceptions["field-name"] = Set(names)
      return grammar
    } catch {
      fatalError("grammar.abnf: \(error)")
    }
  }()

  private static let starts = [
    "client-line", "batch-line", "replace-line", "server-line", "drawn-line", "boards-row",
    "who-row",
    "find-row", "where-row", "item-row", "stats-row", "drags-row", "history-row", "policy-row",
    "change-row", "board-row",
  ]

  private static let rounds = isProof ? 20_000 : 3_000

  private func matches(_ line: String, _ rule: String) -> Bool { Self.grammar.matches(line, rule) }

  @Test("defines every rule that it names, and uses every rule")
  func unusedRules() {
    expectEqual(Self.grammar.undefined, [])
    expectEqual(Self.grammar.unused(from: Self.starts), [])
  }

  @Test("accepts words of every permitted length and form")
  func words() {
    let long = String(repeating: "a", count: 64)
    for name in ["i1", "d", "d-1", "d1a", "1a", "7-", "_", "A", long, "Dx", "D7"] {
      #expect(matches("create \(name)", "client-line"), "\(name)")
    }
    for name in ["7", "d7", "-x", "a.b", long + "a", "", "é", "a/b", "#a"] {
      #expect(!matches("create \(name)", "client-line"), "\(name)")
    }
    for start in ["d", "7", "a"] {
      for digits in 0...64 {
        for others in [0, 1, 2, 62 - digits, 63 - digits, 64 - digits] where others >= 0 {
          let name =
            start + String(repeating: "3", count: digits) + String(repeating: "-", count: others)
          expectEqual(matches("create \(name)", "client-line"), isName(name.utf8), "\(name)")
        }
      }
    }
    for number in ["0", "7", "9007199254740991"] {
      #expect(matches("open a since=\(number)", "client-line"), "\(number)")
    }
    for number in ["00", "-1", "+1", "1e3", "9007199254740992", "90071992547409910"] {
      #expect(!matches("open a since=\(number)", "client-line"), "\(number)")
    }
  }

  @Test("accepts every code point as an escape, and no surrogate")
  func escapes() {
    for hex in ["0", "41", "7f", "d7ff", "E000", "00feff", "1F350", "01f350", "10FFFF", "000041"] {
      #expect(matches("ping \\u{\(hex)}", "client-line"), "\(hex)")
    }
    for hex in ["", "d800", "00DFFF", "110000", "200000", "0000041", "g", "-1"] {
      #expect(!matches("ping \\u{\(hex)}", "client-line"), "\(hex)")
    }
  }

  @Test(
    "accepts no server line that could break a line, control a terminal, or has no valid form",
    arguments: [
      "ok", "ok begin", "ok begin d1", "ok begin x1 items=a", "OK quit", "ok  quit", "ok quit ",
      "ok perform d1", "ok propose d1 move", "ok propose d1 move at=1.0", "ok resume d1",
      "ok open a",
      "refused", "refused gone", "refused leased item=a", "error bad-row", "pong \u{1B}[A",
      "pong \\x",
      "batch a 1 2", "drag d1 over", "drag d1 ended", "bye", "dropline 2", "|x", "", "ok #t quit",
    ])
  func negatives(_ line: String) {
    #expect(!matches(line, "server-line"))
  }

  @Test("accepts every kind of line that a server writes")
  func serverLines() throws {
    for (reply, lines) in WireBufferTests.replies {
      let head = String(lines.prefix { $0 != "\n" })
      #expect(matches(head, "server-line"), "\(head)")
      let again = String(writtenAgain(reply, tag: "t").prefix { $0 != "\n" })
      if reply.verb != .ping { #expect(matches(again, "server-line"), "\(again)") }
    }
    for (_, line) in WireBufferTests.events { #expect(matches(line, "server-line"), "\(line)") }
    for refusal in WireBufferTests.refusals {
      let line = String(written(.refused(refusal)).dropLast())
      #expect(matches(line, "server-line"), "\(line)")
    }
  }

  @Test("accepts every error of every command")
  func errors() {
    for error in TablesTests.errors {
      for verb in Verb.allCases.map(Optional.some) + [nil] {
        let line = String(written(.error(error, verb)).dropLast())
        #expect(matches(line, "server-line"), "\(line)")
      }
    }
  }

  /// Lines made of those that are well formed by one or two changes of a byte or a word.
  ///
  /// The grammar cannot express the ban on repeated keys.
  @Test(
    "agrees with the server on thousands of altered commands, in both directions (slow: hundreds of rules)"
  )
  func alteredCommands() throws {
    let seed = Int.random(in: .min ... .max)
    var samples = LineSamples(seed: seed)
    var spoiler = Spoiler(seed: seed)
    let forms = try Tables(of: "lines.md").rows(under: "Commands").map { $0[0] }
    var taken = 0
    for round in 0..<Self.rounds {
      let line = spoiler.spoil(samples.line(of: forms[round % forms.count], isClients: true))
      let command = read(line)
      if case .failure(.duplicateKey) = command?.request { continue }
      if case .failure(.textTooLong) = command?.request { continue }
      let isTaken = (try? command?.request.get()) != nil || command == nil
      expectEqual(matches(line, "client-line"), isTaken, "\(line) seed \(seed)")
      if isTaken { taken += 1 }
      if case .failure(let error) = command?.request {
        let reply = String(written(.error(error, command?.verb)).dropLast())
        #expect(JSONTranslator.object(of: reply, saidBy: .server) != nil, "\(line) seed \(seed)")
      }
    }
    #expect(taken > Self.rounds / 10)
  }

  @Test(
    "agrees with the server on thousands of altered rows of blocks, in both directions (slow: hundreds of rules)"
  )
  func alteredRows() throws {
    let seed = Int.random(in: .min ... .max)
    var samples = LineSamples(seed: seed)
    var spoiler = Spoiler(seed: seed)
    let forms = try Tables(of: "lines.md").rows(under: "Rows").map { $0[0] }
    for round in 0..<Self.rounds {
      let line = spoiler.spoil(samples.line(of: forms[round % forms.count], isClients: false))
      let keys = line.matches(of: /(?:^| )([a-z][a-z0-9-]*)=/).map { String($0.1) }
      if Set(keys).count < keys.count { continue }
      // A section of many items would have to be given all of them.
      if line.contains(/section .*[0-9]{3}/) { continue }
      let isReplace = line.split(separator: " ").first == "section"
      let rule = isReplace ? "replace-line" : "batch-line"
      expectEqual(
        matches(line, rule), Self.isRow(line, isReplace: isReplace), "\(line) seed \(seed)")
    }
  }

  /// Whether a block takes a line as a row, behind a row that lets it stand there.
  private static func isRow(_ line: String, isReplace: Bool) -> Bool {
    func read(_ reader: inout BlockReader<some BlockRows>, _ line: String) -> Bool {
      Array(line.utf8).withUnsafeBytes { reader.read($0) }
    }
    let items =
      line.split(separator: " ").dropFirst(isReplace ? 2 : 3).first.flatMap { Int($0) } ?? 0
    let isSection = line.drop { $0 == " " }.hasPrefix(isReplace ? "section " : "insert-section ")
    let isItem = line.drop { $0 == " " }.hasPrefix("item ")
    if isReplace {
      var reader = ContentReader()
      if read(&reader, line) { return true }
      for _ in 0..<(isSection ? max(0, items) : 0) { _ = read(&reader, "item -") }
      return (try? reader.finish()) != nil
    }
    var reader = BatchReader()
    if isItem { _ = read(&reader, "insert-section 0 - 1") }
    if read(&reader, line) { return true }
    for _ in 0..<(isSection ? max(0, items) : 0) { _ = read(&reader, "item -") }
    return (try? reader.finish()) != nil
  }
}

/// Makes malformed lines from well-formed ones.
private struct Spoiler {
  private var random: SeededRandom

  init(seed: Int) { random = SeededRandom(seed: seed) }

  mutating func spoil(_ line: String) -> String {
    var line = line
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      line = Bool.random(using: &random) ? spoilBytes(line) : spoilWords(line)
    }
    return line.hasPrefix("{") ? "x" + line : line
  }

  private mutating func spoilBytes(_ line: String) -> String {
    var scalars = Array(line.unicodeScalars)
    guard !scalars.isEmpty else { return line }
    let place = Int.random(in: 0..<scalars.count, using: &random)
    let new = Array("aZ079_-.,:=@#*/\\ dé{".unicodeScalars).randomElement(using: &random)!
    switch Int.random(in: 0...3, using: &random) {
    case 0: scalars.remove(at: place)
    case 1: scalars.insert(new, at: place)
    case 2: scalars[place] = new
    default: scalars.swapAt(place, Int.random(in: 0..<scalars.count, using: &random))
    }
    return String(String.UnicodeScalarView(scalars))
  }

  private mutating func spoilWords(_ line: String) -> String {
    var words = line.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
      .map(String.init)
    let place = Int.random(in: 0..<words.count, using: &random)
    switch Int.random(in: 0...3, using: &random) {
    case 0: words.remove(at: place)
    case 1: words.insert(words.randomElement(using: &random)!, at: place)
    case 2:
      let new = ["force=yes", "#t", "board=b", "end", "", "-"].randomElement(using: &random)!
      words.insert(new, at: place)
    default: words.swapAt(place, Int.random(in: 0..<words.count, using: &random))
    }
    return words.joined(separator: " ")
  }
}
