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

      EXAMPLE
        dropline import groceries.board today.board
      """)

  @OptionGroup var destination: DataOption

  @Argument(help: "The files.", completion: .file(extensions: ["board"]))
  var files: [String]

  func run() throws {
    try reportingFailure {
      let boards = try files.map { try BoardFile.read($0) }
      let quiet = Logger(label: "dropline") { _ in SwiftLogNoOpLogHandler() }
      let store = try BoardStore(at: try destination.place(), cadence: .automatic, logger: quiet)
      for board in boards { try store.add(board) }
      try store.save()
      for board in boards { print("\(board.name): revision \(board.revision)") }
    }
  }
}
