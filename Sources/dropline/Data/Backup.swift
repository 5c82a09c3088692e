import ArgumentParser
import BoardJournal
import SQLiteJournal

/// The data directory of a command.
struct DataOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The directory that boards are kept in; $DROPLINE_DATA if left out, and dropline-data if that is "
        + "not set.", valueName: "directory"),
    completion: .directory)
  var data: DataPlace?

  /// - Throws: `ValidationError` if the environment variable is not a directory's name.
  func place() throws -> DataPlace { try data ?? .fromEnvironment() }

  func validate() throws {
    if case .memory = try place() {
      throw ValidationError("--data none keeps nothing; name a directory.")
    }
  }

  func directory() throws -> String { "\(try place())" }
}

/// `dropline backup`: a copy of all stored data.
struct Backup: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copy everything that is kept into one file.",
    discussion: """
      The copy is one moment: all of a change is in it or nothing. A server may serve the directory \
      meanwhile, and is not held up. Everything in the copy is checked before the file gets its \
      name. It is put back with `dropline restore`.

      EXAMPLE
        dropline backup --data /var/lib/dropline "boards-$(date +%F)"
      """)

  @OptionGroup var source: DataOption

  @Argument(help: "The file to make. It must not be there yet.", completion: .file())
  var file: String

  func run() throws {
    try reportingFailure {
      let size = try SQLiteJournal.backup(of: try source.directory(), to: file)
      print("\(file): \(size)")
    }
  }
}

/// `dropline restore`: a data directory from a backup.
struct Restore: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a directory to serve out of a backup.",
    discussion: """
      A directory that holds boards already is refused: stop its server and move it away first. \
      When the directory is served it has a new epoch, so that a client that knows what came after \
      the backup gets whole boards (`rewound=yes`).

      EXAMPLE
        dropline restore --data /var/lib/dropline boards-2026-11-21
      """)

  @OptionGroup var destination: DataOption

  @Argument(help: "A file that `dropline backup` made.", completion: .file())
  var file: String

  func run() throws {
    try reportingFailure {
      let size = try SQLiteJournal.restore(file, to: try destination.directory())
      print("\(try destination.directory()): \(size)")
    }
  }
}

extension JournalSize: CustomStringConvertible {
  public var description: String {
    "\(counted(boards, "board")), \(counted(revisions, "revision")), \(counted(bytes, "byte"))"
  }
}

/// A count with its noun, for people.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
