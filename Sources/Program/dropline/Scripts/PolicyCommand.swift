import ArgumentParser
import BoardModel
import BoardWire

/// `dropline policy`: shows and sets policies.
struct PolicyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policy",
    abstract: "Show the policies of a board, or set some.",
    discussion: """
      A line for the board (*) and for each section with settings of its own. BOARD means the whole board, \
      BOARD/SECTION one section, and with $DROPLINE_BOARD /SECTION is enough. KEY=inherit takes a setting \
      back.

      KEYS
      \(PolicyKey.allCases.map { "  \($0.rawValue)=\($0.values)" }.joined(separator: "\n"))

      EXAMPLES
        dropline policy groceries
        dropline policy groceries/s2 limit=5 empty=remove
        dropline policy shelf on-choose=delete

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions

  @Argument(
    help: ArgumentHelp(
      "The board or the section, and the settings.", valueName: "board[/section] key=value"),
    completion: BoardCompletion.sections())
  var words: [String] = []

  func validate() throws { _ = try request() }

  func run() throws {
    try ScriptConversation(server).list(.policy(try request())) { reply in
      if case .policy(_, let listing) = reply { listing.hasMore } else { nil }
    }
  }

  private func request() throws -> PolicyRequest {
    var settings = words[...]
    let isNamed = words.first?.contains("=") == false
    let (board, target) = try subject(isNamed ? settings.removeFirst() : "")
    let values = try settings.map { try setting($0, of: target) }
    guard Set(values.map(\.key)).count == values.count else {
      throw ValidationError("A key can be set once.")
    }
    return PolicyRequest(target ?? (values.isEmpty ? nil : .board), values, on: board)
  }

  /// Reads `BOARD`, `BOARD/SECTION` or `/SECTION`.
  private func subject(_ word: String) throws -> (BoardName, PolicyRequest.Target?) {
    let parts = word.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let board = parts[0].isEmpty ? nil : BoardName(String(parts[0]))
    guard parts[0].isEmpty || board != nil else {
      throw ValidationError("'\(printable(word))' is no board and no BOARD/SECTION.")
    }
    let name = try requiredBoard(board)
    guard parts.count == 2 else { return (name, nil) }
    do throws(LineError) { return (name, try SingleWord.target(String(parts[1]))) } catch {
      throw ValidationError("'\(printable(String(parts[1])))' is no section.")
    }
  }

  private func setting(
    _ word: String, of target: PolicyRequest.Target?
  ) throws -> PolicySetting {
    let name = String(word.prefix { $0 != "=" })
    guard let key = PolicyKey(rawValue: name) else {
      let keys = PolicyKey.allCases.map(\.rawValue)
      let hint = SpellingHint.nearest(to: name, among: keys).map { "; did you mean \($0)?" } ?? "."
      throw ValidationError("There is no policy '\(printable(name))'\(hint)")
    }
    if case .section = target, key.isOfBoard {
      throw ValidationError("\(key.rawValue) is set for the whole board.")
    }
    guard name != word, let setting = PolicySetting(key, String(word.dropFirst(name.count + 1)))
    else { throw ValidationError("\(key.rawValue) takes \(key.values), or inherit.") }
    return setting
  }
}
