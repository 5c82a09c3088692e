import ArgumentParser
import BoardClient
import BoardHub
import BoardJournal
import BoardModel
import BoardServer
import BoardWire
import Glibc
import Libuv
import Logging
import SQLiteJournal

/// `dropline import`: boards from files, all or none.
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add boards out of files that `export` wrote, or a person.",
    discussion: """
      Each file holds one board in the form that `open` shows it in. Either all of them are added \
      or none: names that are there already are refused.

      With --server, or $DROPLINE_SERVER if no directory is named, the boards go to that server, which needs \
      the role `owner` where there are roles. Without them they go into the directory. If a server serves \
      it, they go to that server, which is looked for at $DROPLINE_SERVER or localhost:7667. If no directory is \
      named and there is none here, a server that answers there gets them, too. Large boards are sent in \
      pieces, and if one is refused, or Ctrl-C is typed, all boards are removed again; what is left behind \
      then, or when the server ends in the middle, is said.

      A file that is written by hand has a line `board NAME`, and below it lines such as \
      `section - To buy` and `item - done=yes Bread`. What is - gets an id. Blank lines are skipped. Behind all \
      items it may have policies, `policy NAME * title=House` and `policy NAME 0 limit=5` for the first section, \
      and types of fields: `fields NAME done=flag due=date`.

      A Markdown file has a heading such as `## To buy` for each section and a list item such as \
      `- Bread` for each item, with its fields: `- [x] Bread {due=2026-12-01 note="two loaves"}`, where the box \
      says whether it is done; a title with # may be first. The board gets the file's name. A line \
      that is neither is refused. With --lenient what is indented below an item becomes lines of its text, and \
      paragraphs and other blocks are left out. A CSV file begins with `section,text` or `section,text,id`, and \
      may go on with names of fields.

      Of Trello's JSON the lists and cards are read in their order, and archived lists are left out. The \
      description, due date, labels and whether a card is done or archived become the fields `description`, `due`, \
      `label`, `done` and `closed`. Checklists are put below its name, as is a description of more than \
      \(Limits.fieldValueBytes) bytes; what then makes the text longer than \(Limits.textBytes) bytes is left \
      out, as are members, comments, attachments and custom fields. What is left out is counted. A title becomes \
      that of the board.

      EXAMPLES
        dropline import groceries.board today.board
        dropline import --server boards.example chores.md --lenient
        dropline import holidays.json

      EXIT STATUS
        0 all boards are added; 1 a file is wrong or a board refused; 64 asked wrongly; 69 there is no \
      such server; 74 the directory cannot be written or is in use; 75 the connection was lost; 76 the server \
      broke the protocol; 130 ended by Ctrl-C.
      """)

  @OptionGroup var destination: DataOption
  @OptionGroup var server: ServerOptions

  @Option(
    help: ArgumentHelp(
      "The form of the files: `board`, `markdown`, `csv` or `trello`; by their names (.md, .csv, .json) "
        + "if left out.",
      valueName: "form"))
  var format: BoardFormat?

  @Flag(
    help:
      "Take what Markdown has beside headings and lists into the items above it, or leave it out.")
  var lenient = false

  @Argument(help: "The files.", completion: .file(extensions: ["board", "md", "csv", "json"]))
  var files: [String]

  func validate() throws {
    guard destination.data != nil else { return }
    if server.server != nil {
      throw ValidationError("--data and --server are two places; choose one.")
    }
    if server.space != nil {
      throw ValidationError("--space needs a server: name it with --server.")
    }
  }

  func run() throws {
    try reportingFailure {
      let boards = try readBoards()
      let directory = try destination.place()
      if try goesToServer(beside: directory) { return try addToServer(boards) }
      let store: BoardStore
      do throws(JournalFault) { store = try BoardStore(at: directory) } catch {
        guard case .inUse(let text) = error else { throw error }
        guard try isServed("\(directory)") else {
          throw JournalFault.inUse("\(text); name its server with --server HOST:PORT")
        }
        return try addToServer(boards)
      }
      for board in boards { try store.add(board.file) }
      try store.save()
      say(boards, boards.map(\.file.revision))
    }
  }

  /// - Throws: `Complaint` if a file is wrong, or if two have the same board.
  private func readBoards() throws(Complaint) -> [ReadBoard] {
    var names: Set<BoardName> = []
    var boards: [ReadBoard] = []
    for path in files {
      let board = try (format ?? BoardFormat(ofFile: path)).read(path, isLenient: lenient)
      guard names.insert(board.file.name).inserted else {
        throw Complaint("\(path): another file has the board \(board.file.name)")
      }
      boards.append(board)
    }
    return boards
  }
}

extension Import {
  /// Whether the boards go to a server, whatever is in a directory.
  private func goesToServer(beside directory: DataPlace) throws -> Bool {
    if server.server != nil { return true }
    guard destination.data == nil, environment("DROPLINE_DATA") == nil else { return false }
    if environment("DROPLINE_SERVER") != nil { return true }
    return access("\(directory)", F_OK) != 0 && (try? greeting()) != nil
  }

  private func greeting() throws -> Greeting {
    try Conversation(with: server.address(), timeout: server.timeout.duration).greeting
  }

  /// Whether the server has the boards of a directory: they are of one epoch.
  private func isServed(_ directory: String) throws -> Bool {
    guard let greeting = try? greeting() else { return false }
    return try JournalReader(of: directory).epoch() == greeting.epoch
  }

  private func addToServer(_ boards: [ReadBoard]) throws {
    let address = try server.address()
    var adding = ServerImport(try ScriptConversation(server))
    say(boards, try adding.add(boards), " on \(address)")
  }

  private func say(_ boards: [ReadBoard], _ revisions: [Int], _ place: String = "") {
    let pairs = zip(boards, revisions)
    var output = ObjectOption()
    output.json = server.json
    output.say(
      "import", ("rows", pairs.map { $0.object(at: $1) }),
      text: pairs.map { $0.summary(at: $1, place) }.joined(separator: "\n"))
  }
}
