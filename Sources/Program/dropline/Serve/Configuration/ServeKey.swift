/// The options of `serve` that the environment and a configuration file can set, too: the table of them.
///
/// A key of the file is the long name of the option.
enum ServeKey: String, CaseIterable {
  case listen
  case http
  case page
  case origin
  case proxy
  case remoteMetrics = "remote-metrics"
  case access
  case tls
  case insecure
  case drain
  case window
  case data
  case store
  case space
  case link
  case advertise
  case board
  case demo
  case connections
  case logLevel = "log-level"
  case logFormat = "log-format"

  /// The variable of the environment; nil for boards, since `DROPLINE_BOARD` is the board of commands.
  var variable: String? {
    guard self != .board else { return nil }
    return "DROPLINE_" + rawValue.uppercased().replacing("-", with: "_")
  }

  /// Whether a file may have it on several lines, and a variable several values, separated by blanks.
  var isRepeatable: Bool {
    switch self {
    case .listen, .origin, .proxy, .board: true
    case .http, .page, .remoteMetrics, .access, .tls, .insecure, .drain, .window, .data, .store,
      .space,
      .link, .advertise, .demo, .connections, .logLevel, .logFormat:
      false
    }
  }

  /// What its values look like.
  var form: String {
    switch self {
    case .listen: "HOST:PORT or unix:PATH"
    case .http: "HOST:PORT, or none"
    case .page: "a folder with index.html"
    case .origin: "an origin such as https://boards.example"
    case .proxy: "a numeric address or a range of them such as 10.0.0.0/8"
    case .access: "a file"
    case .tls: "the files of a certificate and of its private key"
    case .drain: "a time such as 5s"
    case .window: "auto, or a time such as 16ms"
    case .data: "a directory, or none"
    case .store: "a URL such as postgres://USER@HOST/DATABASE"
    case .link, .advertise: "HOST:PORT"
    case .space: "1 to 64 characters of a-z, 0-9, - and _"
    case .board: "a file or a folder"
    case .connections: "a positive number"
    case .logLevel: "trace, debug, info, notice, warning, error or critical"
    case .logFormat: "text or json"
    case .remoteMetrics, .insecure, .demo: "yes or no"
    }
  }
}
