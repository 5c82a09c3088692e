import ArgumentParser
import BoardJournal
import BoardModel
import PostgresJournal

/// `dropline migrate`: from a directory to a space of a database, or back.
struct Migrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Move everything that is kept from a directory to a space of a database, or back.",
    discussion: """
      Stop the server first. The copy is compared with what it was made of; then the old place is marked as \
      moved, and cannot be served any more. Boards keep their revisions and the epoch stays, so clients go on \
      with `since=`, and their tags stay answered. If it is interrupted, the same command does the rest.

      EXAMPLES
        dropline migrate dropline-data postgres://dropline@db/boards --space main
        dropline migrate postgres://dropline@db/boards dropline-data --space main

      EXIT STATUS
        0 it is moved; 64 asked wrongly; 74 a place cannot be read or written, or is served. Nothing is lost \
      then, and the old place can be served.
      """)

  @Option(help: ArgumentHelp("The space of the database.", valueName: "name"))
  var space: SpaceName = .standard

  @Argument(help: "The place to move away from: a directory, or the URL of a database.")
  var from: String

  @Argument(help: "The place to move to: a database, or a directory without a journal.")
  var to: String

  @OptionGroup var output: ObjectOption

  func validate() throws { _ = try places() }

  private func places() throws -> (from: DataPlace, to: DataPlace) {
    switch (StoreURL(from), StoreURL(to)) {
    case (let url?, nil): (.space(url, space), .directory(to))
    case (nil, let url?): (.directory(from), .space(url, space))
    default: throw ValidationError("One place is a directory, and the other a URL postgres://….")
    }
  }

  func run() throws {
    let (from, to) = try places()
    try reportingFailure {
      let (stored, revisions) = try Self.move(from, to)
      output.say(
        "migrate", ("from", "\(from)"), ("to", "\(to)"), ("boards", stored.boards.count),
        ("revisions", revisions),
        text: "\(to): \(counted(stored.boards.count, "board")), \(counted(revisions, "revision"))")
    }
  }

  /// - Returns: What was moved, and the number of its revisions.
  private static func move(
    _ from: DataPlace, _ to: DataPlace
  ) throws -> (StoredServer, revisions: Int) {
    let source = try open(from, for: .moving(to: "\(to)"))
    let stored = try source.acquire()
    let target = try open(to, for: .arriving(from: "\(from)", stored.epoch))
    _ = try target.acquire()
    let copy = JournalCopy(from: source, to: target)
    try copy.run(stored)
    try source.markMoved(to: "\(to)")
    try target.markComplete()
    return (stored, copy.revisionCount)
  }

  private static func open(
    _ place: DataPlace, for purpose: JournalPurpose
  ) throws -> any MovableJournal {
    guard let journal = try place.open(for: purpose, onTrouble: { complain($0) }) else {
      throw Complaint("nothing is kept in memory")
    }
    return journal
  }
}
