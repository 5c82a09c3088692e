import ArgumentParser
import BoardModel
import BoardServer
import Glibc
import Logging
import Net
import PostgresJournal

/// `dropline serve`: the server, until a signal ends it.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve boards to whoever connects.",
    discussion: """
      Try it with netcat: `nc localhost 7667`, then `help`. SIGTERM and SIGINT tell \
      everyone and end the server; a second one ends it at once, with --drain a third one. SIGHUP does the same, or reads the \
      access file and the certificate again if there are any. SIGUSR1 logs its state.

      Each setting can also be a line of the file that --config names, as in `listen = 0.0.0.0:7667` or \
      `demo = yes`, and all but --board a variable such as $DROPLINE_LOG_LEVEL. An option is before \
      the variable, and the variable before the file.

      EXAMPLES
        dropline serve --demo
        dropline serve --data /var/lib/dropline --board groceries.board --window 16ms
        dropline serve --check --config /etc/dropline/dropline.conf

      EXIT STATUS
        0 it was told to end; 1 it cannot listen, or a board or the access file cannot be read; \
      64 asked wrongly, also by the configuration; 74 what is kept cannot be had, or another server \
      has it. With --check, the status that it would end with at once; 0 if it would serve.
      """)

  @Option(
    help: ArgumentHelp("A file of settings, one `KEY = VALUE` on a line.", valueName: "file"),
    completion: .file())
  var config: String?

  @Flag(
    help: ArgumentHelp(
      "Serve nothing, but say whether the configuration, the access file, boards, addresses and the "
        + "data directory are good."))
  var check = false

  @Option(
    help: ArgumentHelp(
      "The address and port to listen at, where port 0 lets the system choose, or unix:PATH for a Unix "
        + "socket; may be repeated. $DROPLINE_LISTEN if left out, and 127.0.0.1:7667 if that is not set.",
      valueName: "address"))
  var listen: [ListenAddress] = []

  @Option(
    help: ArgumentHelp(
      "The address and port to serve the page and WebSockets at, or `none`; with --demo "
        + "127.0.0.1:7668 unless said otherwise.",
      valueName: "host:port"))
  var http: WebPlace?

  @Option(
    help: ArgumentHelp(
      "A folder with a page to serve in place of the built-in one: its index.html at / and /b/BOARD, its other files at "
        + "/page/NAME.",
      valueName: "folder"),
    completion: .directory)
  var page: String?

  @Option(
    help: ArgumentHelp(
      "An origin such as https://boards.example under which browsers reach the page, for a proxy; "
        + "may be repeated.",
      valueName: "url"))
  var origin: [WebOrigin] = []

  @Option(
    help: ArgumentHelp(
      "A proxy, or a range of them such as 10.0.0.0/8, whose connections begin with a header of the PROXY "
        + "protocol (version 1 or 2) that tells the address of the client; may be repeated.",
      valueName: "address"))
  var proxy: [AddressRange] = []

  @Flag(help: "Answer /metrics to other machines, too.")
  var remoteMetrics = false

  @Option(
    help: ArgumentHelp(
      "A file that says who may do what, by tokens; read again at SIGHUP. $DROPLINE_ACCESS if left out. "
        + "See `dropline help token`.",
      valueName: "file"),
    completion: .file())
  var access: StoredAccess?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "A PEM file with the certificate and one with its private key: all connections are encrypted, also "
        + "those of the page. Read again at SIGHUP.",
      valueName: "certificate key"),
    completion: .file())
  var tls: [String] = []

  @Flag(
    help: "Listen at an address that other machines reach, although everybody may do everything.")
  var insecure = false

  @Option(
    help: ArgumentHelp(
      "How long SIGTERM lets drags end before clients are sent to the server that takes over at the same "
        + "address; without it they are told that the server stops. 0s if the sockets are inherited.",
      valueName: "time"))
  var drain: TimeOption?

  @Option(
    help: ArgumentHelp(
      "How often watchers get a batch: `auto`, which is the default, or a time such as `16ms`.",
      valueName: "time"))
  var window: Window?

  @Option(
    help: ArgumentHelp(
      "The directory that boards are kept in; `none` keeps them in memory alone. $DROPLINE_DATA if "
        + "left out, and dropline-data if that is not set.",
      valueName: "directory"))
  var data: DataPlace?

  @Option(
    help: ArgumentHelp(
      "A PostgreSQL database to keep boards in, instead of a directory: postgres://USER@HOST/DATABASE.",
      valueName: "url"))
  var store: StoreURL?

  @Option(
    help: ArgumentHelp(
      "The space of the database to serve, or that of clients of a node that name none. It is \(SpaceName.standard) if left out; see `dropline help space`.",
      valueName: "name"))
  var space: SpaceName?

  @Option(
    help: ArgumentHelp(
      "Be a node of a cluster: the address at which the other nodes of the database reach this one. Each space is "
        + "served by one node, and the others pass clients on to it.",
      valueName: "host:port"))
  var link: ListenAddress?

  @Option(
    help: ArgumentHelp(
      "The address at which the other nodes reach --link, if that is another one, as behind a translation of "
        + "addresses.",
      valueName: "host:port"))
  var advertise: ListenAddress?

  @Option(
    name: .customLong("board"),
    help: ArgumentHelp(
      "A board to serve, unless it is there already: a file of one of the forms that `import` reads; "
        + "of a folder all files NAME.board.",
      valueName: "path"),
    completion: .file(extensions: ["board", "md", "csv", "json"]))
  var boardFiles: [String] = []

  @Flag(
    help: ArgumentHelp(
      "Serve a board called `groceries` that is ready to be dragged about, unless it is there."))
  var demo = false

  @Option(
    help: ArgumentHelp(
      "The most connections, \(Limits.connections) by default; the descriptor limit may set a lower cap.",
      valueName: "number"))
  var connections: Int?

  @Option(
    help: ArgumentHelp(
      "A file that has a line `listening ADDRESS` for each address, and `http ADDRESS` for the page, once the server "
        + "serves; - for standard output. It appears whole, so that a program can wait for it.",
      valueName: "file"),
    completion: .file())
  var ready: String?

  @Flag(help: "End as SIGTERM does when the process that has started the server has ended.")
  var exitWithParent = false

  @Option(
    help: ArgumentHelp(
      "What to log: trace, debug, info, which is the default, notice, warning, error or critical.",
      valueName: "level"),
    completion: .list(Logger.Level.allCases.map(\.rawValue)))
  var logLevel: LogLevel?

  @Option(help: "How to log: `text`, which is the default, or `json` for one object per line.")
  var logFormat: LogFormat?

  func run() throws {
    let settings: ServeSettings
    do throws(ServeFaults) {
      settings = try ServeSettings(self, sockets: InheritedSocket.all(environment))
    } catch {
      for sentence in error.sentences { complain(sentence, ExitCode(EX_USAGE)) }
      throw ExitCode(EX_USAGE)
    }
    if check { return try ServeCheck(settings).run() }
    try ServeRun(settings).run()
  }
}
