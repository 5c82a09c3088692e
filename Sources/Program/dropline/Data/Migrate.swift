import ArgumentParser
import BoardJournal
import BoardModel
import PostgresJournal
import SQLiteJournal

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
    let source = try OpenPlace(from, for: .moving(to: "\(to)"))
    let stored = try source.journal.acquire()
    let target = try OpenPlace(to, for: .arriving(from: "\(from)", stored.epoch))
    _ = try target.journal.acquire()
    let copy = JournalCopy(from: source.journal.source, to: target.journal)
    try copy.run(stored)
    try source.journal.markMoved(to: "\(to)")
    try target.journal.markComplete()
    return (stored, copy.revisionCount)
  }
}

/// A place whose journal is open, and stays open however long a copy takes.
private struct OpenPlace {
  let journal: any MovableJournal
  /// Nil for a directory.
  private let keeper: LeaseKeeper?

  init(_ place: DataPlace, for purpose: JournalPurpose) throws {
    switch place {
    case .memory: throw Complaint("nothing is kept in memory")
    case .directory(let path):
      journal = try SQLiteJournal(path, for: purpose)
      keeper = nil
    case .space(let url, let space):
      let lease = NodeLease(url, as: .alone)
      keeper = try LeaseKeeper(lease)
      journal = try PostgresJournal(space, of: lease, for: purpose) { complain($0) }
    }
  }
}
