import BoardModel

extension LineSchema {
  /// The lines of one kind of speaker, in the order of `protocol/lines.md`.
  public struct Table: Sendable {
    public let title: String
    public let schemas: [LineSchema]
  }

  /// Every kind of line.
  public static let tables = [
    Table(title: "Commands", schemas: Verb.allCases.map { command($0) }),
    Table(title: "Replies", schemas: Verb.allCases.map { reply(to: $0) } + failures),
    Table(title: "Events", schemas: [greeting, batch, snapshot] + events),
    Table(title: "Rows", schemas: rows),
    Table(title: "Listing rows", schemas: Verb.allCases.compactMap { listingRows[$0] }),
  ]

  static func command(_ verb: Verb) -> LineSchema { commands[verb]! }

  static func reply(to verb: Verb) -> LineSchema { replies[verb]! }

  private static let commands = table { verb in
    LineSchema(verb.rawValue, rows: verb.beginsBlock ? .kinds : nil) { line in
      _ = verb.request(&line)
    }
  }

  private static let replies = table { verb in
    guard verb != .ping else {
      return LineSchema("pong") { line in _ = verb.reply(&line) }
    }
    return LineSchema("ok", rows: verb.replyRows, mayBeReplayed: true) { line in
      line.note(verb: verb)
      _ = verb.reply(&line)
    }
  }

  static let listingRows: [Verb: LineSchema] = {
    var rows: [Verb: LineSchema] = [:]
    for verb in Verb.allCases {
      guard case .listing(let describe)? = verb.replyLines else { continue }
      rows[verb] = LineSchema(nil, describe)
    }
    return rows
  }()

  private static func table(_ schema: (Verb) -> LineSchema) -> [Verb: LineSchema] {
    Dictionary(uniqueKeysWithValues: Verb.allCases.map { ($0, schema($0)) })
  }

  private static let failures = ["refused", "error"].map { kind in
    LineSchema(kind) { line in _ = FailureLine(&line, from: nil) }
  }

  private static let greeting = LineSchema("dropline") { line in _ = Greeting(&line, from: nil) }

  private static let batch = LineSchema("batch", rows: .kinds) { line in
    _ = BatchHead(&line, from: nil)
  }

  private static let snapshot = LineSchema("board", rows: .kinds) { line in
    _ = SnapshotHead(&line, from: nil)
  }

  static let events = EventKind.allCases.map { kind in
    LineSchema(kind.firstWord) { line in _ = kind.event(&line) }
  }

  static let rows: [LineSchema] = [
    LineSchema("delete-section") { line in _ = BatchUpdate.SectionDelete(&line, from: nil) },
    LineSchema("insert-section") { line in _ = InsertSectionRow(&line, from: nil) },
    LineSchema("move-section") { line in _ = BatchUpdate.SectionMove(&line, from: nil) },
    LineSchema("reload-section") { line in _ = BatchUpdate.SectionReload(&line, from: nil) },
    LineSchema("delete") { line in _ = BatchUpdate.Delete(&line, from: nil) },
    LineSchema("move") { line in _ = BatchUpdate.Move(&line, from: nil) },
    LineSchema("insert") { line in _ = BatchUpdate.Insert(&line, from: nil) },
    LineSchema("reload") { line in _ = BatchUpdate.Reload(&line, from: nil) },
    LineSchema("section") { line in _ = SectionRow(&line, from: nil) },
    LineSchema("item") { line in _ = BatchUpdate.Arrival(&line, from: nil) },
  ]

  /// What a server sends, by its first word.
  static let fromServer = Dictionary(
    grouping: tables[1].schemas + tables[2].schemas, by: { $0.kind ?? "" })
  /// Rows by their first word, with the events that a snapshot ends with.
  static let rowsByKind = Dictionary(
    grouping: rows + events.filter { ["drag", "selected", "policy"].contains($0.kind) },
    by: { $0.kind ?? "" })
}

extension Verb {
  /// What the lines are that follow the reply, if any do.
  fileprivate var replyLines: ReplyLines.Kind? {
    var line = LineDescriber()
    return switch reply(&line) {
    case .whole: nil
    case .followed(let lines): lines.kind
    }
  }

  fileprivate var replyRows: LineSchema.Rows? {
    switch replyLines {
    case nil: nil
    case .batch: .kinds
    case .drawing: .drawing
    case .listing: .listing(self)
    }
  }
}
