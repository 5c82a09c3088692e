/// The head of a request, line by line (RFC 9112, sections 2 to 6). What senders must not send is refused, also where
/// a recipient may mend it: blanks in front of a colon, folded lines, a length that is said twice.
struct RequestHead {
  private var start: (method: String, target: String, isOld: Bool)?
  private var fields: [(name: String, value: String)] = []

  /// Whether it has its first line.
  var isBegun: Bool { start != nil }

  /// Whether a request, or an empty line in front of one, may begin with a byte.
  static func mayBegin(with byte: UInt8) -> Bool { byte.isTokenByte || byte == 0x0D }

  /// Takes the next line.
  ///
  /// - Parameter line: Its bytes without its end.
  /// - Returns: The request, if the line was the last one of its head.
  mutating func add(
    _ line: ArraySlice<UInt8>, _ limits: HTTPLimits
  ) throws(HTTPStatus) -> HTTPRequest? {
    switch (start, line.isEmpty) {
    case (nil, true): break
    case (nil, false): start = try Self.start(line, limits)
    case (.some, false): try addField(line, limits)
    case (let start?, true): return try request(start.method, start.target, isOld: start.isOld)
    }
    return nil
  }

  /// Reads `METHOD TARGET HTTP/1.1`.
  private static func start(
    _ line: ArraySlice<UInt8>, _ limits: HTTPLimits
  ) throws(HTTPStatus) -> (method: String, target: String, isOld: Bool) {
    let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, words[0].isToken,
      words[1].allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .badRequest }
    guard words[1].count <= limits.targetBytes else { throw .targetTooLong }
    let (target, version) = (
      String(decoding: words[1], as: UTF8.self), String(decoding: words[2], as: UTF8.self)
    )
    guard target.hasPrefix("/") || target == "*" || target.contains("://"),
      version == "HTTP/1.1" || version == "HTTP/1.0"
    else { throw .badRequest }
    return (String(decoding: words[0], as: UTF8.self), target, version == "HTTP/1.0")
  }

  /// Reads `Name: value`.
  private mutating func addField(
    _ line: ArraySlice<UInt8>, _ limits: HTTPLimits
  ) throws(HTTPStatus) {
    guard let colon = line.firstIndex(of: 0x3A), line[..<colon].isToken,
      line.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F })
    else { throw .badRequest }
    guard fields.count < limits.fields else { throw .fieldsTooLarge }
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let value = line[(colon + 1)...].drop(while: isBlank)
    let end = value.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? value.startIndex
    fields.append(
      (
        String(decoding: line[..<colon], as: UTF8.self),
        String(decoding: value[..<end], as: UTF8.self)
      ))
  }

  private func request(
    _ method: String, _ target: String, isOld: Bool
  ) throws(HTTPStatus) -> HTTPRequest {
    let head = HTTPRequest(method: method, target: target, fields: fields)
    let (lengths, codings) = (head.values("content-length"), head.values("transfer-encoding"))
    guard lengths.count <= 1, lengths.isEmpty || codings.isEmpty,
      lengths.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { throw .badRequest }
    let wishes = head.list("connection")
    return HTTPRequest(
      method: method, target: target, fields: fields,
      keepsAlive: !wishes.contains("close") && (!isOld || wishes.contains("keep-alive"))
        && head.values("upgrade").isEmpty,
      hasBody: !codings.isEmpty || lengths.contains { $0.contains { $0 != "0" } })
  }
}

extension ArraySlice<UInt8> {
  /// Whether it is a token (RFC 9110, 5.6.2).
  fileprivate var isToken: Bool { !isEmpty && allSatisfy(\.isTokenByte) }
}

extension UInt8 {
  fileprivate var isTokenByte: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
  }
}
