import Net
import WebSocket

/// The page that a browser is shown that asks the port of the line protocol (A.4).
///
/// It has nothing of the request, so no page elsewhere can write into it.
struct LinePortPage {
  /// Where the web page of the server is.
  enum Place {
    case none
    case here(SocketAddress)
    /// At an address that only programs on the server's machine reach.
    case onlyOnServer(SocketAddress)
  }

  /// The address that the browser has asked.
  let line: SocketAddress
  let web: Place
  /// Whether the web page is encrypted.
  var isEncrypted = false

  var answer: WebAnswer {
    WebAnswer(
      .badRequest, text: html, type: "text/html; charset=utf-8",
      fields: [("Content-Security-Policy", "default-src 'none'")])
  }

  private var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Dropline</title>
    <h1>This port speaks no HTTP</h1>
    <p>It is the port of Dropline's line protocol. Try it in a terminal: \
    <code>nc \(line.host) \(line.port)</code>, then <code>help</code>.
    <p>\(direction)
    </html>

    """
  }

  private var scheme: String { isEncrypted ? "https" : "http" }

  private var direction: String {
    switch web {
    case .none:
      """
      This server has no web page. Its option <code>--http 127.0.0.1:7668</code> adds one.
      """
    case .here(let address):
      """
      The web page of this server is at <a href="\(scheme)://\(address)/">\(scheme)://\(address)/</a>.
      """
    case .onlyOnServer(let address):
      """
      The web page of this server is at \(scheme)://\(address)/, only for browsers on its own machine.
      """
    }
  }
}

/// A request of a browser, seen in the first bytes of a connection.
enum BrowserRequest: String, CaseIterable {
  case get = "GET"
  case head = "HEAD"

  /// Recognizes a whole request line of HTTP/1; nil if the bytes begin with anything else.
  init?(firstBytes bytes: UnsafeRawBufferPointer) {
    guard let end = bytes.firstIndex(of: 0x0D), bytes.dropFirst(end + 1).first == 0x0A else {
      return nil
    }
    let words = bytes[..<end].split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, words[1].first == UInt8(ascii: "/"),
      words[2].elementsEqual("HTTP/1.1".utf8) || words[2].elementsEqual("HTTP/1.0".utf8),
      let method = Self.allCases.first(where: { words[0].elementsEqual($0.rawValue.utf8) })
    else { return nil }
    self = method
  }
}
