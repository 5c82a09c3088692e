import BoardModel
import BoardWire

/// A typed command: its lines, and its request or error.
struct PromptCommand {
  /// The lines to send, without line feeds.
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

/// Assembles typed lines into commands: `batch` and `replace` continue up to `end`.
struct PromptLines {
  /// An unfinished block.
  fileprivate struct Block {
    var typed: PromptCommand
    var batch: BatchReader?
    var content: ContentReader?
  }

  private var block: Block?

  /// The number of lines of the unfinished block.
  var blockLines: Int { block?.typed.lines.count ?? 0 }

  /// Adds a line.
  ///
  /// - Returns: The command that the line completes, or nil. An empty line outside a block is not a
  ///   command.
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

  /// Discards the unfinished block.
  mutating func cancel() { block = nil }

  private mutating func addRow(_ line: String) -> PromptCommand? {
    block?.typed.lines.append(line)
    guard block?.read(line) == true, let ended = block else { return nil }
    block = nil
    return ended.command
  }

  /// Parses a line as a server does. An object of the JSON form becomes lines of the text form.
  private static func read(_ line: String) -> PromptCommand? {
    framed(line) { frame in
      switch frame {
      case .line(let bytes) where bytes.first == UInt8(ascii: "{"): read(JSONCommand.read(bytes))
      case .line(let bytes):
        if let command = Command(bytes) { PromptCommand(line, command) } else { nil }
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

  /// The command, or the error of its rows.
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

/// Frames a line as the server's framer does.
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
