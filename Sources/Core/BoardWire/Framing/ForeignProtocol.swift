/// Recognizes peers that plainly speak something else, so that nothing of it is executed.
///
/// The danger is a browser that a web page makes send a request here: its head would be a row of
/// errors, and its body would be commands.
enum ForeignProtocol {
  private static let methods: [StaticString] = [
    "GET", "HEAD", "POST", "PUT", "CONNECT", "OPTIONS", "TRACE", "PATCH", "PRI",
  ]
  private static let headers: [StaticString] = [
    "host:", "user-agent:", "accept:", "content-length:", "content-type:", "connection:",
    "origin:", "referer:", "cookie:",
  ]
  /// The first letters of the headers, as bits.
  private static let initials: UInt32 = "huacor".utf8.reduce(0) { $0 | 1 << UInt32($1 & 0x1F) }

  /// Tells whether a line, or the beginning of one, is of another protocol.
  ///
  /// - Parameter isFirst: Whether nothing but blank lines came before it.
  static func speaks(_ line: UnsafeRawBufferPointer, isFirst: Bool) -> Bool {
    if isFirst && ForeignFirstLine.matches(line) { return true }
    guard let first = line.first, first.isLetter else { return false }
    if first < 0x61 && isRequest(line) { return true }
    return initials >> UInt32(first & 0x1F) & 1 == 1 && isHeader(line)
  }

  /// `METHOD TARGET HTTP/1.1`. A method that is also a verb of ours needs a target that no command
  /// of ours has.
  private static func isRequest(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let blank = ByteScan.first(0x20, in: line) else { return false }
    let verb = UnsafeRawBufferPointer(rebasing: line[..<blank])
    if methods.contains(where: { verb.equals($0) }) { return true }
    let rest = UnsafeRawBufferPointer(rebasing: line[(blank + 1)...])
    guard rest.starts(with: "/") || rest.starts(with: "*") || rest.starts(with: "http") else {
      return false
    }
    guard let second = ByteScan.first(0x20, in: rest) else { return verb.equals("DELETE") }
    return UnsafeRawBufferPointer(rebasing: rest[(second + 1)...]).starts(with: "HTTP/")
  }

  private static func isHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    headers.contains { line.startsLowercased(with: $0) }
  }
}
