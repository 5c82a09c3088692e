import ArgumentParser
import BoardServer
import BoardTesting
import Glibc
import Libuv
import Net
import Transcripts

/// `dropline record`: a transcript of what clients and a server say.
struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write down what clients and a server say, as a transcript.",
    usage: "dropline record [<options>] <file> [<server>]",
    discussion: """
      Listens, and passes everything on between those who connect, by `nc` or by an app, and the server. \
      Each connection gets a name: u1, u2, and so on. `dropline play` plays the file then.

      Without SERVER a fresh server in this process is talked to, with the boards of --board. With \
      SERVER the boards that it has are written down first; their policies are not.

      Pauses of a second and more become `wait`. Greetings, times and counters of `stats`, which are \
      others in each run, are left open. Ctrl-C ends the recording.

      EXAMPLES
        dropline record --board groceries.board my-flow.txt
        dropline record --listen 127.0.0.1:7700 my-flow.txt localhost:7667

      EXIT STATUS
        0 if a signal ended it, or all clients have left with --once, 1 if a board file cannot be read or \
      the address is taken, 64 if it was asked wrongly, 69 if the server cannot be reached, 74 if the file \
      exists or cannot be written.
      """)

  @Option(
    help: ArgumentHelp(
      "Where to listen: HOST:PORT or unix:PATH; port 0 lets the system choose.",
      valueName: "address"))
  var listen = ListenAddress.internet(host: "127.0.0.1", port: 0)

  @Option(
    help: ArgumentHelp(
      "A file with a board of the server in this process. May be given several times.",
      valueName: "file"),
    completion: .file(extensions: ["board"]))
  var board: [String] = []

  @Option(help: ArgumentHelp("The title of the scenario.", valueName: "words"))
  var title = "Recorded"

  @Flag(help: "End when all clients have left.")
  var once = false

  @Argument(help: ArgumentHelp("The transcript, a new file.", valueName: "file"))
  var file: String

  @Argument(help: ArgumentHelp("The server: HOST:PORT or unix:PATH.", valueName: "server"))
  var server: ServerAddress?

  func validate() throws {
    if server != nil, !board.isEmpty {
      throw ValidationError("--board is for the server in this process; leave out SERVER.")
    }
  }

  func run() throws {
    ProcessSetup.ignoreBrokenPipes()
    try reportingFailure {
      let host =
        try server == nil ? HostedServer(boards: board.map { try BoardFile.read($0) }) : nil
      try withExtendedLifetime(host) {
        try record(server ?? .loopback(host?.port ?? 0))
      }
    }
  }

  private func record(_ address: ServerAddress) throws {
    let boards = try RecordedBoards.read(from: address)
    let recording = try Recording(
      of: address, in: newFile(),
      TranscriptRecorder(titled: title, boards: boards), listeningAt: listen, once: once)
    sayLine("listening \(recording.endpoint)")
    try recording.run()
  }

  /// - Throws: `ExitCode` 74 if it exists.
  private func newFile() throws -> OutputFile {
    do { return try OutputFile(new: file) } catch {
      complain("\(error)", ExitCode(EX_IOERR))
      throw ExitCode(EX_IOERR)
    }
  }
}
