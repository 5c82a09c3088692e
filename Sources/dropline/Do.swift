import ArgumentParser
import Glibc

/// `dropline do`: any lines of the protocol, one after the other.
struct Do: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "do",
    abstract: "Send lines of the protocol, and print the answers.",
    discussion: """
      Each argument is a line; `-` stands for the lines of standard input. A line is sent when the \
      one before is answered, and the first that is refused or not understood ends it. A block \
      (`batch`, `replace`) is as many lines as it has, up to `end`. With --board that board is \
      opened first, so that no line has to name it. `dropline do help` lists the verbs.

      EXAMPLES
        dropline do 'create today' 'insert-section today/end Morning'
        dropline do --board groceries 'policy s2 limit=5' 'rename-section s1 To buy soon'
        dropline do - < lines.txt

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption

  @Argument(
    help: ArgumentHelp("The lines, or `-` for those of standard input.", valueName: "line"))
  var lines: [String]

  func validate() throws {
    for line in lines where line.unicodeScalars.contains(where: { $0.value < 0x20 }) {
      throw ValidationError("A line holds no control characters; give each line by itself.")
    }
  }

  func run() throws {
    let talk = try ScriptTalk(server)
    if let name = board.name { _ = try talk.done("open \(name)") }
    var block = LineBlock()
    for line in lines {
      guard line == "-" else {
        try send(line, &block, talk)
        continue
      }
      while let line = readLine() { try send(line, &block, talk) }
    }
    guard block.isEmpty else {
      complain("the block has no `end`; it was not sent")
      throw ExitCode(EX_USAGE)
    }
  }

  private func send(_ line: String, _ block: inout LineBlock, _ talk: ScriptTalk) throws {
    guard let command = block.add(line) else { return }
    try talk.tell(command)
  }
}

/// Collects the lines of a command, which are several where it is a block.
struct LineBlock {
  private var lines: [String] = []

  var isEmpty: Bool { lines.isEmpty }

  /// - Returns: The whole command, once there is one. Empty lines are none.
  mutating func add(_ line: String) -> String? {
    let words = line.split(separator: " ", maxSplits: 2)
    guard let first = words.first(where: { !$0.hasPrefix("#") }) ?? words.first else { return nil }
    let verb = first.lowercased()
    let begins = lines.isEmpty && (verb == "batch" || verb == "replace")
    lines.append(line)
    guard !begins, lines.count == 1 || verb == "end" else { return nil }
    defer { lines = [] }
    return lines.joined(separator: "\n")
  }
}
