import ArgumentParser
import BoardDelivery
import BoardJournal
import BoardModel
import BoardServer
import BoardWire
import Glibc
import SQLiteJournal

/// `dropline export`: boards as files in the protocol's own form.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write boards as files that `import` and `serve --board` take.",
    discussion: """
      A board goes to standard output in the form that `open` shows it in: its revision, sections \
      and items, its policies and the types of its fields. History and clients are not in that form; \
      `dropline backup` copies them too. A server may serve the directory meanwhile.

      The other forms have no revision, no policies and no types. Markdown has titles, texts and fields, and no ids; the title of the board, if it has one, is \
      the first heading. Each is one line: a line feed in it \
      is written \\n, a tab \\t, and a backslash \\\\. A section with an item that is done (`done=yes`) is a task \
      list, and other fields are at the end: `- [x] Bread {due=2026-12-01}`. `import` reads them back. CSV has a \
      line `section,text,id` with the names of all fields, and a record for each item. In the form `trello` it has \
      the lists and cards of Trello's JSON, and as its name the title of the board. The fields `due`, `done`, \
      `label`, `closed` and `description` are members of a card; if it has others, they are in its member `item`, \
      which only `import` reads.

      EXAMPLES
        dropline export groceries > groceries.board
        dropline export --to boards
        dropline export groceries --format markdown > groceries.md
      """)

  @OptionGroup var source: DataOption

  @Flag(
    help: "Print the board as one object, as `show --json` does; with --to, what was written.")
  var json = false

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "Write each board to NAME.board (NAME.md, NAME.csv, NAME.json) in this directory; files that are there stay.",
      valueName: "directory"))
  var folder: String?

  @Option(
    help: ArgumentHelp(
      "The form of the files: `board`, `markdown`, `csv` or `trello`.", valueName: "form"))
  var format: BoardFormat?

  @Argument(help: "The board. It may be left out where there is only one, or with --to.")
  var board: String?

  func validate() throws {
    if json, folder == nil, format != nil {
      throw ValidationError("--json is a form of its own; leave out --format, or say --to.")
    }
  }

  func run() throws {
    try reportingFailure {
      let reader = try JournalReader(of: try source.directory())
      let boards = try chosen(of: reader.boards)
      if let folder {
        try write(boards, of: reader, to: folder)
      } else {
        try OutputFile.standard.write(file(of: boards[0], reader))
      }
    }
  }

  /// - Throws: `Complaint` if there is no such board, or if one must be chosen.
  private func chosen(of boards: [StoredBoard]) throws -> [StoredBoard] {
    let chosen = boards.filter { board == nil || $0.name.string == board }
    guard !chosen.isEmpty else {
      let name = board.map { " \($0)" } ?? ""
      throw Complaint("there is no board\(name) in \(try source.directory())")
    }
    guard chosen.count == 1 || folder != nil else {
      let names = boards.map(\.name.string).joined(separator: " ")
      complain(
        "there are \(boards.count) boards; name one of them, or say --to DIRECTORY: \(names)",
        .validationFailure)
      throw ExitCode.validationFailure
    }
    return chosen
  }

  private func write(_ boards: [StoredBoard], of reader: JournalReader, to folder: String) throws {
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
      throw Complaint("\(folder): \(String(cString: strerror(errno)))")
    }
    var rows: [JSONLine] = []
    for board in boards {
      let output = try OutputFile(new: "\(folder)/\(board.name).\((format ?? .board).ending)")
      try output.write(file(of: board, reader))
      if !json { complain("\(output.path): revision \(board.head)") }
      rows.append(
        JSONLine(("board", board.name.string), ("rev", board.head), ("file", output.path)))
    }
    if json { sayLine(JSONLine(("kind", "ok"), ("verb", "export"), ("rows", rows)).json) }
  }

  private func file(of board: StoredBoard, _ reader: JournalReader) throws -> [UInt8] {
    var replay = BoardReplay(of: board)
    try reader.replay(board) { step throws(JournalFault) in try replay.apply(step) }
    if json, folder == nil { return Self.object(of: replay.snapshot) }
    switch format ?? .board {
    case .board: return replay.snapshot
    case .markdown:
      let content = try BoardFile(replay.snapshot).content
      return Array(MarkdownBoard.file(of: content, titled: board.title).utf8)
    case .csv:
      return Array(CSVBoard.file(of: try BoardFile(replay.snapshot).content).utf8)
    case .trello:
      let content = try BoardFile(replay.snapshot).content
      return Array(TrelloBoard.file(of: content, named: board.title ?? board.name.string).utf8)
    }
  }
}

extension Export {
  /// A board as one object, from its lines.
  private static func object(of snapshot: [UInt8]) -> [UInt8] {
    var translator = JSONTranslator()
    var object = WireBuffer()
    snapshot.withUnsafeBytes { translator.translate($0, to: &object) }
    return object.bytes
  }
}

/// A file that is written once, sequentially.
final class OutputFile {
  let path: String
  private let descriptor: Int32

  static var standard: OutputFile { OutputFile(descriptor: dup(STDOUT_FILENO)) }

  private init(descriptor: Int32) {
    path = "standard output"
    self.descriptor = descriptor
  }

  /// Makes a file.
  ///
  /// - Throws: `Complaint` if it exists.
  init(new path: String) throws {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Complaint("\(path): \(String(cString: strerror(errno)))") }
  }

  deinit { close(descriptor) }

  /// - Throws: `Complaint` if the write fails.
  func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Complaint("\(path): \(String(cString: strerror(errno)))") }
      rest = rest.dropFirst(count)
    }
  }
}
