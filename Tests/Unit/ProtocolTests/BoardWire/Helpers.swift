import BoardModel
import BoardWire

/// A frame that outlives the input it was found in.
enum OwnedFrame: Hashable, CustomStringConvertible {
  case line([UInt8])
  case failed(LineError)
  case answer([UInt8])
  case quit
  case foreign

  init(_ frame: LineFramer.Frame) {
    switch frame {
    case .line(let bytes): self = .line(Array(bytes))
    case .failed(let error): self = .failed(error)
    case .answer(let bytes): self = .answer(bytes)
    case .quit: self = .quit
    case .foreign: self = .foreign
    }
  }

  static func line(_ string: String) -> OwnedFrame { .line(Array(string.utf8)) }

  var description: String {
    switch self {
    case .line(let bytes): "line(\(String(decoding: bytes, as: UTF8.self)))"
    case .failed(let error): "failed(\(error))"
    case .answer(let bytes): "answer(\(bytes))"
    case .quit: "quit"
    case .foreign: "foreign"
    }
  }
}

/// All frames of an input in these pieces, and whether an unfinished line is left.
func frames(_ pieces: [ArraySlice<UInt8>]) -> (frames: [OwnedFrame], isHalf: Bool) {
  var framer = LineFramer()
  var frames: [OwnedFrame] = []
  for piece in pieces {
    Array(piece).withUnsafeBytes { bytes in
      _ = framer.feed(bytes) {
        frames.append(OwnedFrame($0))
        return true
      }
    }
  }
  return (frames, framer.finish())
}

func frames(_ input: [UInt8]) -> [OwnedFrame] { frames([input[...]]).frames }

func frames(_ input: String) -> [OwnedFrame] { frames(Array(input.utf8)) }

/// A command that was read, to be compared.
struct ReadCommand: Equatable {
  let tag: String?
  let verb: Verb?
  let request: Result<Request, LineError>

  init?(_ line: UnsafeRawBufferPointer) {
    guard let command = Command(line) else { return nil }
    (tag, verb, request) = (command.tag, command.verb, command.request)
  }
}

/// The command of a line.
func read(_ line: String) -> ReadCommand? {
  Array(line.utf8).withUnsafeBytes { ReadCommand($0) }
}

/// The request of a line, or nil if it is malformed.
func request(_ line: String) -> Request? { try? read(line)?.request.get() }

/// The error of a line.
func mistake(_ line: String) -> LineError? {
  guard case .failure(let error) = read(line)?.request else { return nil }
  return error
}

/// A reply in wire form.
func written(_ reply: Reply, tag: String? = nil) -> String {
  var buffer = WireBuffer()
  buffer.append(reply, tag: tag)
  return buffer.string
}

/// A replayed reply in wire form.
func writtenAgain(_ reply: Reply, tag: String) -> String {
  var recorded = WireBuffer()
  recorded.append(reply)
  var buffer = WireBuffer()
  buffer.append(replayed: recorded.bytes, tag: tag)
  return buffer.string
}

/// The messages in what a server wrote.
func messages(_ text: String) throws -> [ServerMessage] {
  var reader = MessageReader()
  var messages: [ServerMessage] = []
  for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
    let message = try Array(line).withUnsafeBytes { try reader.read($0) }
    if let message { messages.append(message) }
  }
  return messages
}
