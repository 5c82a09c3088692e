import ArgumentParser
import BoardJournal
import BoardModel
import BoardServer
import BoardWire
import Glibc

/// The program: one command for each job.
@main
struct Dropline: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dropline",
    abstract: "Shared lists that many clients drag items in.",
    discussion: """
      ARTICLES, shown by `dropline help TOPIC`
      \(HelpArticle.list)
      """,
    version: ProgramVersion.text,
    groupedSubcommands: [
      CommandGroup(name: "Serving", subcommands: [Serve.self, TokenCommand.self]),
      CommandGroup(
        name: "Keeping",
        subcommands: [
          Backup.self, Restore.self, Export.self, Import.self, Migrate.self, SpaceCommand.self,
          ClusterCommand.self,
          SchemaCommand.self,
        ]),
      CommandGroup(
        name: "Interactive", subcommands: [Connect.self, DemoCommand.self]),
      CommandGroup(
        name: "Looking",
        subcommands: [
          Boards.self, Show.self, Find.self, Tail.self, History.self, Who.self, Drags.self,
          Stats.self,
        ]),
      CommandGroup(
        name: "Scripting",
        subcommands: [DropCommand.self] + VerbCommands.all.map { $0 } + [
          PolicyCommand.self, FieldsCommand.self, UndoCommand.self, Redo.self, Create.self,
          RemoveBoard.self, RenameBoard.self, Do.self,
        ]),
      CommandGroup(
        name: "Transcripts", subcommands: [Check.self, Play.self, Record.self]),
    ],
    defaultSubcommand: Serve.self)

  /// Runs the command that the arguments name. Without this check a word that is no command would be taken
  /// for an argument of `serve`.
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    if let article = HelpArticle(in: words) { return sayLine(article.text) }
    if let word = UnknownCommand(in: words) {
      complain(word.description, ExitCode(EX_USAGE))
      exit(withError: ExitCode(EX_USAGE))
    }
    if words == BashCompletion.request { return sayLine(BashCompletion.script) }
    guard FailureObject.isWanted else { return main(words) }
    do {
      var command = try parseAsRoot(words)
      try command.run()
    } catch {
      exit(inObjects: error)
    }
  }

  /// Ends the program. What is wrong with the arguments is said as an object, and not with a usage.
  private static func exit(inObjects error: any Error) -> Never {
    let status = exitCode(for: error)
    guard !status.isSuccess, !(error is ExitCode) else { exit(withError: error) }
    complain(message(for: error), status)
    exit(withError: status)
  }
}

/// A word that should be a command, and is none.
struct UnknownCommand: CustomStringConvertible {
  private let word: String

  /// Nil if the arguments begin with a command, or with an option.
  init?(in words: [String]) {
    let word = words.first == "help" ? words.dropFirst().first : words.first
    guard let word, !word.hasPrefix("-"), !Self.commands.contains(word) else { return nil }
    self.word = word
  }

  /// The names of all commands.
  static var commands: [String] {
    ["help"] + Dropline.configuration.subcommands.map { $0._commandName }
  }

  var description: String {
    let nearest = SpellingHint.nearest(to: word, among: Self.commands)
    let hint = nearest.map { "; did you mean `\($0)`?" } ?? ";"
    return "there is no command `\(printable(word))`\(hint) `dropline --help` lists them"
  }
}

/// An error with a message for the operator; the command exits with status 1.
struct Complaint: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// What the system says of the last call, which was about a file.
  static func system(_ path: String) -> Complaint {
    Complaint("\(path): \(String(cString: strerror(errno)))")
  }
}

/// Runs a command, and prints errors on standard error.
///
/// - Throws: `ExitCode`: 74 (`EX_IOERR`) if the journal is inaccessible, 1 otherwise.
func reportingFailure(_ body: () throws -> Void) throws {
  do {
    try body()
  } catch let exit as ExitCode {
    throw exit
  } catch {
    let status = isAboutStorage(error) ? ExitCode(EX_IOERR) : ExitCode.failure
    complain("\(error)", status)
    throw status
  }
}

/// Whether what is kept cannot be had, or could not be written.
func isAboutStorage(_ error: any Error) -> Bool {
  if case BoardServerFault.unusableDirectory = error { return true }
  return error is JournalFault
}

/// Prints on standard error why a command fails, or with `--json` an object that says so.
///
/// - Parameter status: The exit status; nil for a note, after which the command goes on.
func complain(_ line: String, _ status: ExitCode? = nil) {
  let line = FailureObject.isWanted ? FailureObject(line, status).json : "dropline: \(line)"
  let bytes = Array("\(line)\n".utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}

/// What a command says on standard error with `--json` if it fails without an answer of a server:
/// `{"kind":"failed","code":"no-server","text":"…"}`, or of the kind `note` if it goes on.
private struct FailureObject {
  private let text: String
  private let status: ExitCode?

  /// - Parameter status: The exit status; nil for a note.
  init(_ text: String, _ status: ExitCode?) {
    self.text = text
    self.status = status
  }

  /// Whether the arguments ask for objects.
  static let isWanted = CommandLine.arguments.dropFirst().prefix { $0 != "--" }.contains("--json")

  var json: String {
    guard let status else { return JSONLine(("kind", "note"), ("text", text)).json }
    return JSONLine(("kind", "failed"), ("code", Self.code(of: status)), ("text", text)).json
  }

  private static func code(of status: ExitCode) -> String {
    switch status.rawValue {
    case EX_USAGE: "usage"
    case EX_UNAVAILABLE: "no-server"
    case EX_IOERR: "io"
    case EX_TEMPFAIL: "no-answer"
    case EX_PROTOCOL: "other-protocol"
    default: "failed"
    }
  }
}
