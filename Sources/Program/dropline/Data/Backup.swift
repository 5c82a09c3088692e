import ArgumentParser
import BoardJournal
import PostgresJournal
import SQLiteJournal

/// The data directory of a command.
struct DataOption: ParsableArguments {
  static let help = ArgumentHelp(
    "The directory that boards are kept in; $DROPLINE_DATA if left out, and dropline-data if that is not set.",
    valueName: "directory")
  static let memory = ValidationError("--data none keeps nothing; name a directory.")

  @Option(help: help, completion: .directory)
  var data: DataPlace?

  /// - Throws: `ValidationError` if the environment variable is not a directory's name.
  func place() throws -> DataPlace { try data ?? .fromEnvironment() }

  func validate() throws {
    if case .memory = try place() { throw Self.memory }
  }

  func directory() throws -> String { "\(try place())" }
}

/// Whether a command of the data directory prints objects.
struct ObjectOption: ParsableArguments {
  @Flag(help: "Print the result as an object on one line; a failure as well, on standard error.")
  var json = false

  /// Prints a result.
  ///
  /// - Parameters:
  ///   - verb: The command.
  ///   - text: The result for people.
  func say(_ verb: String, _ members: (String, any JSONText)..., text: String) {
    guard json else { return sayLine(text) }
    var object = JSONLine(("kind", "ok"), ("verb", verb))
    for member in members { object.add(member) }
    sayLine(object.json)
  }
}

/// `dropline backup`: a copy of all stored data.
struct Backup: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copy everything that is kept into one file.",
    discussion: """
      It copies a directory, or a space of a database. The copy is one moment: all of a change is in it or \
      nothing. Servers may serve the directory or the space meanwhile, and are not held up; nothing is written in \
      the database. Everything in the copy is checked before the file gets its name. It is put back with `dropline \
      restore`, and from there into a space with `dropline migrate`.

      EXAMPLES
        dropline backup --data /var/lib/dropline "boards-$(date +%F)"
        dropline backup --store postgres://dropline@db/boards --space main "main-$(date +%F)"
      """)

  @OptionGroup var source: PlaceOption
  @OptionGroup var output: ObjectOption

  @Argument(help: "The file to make. It must not be there yet.", completion: .file())
  var file: String

  func run() throws {
    try reportingFailure {
      let size = try copy(of: try source.place())
      output.say(
        "backup", ("file", file), ("boards", size.boards), ("revisions", size.revisions),
        ("bytes", size.bytes), text: "\(file): \(size)")
    }
  }

  private func copy(of place: DataPlace) throws -> JournalSize {
    switch place {
    case .memory: throw DataOption.memory
    case .directory(let path): return try SQLiteJournal.backup(of: path, to: file)
    case .space(let url, let space):
      let snapshot = try SpaceSnapshot(of: space, in: url)
      return try SQLiteJournal.backup(of: snapshot.stored, from: snapshot, to: file)
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
      the backup gets whole boards (`rewound=yes`). To put the backup back into a database, make a directory of \
      it and move that to a new space, which has a new epoch, too.

      EXAMPLES
        dropline restore --data /var/lib/dropline boards-2026-11-21
        dropline restore --data back main-2026-11-21
        dropline migrate back postgres://dropline@db/boards --space main-again
      """)

  @OptionGroup var destination: DataOption
  @OptionGroup var output: ObjectOption

  @Argument(help: "A file that `dropline backup` made.", completion: .file())
  var file: String

  func run() throws {
    try reportingFailure {
      let directory = try destination.directory()
      let size = try SQLiteJournal.restore(file, to: directory)
      output.say(
        "restore", ("directory", directory), ("boards", size.boards),
        ("revisions", size.revisions), ("bytes", size.bytes), text: "\(directory): \(size)")
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
