import BoardDelivery
import BoardWire

/// Assembles bytes into lines, and lines into messages.
struct HostLines {
  private var reader = MessageReader()
  private var partialLine: [UInt8] = []
  /// The bytes since the last message.
  private var count = 0

  /// - Parameter take: Receives each message with its length.
  mutating func read(_ bytes: UnsafeRawBufferPointer, _ take: (ServerMessage, Int) -> Void) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      partialLine += rest[..<end]
      rest = rest[(end + 1)...]
      count += partialLine.count + 1
      // What this version cannot read, it skips (rule 11.2).
      if let message = try? partialLine.withUnsafeBytes({ try reader.read($0) }) {
        take(message, count)
        count = 0
      }
      partialLine.removeAll(keepingCapacity: true)
    }
    partialLine += rest
  }
}

extension OutputPiece {
  func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
    switch self {
    case .own(let bytes): bytes.withUnsafeBytes(body)
    case .shared(let encoding): encoding.withBytes(body)
    }
  }
}

/// A command that has exactly one reply, in the text form.
struct HostCommand {
  private(set) var bytes: [UInt8]

  init(_ request: Request) throws(BoardServerFault) {
    if case .block = request { throw .notAnswered("a block is given as its lines") }
    var buffer = WireBuffer()
    buffer.append(request)
    bytes = buffer.bytes
    try require(request)
  }

  /// - Parameter text: One line, or the lines of a block.
  init(_ text: String) throws(BoardServerFault) {
    bytes = Array(text.utf8)
    if bytes.last != 0x0A { bytes.append(0x0A) }
    let head = bytes.prefix { $0 != 0x0A }
    switch head.withUnsafeBytes({ Command($0)?.request }) {
    case .success(.block)?:
      guard bytes.suffix(5).elementsEqual("\nend\n".utf8) else {
        throw .notAnswered("a block ends with `end`")
      }
    case .success(let request)?:
      guard head.count == bytes.count - 1 else { throw .notAnswered("a command is one line") }
      try require(request)
    case .failure(let error)?: throw .notAnswered("\(text): \(error)")
    case nil: throw .notAnswered("an empty line has no reply")
    }
  }

  private func require(_ request: Request) throws(BoardServerFault) {
    guard case .connection(.hello(let hello)) = request, hello.form == .json else { return }
    throw .notAnswered("a client of this process reads the text form")
  }
}
