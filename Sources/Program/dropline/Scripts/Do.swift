import ArgumentParser
import BoardWire
import Glibc

/// `dropline do`: any commands of the protocol, in sequence.
struct Do: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "do",
    abstract: "Send lines of the protocol, and print the answers.",
    discussion: """
      Each argument is a line; `-` stands for the lines of standard input. A line is sent when the \
      one before is answered, and the first that is refused or not understood ends it. A block \
      (`batch`, `replace`) is as many lines as it has, up to `end`. With --board that board is \
      opened first, so that no line has to name it. `dropline do help` lists the verbs.

      Without a line, on a terminal, there is a prompt: it shows what is still to be typed, Tab completes \
      names, and a refusal does not end it. Ctrl-D does. Elsewhere the lines of standard input are sent.

      EXAMPLES
        dropline do 'create today' 'insert-section end board=today Morning'
        dropline do --board groceries 'policy s2 limit=5' 'rename-section s1 To buy soon'
        printf 'boards\\nwho\\n' | dropline do
        dropline do 'open groceries' - < lines.txt

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption

  @Argument(
    help: ArgumentHelp("The lines, or `-` for those of standard input.", valueName: "line"))
  var lines: [String] = []

  func validate() throws {
    for line in lines where line.unicodeScalars.contains(where: { $0.value < 0x20 }) {
      throw ValidationError("A line holds no control characters; give each line by itself.")
    }
  }

  func run() throws {
    let conversation = try ScriptConversation(server)
    let name = try board.name()
    if let name { _ = try conversation.done(.board(.open(.init(name)))) }
    if lines.isEmpty, DoPrompt.isPossible {
      return try DoPrompt(conversation, with: server, on: name).run()
    }
    try send(lines.isEmpty ? ["-"] : lines, to: conversation)
  }

  private func send(_ lines: [String], to conversation: ScriptConversation) throws {
    var typed = PromptLines()
    for line in lines {
      guard line == "-" else {
        _ = try typed.add(line).map(conversation.send)
        continue
      }
      while let line = readLine() { _ = try typed.add(line).map(conversation.send) }
    }
    guard typed.blockLines == 0 else {
      complain("the block has no `end`; it was not sent", ExitCode(EX_USAGE))
      throw ExitCode(EX_USAGE)
    }
  }
}
