import BoardModel
import BoardWire

/// A command that a person typed: its lines, and what they ask or what is wrong with them.
struct PromptCommand {
  /// The lines as they are sent, without their line feeds.
  var lines: [String]
  var tag: String?
  var verb: Verb?
  var request: Result<Request, LineError>
}

extension PromptCommand {
  fileprivate init(_ line: String, _ command: borrowing Command) {
    self.init(lines: [line], tag: command.tag, verb: command.verb, request: command.request)
  }
}

/// Puts typed lines together to commands: `batch` and `replace` have as many lines as it takes, up to
/// `end`.
struct PromptLines {
  /// A block that goes on.
  fileprivate struct Block {
    var typed: PromptCommand
    var batch: BatchReader?
    var content: ContentReader?
  }

  private var block: Block?

  /// How many lines the block has that goes on.
  var blockLines: Int { block?.typed.lines.count ?? 0 }

  /// Adds a line.
  ///
  /// - Returns: The whole command, once there is one. An empty line outside a block is none.
  mutating func add(_ line: String) -> PromptCommand? {
    if block != nil { return addRow(line) }
    guard let typed = Self.read(line) else { return nil }
    guard typed.lines.count == 1, case .success(.block(let request)) = typed.request else {
      return typed
    }
    switch request {
    case .batch: block = Block(typed: typed, batch: BatchReader())
    case .replace: block = Block(typed: typed, content: ContentReader())
    }
    return nil
  }

  /// Forgets the block that goes on.
  mutating func cancel() { block = nil }

  private mutating func addRow(_ line: String) -> PromptCommand? {
    block?.typed.lines.append(line)
    guard block?.read(line) == true, let ended = block else { return nil }
    block = nil
    return ended.command
  }

  /// Reads a line as a server reads it. An object of the JSON form becomes lines of the text form.
  private static func read(_ line: String) -> PromptCommand? {
    framed(line) { frame in
      switch frame {
      case .line(let bytes) where bytes.first == UInt8(ascii: "{"): read(JSONCommand.read(bytes))
      case .line(let bytes):
        if let command = CommandReader.read(bytes) { PromptCommand(line, command) } else { nil }
      case .failed(let error): PromptCommand(lines: [line], request: .failure(error))
      case .answer, .quit, .foreign: nil
      }
    }
  }

  private static func read(_ object: JSONCommand) -> PromptCommand? {
    switch object.lines {
    case .failure(let error):
      return PromptCommand(
        lines: [], tag: object.tag, verb: object.verb, request: .failure(error))
    case .success(let bytes):
      var typed = PromptLines()
      for line in bytes.split(separator: 0x0A) {
        if let command = typed.add(String(decoding: line, as: UTF8.self)) { return command }
      }
      return nil
    }
  }
}

extension PromptLines.Block {
  /// - Returns: Whether the block has ended.
  fileprivate mutating func read(_ line: String) -> Bool {
    framed(line) { frame in
      if case .line(let bytes) = frame {
        return batch?.read(bytes) ?? content?.read(bytes) ?? true
      }
      batch?.readFailed()
      content?.readFailed()
      return false
    }
  }

  /// The whole command, or what is wrong with its rows.
  fileprivate var command: PromptCommand {
    var typed = typed
    do throws(LineError) {
      _ = try batch?.finish()
      _ = try content?.finish()
    } catch {
      typed.request = .failure(error)
    }
    return typed
  }
}

/// What a line is to whoever reads it from a connection.
private func framed<Result>(_ line: String, _ body: (LineFramer.Frame) -> Result) -> Result {
  var framer = LineFramer(detectsForeign: false)
  var result: Result?
  Array((line + "\n").utf8).withUnsafeBytes { bytes in
    _ = framer.feed(bytes) { frame in
      result = body(frame)
      return true
    }
  }
  return result ?? body(.failed(.unfinishedLine))
}
