import BoardModel
import BoardWire
import TestKit

/// Reading commands: what is read is written as a line that reads as the same, in both forms.
enum CommandLaws {
  static func check(_ bytes: [UInt8]) throws {
    for line in lines(of: bytes) { try check(line: line) }
  }

  /// Checks one line.
  static func check(line: [UInt8]) throws {
    guard let command = ReadCommand(line) else { return }
    switch command.request {
    case .success(let request): try check(request, tag: command.tag)
    case .failure(let error):
      let failure = Failure(error, command.verb).description
      try require(failure.utf8.count <= 4_096, "an error of \(failure.utf8.count) bytes")
      try require(!failure.utf8.contains { $0 < 0x20 }, "an error with a control byte: \(failure)")
    }
  }

  private static func check(_ request: Request, tag: String?) throws {
    let written = bytes(of: request, tag)
    guard let again = ReadCommand(written) else {
      throw BrokenLaw("\(text(written)) is written and cannot be read")
    }
    try require(again.tag == tag, "the tag \(tag ?? "none") became \(again.tag ?? "none")")
    try require(
      again.request == .success(request), "\(text(written)) reads as \(again.request)")
    guard case .success(let second) = again.request else { return }
    try require(bytes(of: second, tag) == written, "\(text(written)) is written in two ways")
    try checkJSON(of: request, written)
  }

  /// The JSON form of a command is the same command. A block has rows besides.
  private static func checkJSON(of request: Request, _ written: [UInt8]) throws {
    if case .block = request { return }
    guard let object = JSONTranslator.object(of: text(written), saidBy: .client) else {
      throw BrokenLaw("\(text(written)) has no JSON form")
    }
    let command = Array(object.utf8).withUnsafeBytes { JSONCommand.read($0) }
    guard case .success(let line) = command.lines else {
      throw BrokenLaw("\(object) is \(command.lines)")
    }
    let again = ReadCommand(line.dropLast())
    try require(again?.request == .success(request), "\(object) is \(text(line))")
  }

  private static func bytes(of request: Request, _ tag: String?) -> [UInt8] {
    var buffer = WireBuffer()
    buffer.append(request, tag: tag)
    return buffer.bytes.dropLast()
  }
}

/// A copy of a command.
struct ReadCommand {
  let tag: String?
  let verb: Verb?
  let request: Result<Request, LineError>

  /// Reads a line; nil if it has no command.
  init?(_ line: [UInt8]) {
    let parts = line.withUnsafeBytes { line -> (String?, Verb?, Result<Request, LineError>)? in
      guard let command = Command(line) else { return nil }
      return (command.tag, command.verb, command.request)
    }
    guard let parts else { return nil }
    (tag, verb, request) = parts
  }
}
