import BoardWire

/// What somebody wants to do, and the verbs for it.
enum HelpGroup: String, CaseIterable {
  case watching, editing, sections, dragging, selecting, undoing, managing, connecting
  /// The parts of commands, and no verbs.
  case words

  /// The line of the overview: the topic and its verbs, on as many lines as they need.
  var overview: [String] {
    let words = self == .words ? Self.parts.map(\.name) : verbs.map(\.rawValue)
    return words.reduce(into: [Self.column(rawValue)]) { lines, word in
      let line = lines[lines.count - 1] + " " + word
      if line.count <= Help.width {
        lines[lines.count - 1] = line
      } else {
        lines.append("\(Self.column("")) \(word)")
      }
    }
  }

  /// The verbs with what they do, or the words with what they mean.
  var lines: [String] {
    guard self == .words else { return verbs.map { Help.overview(of: $0) } }
    return Self.parts.flatMap { Self.lines(ofPart: $0.name) ?? [] }
  }

  /// What a part of commands means, or nil if there is none of this name.
  static func lines(ofPart name: String) -> [String]? {
    parts.first { $0.name == name }?.meaning.enumerated().map {
      column($0 == 0 ? name : "") + $1
    }
  }

  private var verbs: [Verb] { Help.verbs.filter { $0.topic == self } }

  private static func column(_ word: String) -> String {
    word + String(repeating: " ", count: max(1, 11 - word.count))
  }

  /// What commands are made of.
  private static let parts: [(name: String, meaning: [String])] = [
    ("ITEM", ["an id (i1), or an index path SECTION.ITEM from zero (0.2)"]),
    ("ITEMS", ["one or more, with commas: i1,i2"]),
    ("SECTION", ["an id (s1), or an index (0)"]),
    (
      "PLACE",
      [
        "an index path, counted with the dragged items taken out, or",
        "before:ITEM, after:ITEM, start:SECTION, end:SECTION",
      ]
    ),
    ("INDEX", ["a place for a section: 0, before:SECTION, after:SECTION or end"]),
    ("DRAG", ["a drag (d1); may be left out if you drag only one thing"]),
    ("KEY=VALUE", ["may be left out; such as board=today for another board"]),
    ("TEXT", ["the rest of the line; \\n is a new line, \\\\ a backslash"]),
    ("#TAG", ["before the verb: comes back with the answer"]),
  ]
}
