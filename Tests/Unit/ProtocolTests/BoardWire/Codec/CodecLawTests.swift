import BoardModel
import BoardWire
import TestKit
import Testing

/// Laws of the codec over random lines of the forms in `protocol/lines.md`.
@Suite("Every kind of line")
struct CodecLawTests {
  private static let seed = Int.random(in: .min ... .max)
  private static let rounds = 60

  private static func forms(_ heading: String) throws -> [String] {
    try Tables(of: "lines.md").rows(under: heading).map { $0[0] }
  }

  /// Calls the body with some lines of each form of a table.
  private func forEachLine(
    of heading: String, isClients: Bool, _ body: (String) throws -> Void
  ) throws {
    var samples = LineSamples(seed: Self.seed)
    for form in try Self.forms(heading) where !form.contains("key=…") {
      for _ in 0..<Self.rounds { try body(samples.line(of: form, isClients: isClients)) }
    }
  }

  @Test("that is a command is written as it was read")
  func commands() throws {
    try forEachLine(of: "Commands", isClients: true) { line in
      guard case .success(let request) = read(line)?.request else {
        // Parts that do not go together are the only thing that can be wrong.
        #expect(
          ["history", "dryrun", "hello", "policy"].contains(line.prefix { $0 != " " }), "\(line)")
        return
      }
      var buffer = WireBuffer()
      buffer.append(request)
      // Settings of a policy without a target are the board's.
      let sorted = { (line: String) in line.split(separator: " ").sorted().filter { $0 != "*" } }
      expectEqual(sorted(String(buffer.string.dropLast())), sorted(line), "seed \(Self.seed)")
      expectEqual(read(String(buffer.string.dropLast()))?.request, .success(request))
    }
  }

  @Test("that is a command is the same command in the JSON form")
  func commandsInJSON() throws {
    try forEachLine(of: "Commands", isClients: true) { line in
      guard let verb = line.split(separator: " ").first, verb != "batch", verb != "replace" else {
        return
      }
      let object = try #require(JSONTranslator.object(of: line, saidBy: .client), "\(line)")
      let command = Array(object.utf8).withUnsafeBytes { JSONCommand.read($0) }
      let text = try String(decoding: command.lines.get(), as: UTF8.self)
      expectEqual(
        read(String(text.dropLast()))?.request, read(line)?.request, "\(line) seed \(Self.seed)")
    }
  }

  @Test(
    "that a server writes can be read, with unknown keys or without",
    arguments: ["Replies", "Events"])
  func serverLines(_ heading: String) throws {
    try forEachLine(of: heading, isClients: false) { line in
      if line.hasPrefix("batch ") || line.hasPrefix("board ") { return }
      let known = try messages(line + "\n")
      expectEqual(known.count, 1, "\(line)")
      if case .unknown = known.first { Issue.record("\(line)") }
      let longer = line.addingKey
      try expectEqual(messages(longer + "\n"), known, "\(longer)")
    }
  }

  @Test(
    "that a server writes is the same text after JSON and back",
    arguments: [
      "Replies", "Events",
    ])
  func serverLinesInJSON(_ heading: String) throws {
    try forEachLine(of: heading, isClients: false) { line in
      let object = try #require(JSONTranslator.object(of: line, saidBy: .server), "\(line)")
      try expectEqual(JSONCommand.line(of: object, saidBy: .server).canonical, line.canonical)
    }
  }

  @Test("that is a row is the same text after JSON and back")
  func rowsInJSON() throws {
    try forEachLine(of: "Rows", isClients: false) { line in
      let object = try #require(JSONTranslator.object(of: line, saidBy: .row), "\(line)")
      try expectEqual(JSONCommand.line(of: object, saidBy: .row).canonical, line.canonical)
    }
  }
}

extension String {
  /// The line with an unknown key after its words.
  var addingKey: String {
    var words = split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    if words[0] == "pong" || words[0] == "bye" { return self }
    if let key = words.firstIndex(where: { $0.contains("=") && $0.first?.isLowercase == true }) {
      words.insert("x-new=1,2", at: key)
      return words.joined(separator: " ")
    }
    return self + (hasText ? "" : " x-new=1,2")
  }

  /// Whether the line may end with a text and has no key before it.
  private var hasText: Bool {
    contains(" began ") || contains(" items ")
  }

  /// The line without a blank at its end, which a server does not write before an empty text.
  fileprivate var canonical: String {
    replacing("\\n", with: "\\n")
  }
}
