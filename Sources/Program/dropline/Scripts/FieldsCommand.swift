import ArgumentParser
import BoardClient
import BoardModel
import BoardWire

/// `dropline fields`: shows and sets the types of fields.
struct FieldsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fields",
    abstract: "Show the types of the fields of a board, or set some.",
    discussion: """
      A line NAME=TYPE for each field that is no text. A value that is none of its type is refused from then on; \
      what items have already stays. NAME= without a type makes the field a text again. To see the fields of \
      items: dropline show; to set them: dropline set.

      TYPES
        text    anything
        flag    yes, or no field at all
        number  such as -3 or 2.5
        date    a day that there is: 2026-12-01
        set     values with commas between them

      EXAMPLES
        dropline fields groceries
        dropline fields groceries done=flag due=date
        dropline fields groceries due=

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions

  @Argument(
    help: ArgumentHelp(
      "The board, $DROPLINE_BOARD if left out, and the types.", valueName: "board name=type"),
    completion: .custom { words, _, _ in BoardCompletion.boards(after: words) })
  var words: [String] = []

  func validate() throws { _ = try request() }

  func run() throws {
    let conversation = try ScriptConversation(server)
    let answer = try conversation.done(.board(.fields(try request())))
    guard case .fields(let reply)? = answer.reply.ok else {
      throw ScriptConversation.unexpected(answer)
    }
    conversation.say(reply.fields.map { "\($0.name)=\($0.value)" }, of: answer)
  }

  private func request() throws -> BoardRequest.Fields {
    var types = words[...]
    let name = words.first?.contains("=") == false ? types.removeFirst() : nil
    let board = name.flatMap { BoardName($0) }
    if let name, board == nil { throw ValidationError("'\(printable(name))' is no board.") }
    let fields = try types.map { try Self.type($0) }
    guard Set(fields.map(\.name)).count == fields.count else {
      throw ValidationError("A field can be set once.")
    }
    return .init(try requiredBoard(board), changes: FieldArguments.changes(fields))
  }

  private static func type(_ word: String) throws -> FieldArgument {
    guard let field = FieldArgument(argument: word) else {
      throw ValidationError("'\(printable(word))' is no field with its type: NAME=TYPE.")
    }
    let types = FieldType.allCases.map(\.rawValue)
    guard field.value.isEmpty || types.contains(field.value) else {
      let hint = SpellingHint.nearest(to: field.value, among: types)
      throw ValidationError(
        "There is no type '\(printable(field.value))'"
          + (hint.map { "; did you mean \($0)?" } ?? ": they are \(types.joined(separator: ", ")).")
      )
    }
    return field
  }
}
