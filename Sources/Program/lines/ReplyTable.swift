/// A reply with all that the tables say of it.
struct ReplyRow {
  /// What follows the first line.
  enum Lines: String {
    case none = ""
    case drawing = "drawn lines"
    case batch = "batch rows"
    case items = "item rows"
    case listing = "rows"
  }

  let verb: String
  /// The parts of the first line behind its verb, or behind `pong`.
  let form: LineForm
  /// What the line begins with: `ok insert`.
  let head: String
  let lines: Lines
  /// `yes`, `of a drop`, or nothing.
  let content: String
  let learnt: String
  /// The type of the parts; nil if there are none, or if lines of no batch follow.
  let fields: FieldsSource?

  var caseName: String { verb.camelCase }
  /// Whether the first line names a board.
  var hasBoard: Bool { form.parts.contains { $0.notation == "BOARD" && $0.role == .word } }
}

/// The replies and the rows of listings, in the order of the page.
struct ReplyTable {
  let rows: [ReplyRow]
  /// The types of the rows of listings, by the verbs that list them.
  let listings: [(verb: String, fields: FieldsSource)]

  init(_ page: String, file: String, _ commands: CommandTable) throws(TableMistake) {
    let verbs = commands.rows.map(\.verb)
    var rows: [ReplyRow] = []
    for row in try MarkdownTable(of: page, "Replies", file: file).rows {
      let form = try LineForm(row.oneCode("reply"), of: row)
      guard !["refused", "error"].contains(form.kind) else { continue }
      let verb = form.kind == "pong" ? "ping" : form.parts.first?.name ?? ""
      guard verbs.contains(verb) else {
        throw row.mistake("`\(form.written)` answers no verb of \"Commands\"")
      }
      rows.append(try Self.reply(form, to: verb, row))
    }
    for command in commands.rows where !rows.contains(where: { $0.verb == command.verb }) {
      throw command.row.mistake("\"Replies\" has no reply to `\(command.verb)`")
    }
    self.rows = rows
    listings = try Self.listings(MarkdownTable(of: page, "Listing rows", file: file), rows)
  }

  private static func reply(
    _ form: LineForm, to verb: String, _ row: MarkdownTable.Row
  ) throws(TableMistake) -> ReplyRow {
    let then = try row.cell("then")
    guard let lines = ReplyRow.Lines(rawValue: then) else {
      throw row.mistake("\"then\" is never \"\(then)\"")
    }
    guard (lines != .none) == form.parts.contains(where: { $0.notation == "LINES" }) else {
      throw row.mistake("a reply has LINES if, and only if, \"then\" says what they are")
    }
    let isPong = form.kind == "pong"
    let parts = isPong ? form : form.withoutFirstPart
    let doc = "`\(form.written)`: \(try row.cell("meaning"))."
    return ReplyRow(
      verb: verb, form: parts, head: isPong ? "pong" : "ok \(verb)", lines: lines,
      content: try row.one(of: ["", "yes", "of a drop"], "content"),
      learnt: try row.one(of: Learnt.all.map(\.name) + [""], "learnt"),
      fields: parts.parts.isEmpty || lines == .drawing || lines == .listing
        ? nil
        : try .init(server: parts, named: "\(verb.typeName)Reply", doc: doc, at: row))
  }

  private static func listings(
    _ table: MarkdownTable, _ replies: [ReplyRow]
  ) throws(TableMistake) -> [(verb: String, fields: FieldsSource)] {
    var listings: [(verb: String, fields: FieldsSource)] = []
    for row in table.rows {
      let verb = try row.code("listing").first ?? ""
      guard replies.contains(where: { $0.verb == verb && $0.lines == .listing }) else {
        throw row.mistake("no reply to `\(verb)` has rows")
      }
      let form = try LineForm(row.oneCode("row"), hasKind: false, of: row)
      let doc = "`\(form.written)`: a row of `\(verb)`."
      listings.append(
        (verb, try .init(server: form, named: "\(verb.typeName)Row", doc: doc, at: row)))
    }
    return listings
  }
}

/// What the copy of a client takes from a reply, as Swift has it. `fields` are the parts of the reply.
enum Learnt {
  static let all: [(name: String, value: String)] = [
    ("name", ".named(fields.client)"), ("space", ".entered(fields)"), ("opened", ".opened(fields)"),
    ("closed", ".closed(fields.board)"), ("began", ".drag(fields.drag, .began(fields.items))"),
    ("items", ".drag(fields.drag, .items(fields.items))"),
    ("left", ".drag(fields.drag, .left(fields.items))"),
    ("proposal", ".drag(fields.drag, .proposed(fields.proposal))"),
    ("exited", ".drag(fields.drag, .exited)"),
    ("resumed", ".drag(fields.drag, .resumed(fields.items, fields.state))"),
    ("ended", ".drag(fields.drag, .ended(fields.outcome))"),
    ("revision", ".edited(revision: fields.revision)"), ("selection", ".selection(fields)"),
  ]

  static func value(_ name: String) -> String? { all.first { $0.name == name }?.value }
}
