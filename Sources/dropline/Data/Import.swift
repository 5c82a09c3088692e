import ArgumentParser
import BoardHub
import BoardJournal
import BoardModel
import BoardServer
import Logging

/// `dropline import`: boards from files, all or none.
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add boards out of files that `export` wrote, or a person.",
    discussion: """
      Each file holds one board in the form that `open` shows it in. Either all of them are added \
      or none: names that are there already are refused. The directory must not be served \
      meanwhile; to a server that runs, boards are added with `create` and `replace`.

      A file that is written by hand has a line `board NAME`, and below it lines such as \
      `section - To buy` and `item - Bread`. What is - gets an id. Blank lines are skipped.

      A Markdown file has a heading such as `## To buy` for each section and a list item such as \
      `- Bread` for each item; a title with # may be first. The board gets the file's name. A line \
      that is neither is refused. A CSV file begins with `section,text` or `section,text,id`.

      EXAMPLE
        dropline import groceries.board today.board
        dropline import chores.md
      """)

  @OptionGroup var destination: DataOption

  @Option(
    help: ArgumentHelp(
      "The form of the files: `board`, `markdown` or `csv`; by their names (.md, .csv) if left out.",
      valueName: "form"))
  var format: BoardFormat?

  @Argument(help: "The files.", completion: .file(extensions: ["board", "md", "csv"]))
  var files: [String]

  func run() throws {
    try reportingFailure {
      let boards = try files.map { try (format ?? BoardFormat(ofFile: $0)).read($0) }
      let quiet = Logger(label: "dropline") { _ in SwiftLogNoOpLogHandler() }
      let store = try BoardStore(at: try destination.place(), cadence: .automatic, logger: quiet)
      for board in boards { try store.add(board) }
      try store.save()
      for board in boards { print("\(board.name): revision \(board.revision)") }
    }
  }
}
