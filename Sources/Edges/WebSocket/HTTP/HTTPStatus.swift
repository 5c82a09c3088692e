/// The status of a response, with its name.
public enum HTTPStatus: Int, Error {
  case switchingProtocols = 101
  case ok = 200
  case notModified = 304
  case badRequest = 400
  case forbidden = 403
  case notFound = 404
  case methodNotAllowed = 405
  case contentTooLarge = 413
  case targetTooLong = 414
  case misdirected = 421
  case upgradeRequired = 426
  case fieldsTooLarge = 431
  case unavailable = 503

  public var name: String {
    switch self {
    case .switchingProtocols: "Switching Protocols"
    case .ok: "OK"
    case .notModified: "Not Modified"
    case .badRequest: "Bad Request"
    case .forbidden: "Forbidden"
    case .notFound: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .contentTooLarge: "Content Too Large"
    case .targetTooLong: "URI Too Long"
    case .misdirected: "Misdirected Request"
    case .upgradeRequired: "Upgrade Required"
    case .fieldsTooLarge: "Request Header Fields Too Large"
    case .unavailable: "Service Unavailable"
    }
  }
}

extension HTTPStatus {
  /// The head of a response: the status line and the fields, up to the empty line.
  public func head(_ fields: [(name: String, value: String)]) -> [UInt8] {
    var text = "HTTP/1.1 \(rawValue) \(name)\r\n"
    for (name, value) in fields { text += "\(name): \(value)\r\n" }
    return Array("\(text)\r\n".utf8)
  }
}
