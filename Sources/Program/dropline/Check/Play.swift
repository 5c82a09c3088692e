import ArgumentParser
import Glibc
import Net
import Transcripts

/// `dropline play`: transcripts of one's own against a server.
struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play transcripts of your own against a server.",
    usage: "dropline play [<options>] <file> ... [<server>]",
    discussion: """
      A transcript is a conversation of a few clients with a server, in the notation of \
      `protocol/transcripts/README.md`. What clients send is sent, and what they read is compared. If it \
      differs, you see where, what was expected and what came, and all that was said until then.

      Without SERVER a fresh server in this process plays each scenario. Its time is that of the \
      transcript: `wait 120s` takes no time. `server crashes`, `disk full` and access rules can be played \
      there, too.

      With SERVER each scenario gets boards and names of its own, as with `check`. What cannot be \
      played there is skipped, with its reason.

      EXAMPLES
        dropline play my-flow.txt
        dropline play --tap flows localhost:7667
        dropline play --junit report.xml flows

      EXIT STATUS
        0 if no scenario failed, 1 if one did, 64 if it was asked wrongly or a transcript has a mistake, 69 \
      if the server cannot be reached, 74 if a report cannot be written, 128 and the number of the \
      signal if one ended it.
      """)

  @Option(help: ArgumentHelp("Play only scenarios with this in their title.", valueName: "words"))
  var only: String?

  @Option(
    help: ArgumentHelp(
      "How long a scenario may take; after that it has failed.", valueName: "time"))
  var deadline = TimeOption(.seconds(60))

  @Option(
    name: .customLong("patience"),
    help: ArgumentHelp("How long the server may take for an answer.", valueName: "time"))
  var timeout = TimeOption(.seconds(5))

  @OptionGroup var report: ReportOptions

  @Argument(
    help: ArgumentHelp(
      "The transcripts: files, or folders of them. The last word may be the server: HOST:PORT or unix:PATH.",
      valueName: "file"),
    completion: .file(extensions: ["txt"]))
  var words: [String]

  func run() throws {
    EndingSignal.begin()
    let server = words.count > 1 ? ServerAddress(behindFiles: words.last ?? "") : nil
    let files = try PlayedFiles.read(
      server == nil ? words : words.dropLast(), withTitle: only)
    let run = try TranscriptRun(
      at: server.map { .remote($0) } ?? .here, timeout: timeout.duration,
      deadline: deadline.duration)
    try report.play(files, withTitle: only, showingConversations: true) { scenario, file in
      try run.play(scenario, in: file)
    }
  }
}

extension ServerAddress {
  /// An address behind names of files; nil if the word is the name of a file, or could be one that is missing.
  fileprivate init?(behindFiles word: String) {
    let isPort = !word.isEmpty && word.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isPort || word.contains(":"), access(word, F_OK) != 0 else { return nil }
    self.init(argument: word)
  }
}
