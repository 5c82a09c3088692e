import ArgumentParser
import BoardHub
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
      and items. Policies, history and clients are not in that form; `dropline backup` copies them \
      too. A server may serve the directory meanwhile.

      Markdown has titles and texts, and no ids and no revision. Each is one line: a line feed in it \
      is written \\n, a tab \\t, and a backslash \\\\. `import` reads them back. CSV has a \
      line `section,text,id` and a record for each item.

      EXAMPLES
        dropline export groceries > groceries.board
        dropline export --to boards
        dropline export groceries --format markdown > groceries.md
      """)

  @OptionGroup var source: DataOption

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "Write each board to NAME.board (NAME.md, NAME.csv) in this directory; files that are there stay.",
      valueName: "directory"))
  var folder: String?

  @Option(
    help: ArgumentHelp("The form of the files: `board`, `markdown` or `csv`.", valueName: "form"))
  var format = BoardFormat.board

  @Argument(help: "The board. It may be left out where there is only one, or with --to.")
  var board: String?

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
      complain(
        "there are \(boards.count) boards; name one of them, or say --to DIRECTORY: "
          + boards.map(\.name.string).joined(separator: " "))
      throw ExitCode.validationFailure
    }
    return chosen
  }

  private func write(_ boards: [StoredBoard], of reader: JournalReader, to folder: String) throws {
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
      throw Complaint("\(folder): \(String(cString: strerror(errno)))")
    }
    for board in boards {
      let output = try OutputFile(new: "\(folder)/\(board.name).\(format.ending)")
      try output.write(file(of: board, reader))
      complain("\(output.path): revision \(board.head)")
    }
  }

  private func file(of board: StoredBoard, _ reader: JournalReader) throws -> [UInt8] {
    var replay = BoardReplay(of: board)
    try reader.replay(board) { step throws(JournalFault) in try replay.apply(step) }
    switch format {
    case .board: return replay.snapshot
    case .markdown:
      return Array(MarkdownBoard.file(of: try SnapshotFile(replay.snapshot).content).utf8)
    case .csv:
      return Array(CSVBoard.file(of: try SnapshotFile(replay.snapshot).content).utf8)
    }
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
