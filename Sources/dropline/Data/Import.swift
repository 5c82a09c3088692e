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

      Of Trello's JSON the lists and cards are read in their order, and archived ones are left out. A \
      description is put below the name of its card; one with which the text would be longer than \
      \(Limits.textBytes) bytes is left out. What is left out is counted.

      EXAMPLE
        dropline import groceries.board today.board
        dropline import chores.md
        dropline import holidays.json
      """)

  @OptionGroup var destination: DataOption
  @OptionGroup var output: ObjectOption

  @Option(
    help: ArgumentHelp(
      "The form of the files: `board`, `markdown`, `csv` or `trello`; by their names (.md, .csv, .json) "
        + "if left out.",
      valueName: "form"))
  var format: BoardFormat?

  @Argument(help: "The files.", completion: .file(extensions: ["board", "md", "csv", "json"]))
  var files: [String]

  func run() throws {
    try reportingFailure {
      let boards = try files.map { try (format ?? BoardFormat(ofFile: $0)).read($0) }
      let quiet = Logger(label: "dropline") { _ in SwiftLogNoOpLogHandler() }
      let store = try BoardStore(at: try destination.place(), cadence: .automatic, logger: quiet)
      for board in boards { try store.add(board.file) }
      try store.save()
      let rows = boards.map { board in
        JSONLine(
          ("board", board.file.name.string), ("rev", board.file.revision),
          ("archivedLists", board.leftOut.lists), ("archivedCards", board.leftOut.cards),
          ("longDescriptions", board.leftOut.descriptions))
      }
      let lines = boards.map { "\($0.file.name): revision \($0.file.revision)\($0.leftOut)" }
      output.say("import", ("rows", rows), text: lines.joined(separator: "\n"))
    }
  }
}
