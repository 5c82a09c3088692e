import Glibc
import Net
import WebSocket

/// The answer to a request.
struct WebAnswer {
  var status: HTTPStatus
  var fields: [(name: String, value: String)] = []
  var body: SharedBytes?

  init(_ status: HTTPStatus, fields: [(name: String, value: String)] = [], body: SharedBytes? = nil)
  {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// An answer of plain text that is not stored anywhere.
  init(
    _ status: HTTPStatus, text: String, type: String = "text/plain; charset=utf-8",
    fields: [(name: String, value: String)] = []
  ) {
    self.init(
      status, fields: [("Content-Type", type), ("Cache-Control", "no-store")] + fields,
      body: SharedBytes(text.utf8))
  }

  /// The head, up to the empty line.
  ///
  /// - Parameter closes: Whether the connection is closed behind the answer.
  func head(closes: Bool) -> [UInt8] {
    var all = fields + Self.common + [("Date", Self.date)]
    if status != .notModified { all.append(("Content-Length", "\(body?.count ?? 0)")) }
    if closes { all.append(("Connection", "close")) }
    return status.head(all)
  }

  /// What every answer tells a browser: guess no types, send no referrer, share with no other site.
  private static let common = [
    (name: "X-Content-Type-Options", value: "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
  ]
  /// The head and the body of the last answer of a connection.
  ///
  /// - Parameter isHead: Whether the request was HEAD, which is answered without a body.
  func whole(isHead: Bool) -> [UInt8] {
    head(closes: true) + (isHead ? [] : body?.withUnsafeBytes { Array($0) } ?? [])
  }

  /// The present time in the form of RFC 9110.
  private static var date: String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      strftime(buffer.baseAddress!, buffer.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
      return String(cString: buffer.baseAddress!)
    }
  }
}
