import BoardModel
import WebSocket

/// Says what a request is answered. It knows no connection and no board.
struct Routes {
  /// What is done with a request.
  enum Decision {
    case answer(WebAnswer)
    /// The connection becomes a WebSocket of this space, or of the one that its first line names; the fields are
    /// those of the handshake.
    case upgrade([(name: String, value: String)], SpaceName?)
  }

  var page = PageFiles.shared
  let border: WebBorder
  /// Whether other machines are told the metrics, too.
  var hasRemoteMetrics = false
  /// Whether paths may begin with a space: `/s/NAME`.
  var hasSpaces = false

  /// What a route depends on besides the request.
  struct Circumstances {
    /// Whether the server is about to stop.
    var isDraining = false
    /// Whether the client is on this machine.
    var isLocal = true
    /// The port that the client has reached, if a proxy or another node has passed it on.
    var port: UInt16?
    var metrics: () -> String = { "" }
  }

  func decide(_ request: HTTPRequest, _ circumstances: Circumstances) -> Decision {
    guard let host = border.host(of: request, reachedAt: circumstances.port) else {
      return .answer(wrongHost(request))
    }
    guard request.method == "GET" || request.method == "HEAD" else {
      return .answer(
        WebAnswer(
          .methodNotAllowed, text: "Only GET and HEAD are answered.\n",
          fields: [("Allow", "GET, HEAD")]))
    }
    guard !request.hasBody else {
      return .answer(WebAnswer(.contentTooLarge, text: "No request has a body.\n"))
    }
    let (space, path) = place(of: request.target.prefix { $0 != "?" })
    if path == "/ws" { return socket(request, of: space, host, circumstances) }
    if space != nil, !Self.isPage(path) { return .answer(Self.notFound) }
    return .answer(answer(to: request, at: path, host, circumstances))
  }

  /// The space that a path begins with, and the rest of the path.
  private func place(of path: Substring) -> (SpaceName?, path: Substring) {
    guard hasSpaces, path.hasPrefix("/s/") else { return (nil, path) }
    let word = path.dropFirst(3).prefix { $0 != "/" }
    guard let space = SpaceName(word) else { return (nil, path) }
    let rest = path[word.endIndex...]
    return (space, rest.isEmpty ? "/" : rest)
  }

  private func wrongHost(_ request: HTTPRequest) -> WebAnswer {
    guard request.values("host").count == 1 else {
      return WebAnswer(.badRequest, text: "A request names one host.\n")
    }
    return WebAnswer(
      .misdirected,
      text: "The server does not answer to this host. Its option --origin URL adds one.\n")
  }

  private func socket(
    _ request: HTTPRequest, of space: SpaceName?, _ host: WebBorder.Host,
    _ circumstances: Circumstances
  ) -> Decision {
    if circumstances.isDraining { return .answer(Self.draining) }
    guard border.mayOpenSocket(request, for: host) else {
      return .answer(
        WebAnswer(
          .forbidden,
          text: "Pages of this origin may not connect. The server's option --origin URL adds one.\n"
        ))
    }
    do throws(Handshake.Problem) {
      return .upgrade(try Handshake.accept(request, subprotocol: Self.subprotocol), space)
    } catch { return .answer(Self.answer(to: error)) }
  }

  /// The name of version 1 of the protocol among those of WebSockets (rule 16.3).
  static let subprotocol = "dropline.1"

  private static func answer(to problem: Handshake.Problem) -> WebAnswer {
    switch problem {
    case .upgradeRequired:
      WebAnswer(
        .upgradeRequired, text: "This is a WebSocket of version \(Handshake.version).\n",
        fields: [
          ("Upgrade", "websocket"), ("Connection", "Upgrade"),
          ("Sec-WebSocket-Version", Handshake.version),
        ])
    case .malformed:
      WebAnswer(.badRequest, text: "The handshake is malformed.\n")
    }
  }

  private static let draining = WebAnswer(
    .unavailable, text: "The server is about to stop.\n", fields: [("Retry-After", "5")])

  private func answer(
    to request: HTTPRequest, at path: Substring, _ host: WebBorder.Host,
    _ circumstances: Circumstances
  ) -> WebAnswer {
    if Self.isPage(path) { return file("index.html", for: request, host) }
    if path.hasPrefix("/page/") { return file(String(path.dropFirst(6)), for: request, host) }
    if path == "/healthz" {
      return circumstances.isDraining ? Self.draining : WebAnswer(.ok, text: "ok\n")
    }
    if path == "/metrics" { return metrics(for: request, host, circumstances) }
    return Self.notFound
  }

  private static let notFound = WebAnswer(
    .notFound,
    text: """
      <!DOCTYPE html>
      <html lang="en" data-theme="system">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>There is nothing here – Dropline</title>
      <link rel="icon" href="/page/icon.svg" type="image/svg+xml">
      <link rel="stylesheet" href="/page/style.css">
      <link rel="stylesheet" href="/page/panels.css">
      <header id="bar"><a id="home" href="/" aria-label="All boards"></a><h1 id="title">Dropline</h1></header>
      <main id="empty"><p>There is nothing here.</p><a href="/">All boards</a></main>
      </html>

      """, type: "text/html; charset=utf-8",
    fields: [("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src 'self'")])

  /// Whether a path is that of the page, or of a board, whose name the page reads.
  private static func isPage(_ path: Substring) -> Bool {
    path == "/"
      || path.hasPrefix("/b/") && path.count > 3 && !path.dropFirst(3).contains("/")
  }

  private func file(
    _ name: String, for request: HTTPRequest, _ host: WebBorder.Host
  ) -> WebAnswer {
    guard let file = page[name] else { return Self.notFound }
    let fields = [(name: "ETag", value: file.etag), ("Cache-Control", "no-cache")]
    if request.hasCopy(of: file.etag) { return WebAnswer(.notModified, fields: fields) }
    let policy = Self.contentSecurityPolicy(host.authority)
    return WebAnswer(
      .ok,
      fields: fields + [("Content-Type", file.type), ("Content-Security-Policy", policy)],
      body: file.bytes)
  }

  /// What the page may do: load files and connect from here, and nothing else.
  ///
  /// - Parameter host: The host of the request. To older browsers `'self'` does not mean WebSockets.
  private static func contentSecurityPolicy(_ host: String) -> String {
    """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self' ws://\(host) wss://\(host); base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'
    """
  }
}

extension Routes {
  private func metrics(
    for request: HTTPRequest, _ host: WebBorder.Host, _ circumstances: Circumstances
  ) -> WebAnswer {
    let isForwarded =
      !host.isLoopback
      || ["forwarded", "x-forwarded-for", "x-real-ip", "via"].contains {
        !request.values($0).isEmpty
      }
    guard hasRemoteMetrics || (circumstances.isLocal && !isForwarded) else {
      return WebAnswer(.forbidden, text: "Only this machine is told the metrics.\n")
    }
    return WebAnswer(
      .ok, text: circumstances.metrics(), type: "text/plain; version=0.0.4; charset=utf-8")
  }
}

extension HTTPRequest {
  /// Whether the client has a copy of what has this validator.
  fileprivate func hasCopy(of etag: String) -> Bool {
    values("if-none-match").contains { value in
      value.split(separator: ",").contains { element in
        let tag = element.drop { $0 == " " }.prefix { $0 != " " }
        return tag == "*" || tag == etag || tag == "W/\(etag)"
      }
    }
  }
}
