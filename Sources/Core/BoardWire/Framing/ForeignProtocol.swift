import BoardModel

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
    if isFirst && isFirstLine(line) { return true }
    guard let first = line.first, first.isLetter else { return false }
    if first < 0x61 && isRequest(line) { return true }
    return initials >> UInt32(first & 0x1F) & 1 == 1
      && headers.contains { line.startsLowercased(with: $0) }
  }

  /// `METHOD TARGET HTTP/1.1`. A method that is also a verb of ours needs a target that no command
  /// of ours has.
  private static func isRequest(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let (verb, rest) = line.split(at: 0x20) else { return false }
    if methods.contains(where: { verb.equals($0) }) { return true }
    guard rest.starts(with: "/") || rest.starts(with: "*") || rest.starts(with: "http") else {
      return false
    }
    guard let (_, version) = rest.split(at: 0x20) else { return verb.equals("DELETE") }
    return version.starts(with: "HTTP/")
  }
}

// The first line, by signatures of other protocols. A command of ours never has one, and neither has what a person types by
// mistake: that is an error, after which the person may go on.

extension ForeignProtocol {
  private static func isFirstLine(_ line: UnsafeRawBufferPointer) -> Bool {
    switch line.first {
    case nil: false
    case UInt8(ascii: "{"): isForeignObject(line)
    case UInt8(ascii: "["): line.starts(with: "[{")
    case UInt8(ascii: "<"): markup.contains { line.startsLowercased(with: $0) }
    case UInt8(ascii: "*"): Word(rebasing: line.dropFirst()).isDigits
    default:
      greetings.contains { line.startsLowercased(with: $0) } || isMail(line)
        || isVersionedRequest(line) || isCapitalCommand(line) || isStorage(line)
    }
  }

  private static let markup: [StaticString] = ["<?xml", "<!doctype", "<stream:", "<policy-file"]
  /// What a peer says first that speaks one of these protocols.
  private static let greetings: [StaticString] = [
    "ssh-", "http/1", "http/2", "rtsp/", "sip/2", "rfb 00", "@rsyncd:",
  ]
  private static let versions: [StaticString] = ["http/", "rtsp/", "sip/", "icap/"]
  private static let schemes: [StaticString] = ["sip:", "sips:", "tel:"]

  /// `METHOD TARGET VERSION`, in any case: HTTP, RTSP, SIP. Only the texts of `find` and `ping` could
  /// look like that.
  private static func isVersionedRequest(_ line: UnsafeRawBufferPointer) -> Bool {
    var words = WordReader(line)
    guard let method = words.next(), method.allSatisfy(\.isLetter), let target = words.next(),
      let version = words.next(), isTarget(target)
    else { return false }
    let verb = VerbTable.verb(method)
    return verb != .find && verb != .ping
      && versions.contains { version.startsLowercased(with: $0) }
  }

  /// Whether a word is a path, `*`, or the URI of something.
  private static func isTarget(_ word: Word) -> Bool {
    if word.starts(with: "/") || word.equals("*") { return true }
    if schemes.contains(where: { word.startsLowercased(with: $0) }) { return true }
    guard let (_, rest) = word.split(at: UInt8(ascii: ":")) else { return false }
    return rest.starts(with: "//")
  }

  /// SMTP. `helo ann` is what a person types who means `hello ann`; a mail server has a domain.
  private static func isMail(_ line: UnsafeRawBufferPointer) -> Bool {
    var words = WordReader(line)
    guard let verb = words.next() else { return false }
    if verb.count == 4, verb.startsLowercased(with: "mail") {
      return words.next()?.startsLowercased(with: "from:") == true
    }
    if verb.equals("HELO") || verb.count == 4 && verb.startsLowercased(with: "ehlo") { return true }
    guard verb.count == 4, verb.startsLowercased(with: "helo") else { return false }
    return words.next()?.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") } == true
  }

  /// Commands of FTP, POP3, IRC, and of Redis in its inline form, and the header of a proxy, with how many words may follow.
  /// Programs write them in capitals, people do not.
  private static let commands: [(verb: StaticString, arguments: ClosedRange<Int>)] = [
    ("USER", 1...9), ("PASS", 1...1), ("NICK", 1...1), ("CAP", 1...9), ("AUTH", 1...2),
    ("APOP", 2...2), ("SET", 2...9), ("CONFIG", 2...9), ("CLIENT", 2...9), ("EVAL", 2...9),
    ("PROXY", 1...9), ("SLAVEOF", 2...2), ("REPLICAOF", 2...2), ("FLUSHALL", 0...1),
    ("FLUSHDB", 0...1),
  ]

  private static func isCapitalCommand(_ line: UnsafeRawBufferPointer) -> Bool {
    var words = WordReader(line)
    guard let verb = words.next(),
      let command = commands.first(where: { verb.equals($0.verb) })
    else { return false }
    var count = 0
    while count < 9, words.next() != nil { count += 1 }
    return command.arguments.contains(count)
  }

  private static let storageVerbs: [StaticString] = [
    "set", "add", "replace", "append", "prepend", "cas",
  ]

  /// A command of memcached that stores what is on the next line: `set KEY FLAGS SECONDS BYTES`.
  private static func isStorage(_ line: UnsafeRawBufferPointer) -> Bool {
    var words = WordReader(line)
    guard let verb = words.next(), storageVerbs.contains(where: { verb.equals($0) }),
      words.next() != nil
    else { return false }
    return (0..<3).allSatisfy { _ in words.next()?.isDigits == true }
  }

  /// A request of JSON-RPC, or another object without the member `kind`. What is no object is the
  /// mistake of a person.
  private static func isForeignObject(_ line: UnsafeRawBufferPointer) -> Bool {
    if isRemoteCall(line.part(0..<min(line.count, Limits.lineBytes))) { return true }
    guard line.count <= Limits.lineBytes else { return false }
    do throws(LineError) {
      let object = try JSONReader.object(line)
      return !object.members.isEmpty && !object.members.contains { $0.key == "kind" }
    } catch {
      return false
    }
  }

  /// Whether `"jsonrpc":` occurs. Within a string the quotation marks would be escaped.
  private static func isRemoteCall(_ line: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    while let quote = ByteScan.first(UInt8(ascii: "\""), in: line, from: start) {
      let rest = line.part(quote..<line.count)
      if rest.starts(with: "\"jsonrpc\""), rest.dropFirst(9).first(where: { $0 != 0x20 }) == 0x3A {
        return true
      }
      start = quote + 1
    }
    return false
  }
}
