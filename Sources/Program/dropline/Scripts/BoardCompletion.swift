import ArgumentParser
import BoardClient
import BoardModel
import BoardTerminal
import BoardWire
import Net

/// Completion of boards, items and sections for shells. The server that the words on the command line name
/// is asked; without one there are no completions.
enum BoardCompletion {
  private static let timeout: Duration = .milliseconds(500)
  /// The most candidates.
  private static let limit = 1_000

  /// The names of the boards.
  static func boards(after words: [String]) -> [String] {
    guard let address = address(in: words) else { return [] }
    let space = space(in: words)
    let rows = try? Conversation.boards(of: address, in: space, timeout: timeout)
    return (rows ?? []).map(\.board.string)
  }

  /// Items: `i2`, `groceries/i2`.
  static func items() -> CompletionKind { onBoard { $0.items } }

  /// Items and places: `i2`, `end:s2`.
  static func itemsAndPlaces() -> CompletionKind { onBoard { $0.items + $0.places } }

  /// Items, and the fields that the items of the board have: `i2`, `done=yes`, `due=`.
  static func itemsAndFields() -> CompletionKind {
    .custom { words, _, prefix in
      let board = board(in: words).flatMap { content(of: $0, after: words) } ?? []
      let fields = board.fields.filter { $0.hasPrefix(prefix) }
      return (complete(prefix, after: words) { $0.items } + fields).prefix(limit).map(forShell)
    }
  }

  static func places() -> CompletionKind { onBoard { $0.places } }

  /// Sections: `s1`, `groceries/s1`; or places for them.
  static func sections(places: Bool = false) -> CompletionKind {
    onBoard { places ? $0.sectionPlaces : $0.map(\.id.string) }
  }

  /// - Parameter candidates: The words for a board.
  private static func onBoard(
    _ candidates: @escaping @Sendable (Content) -> [String]
  ) -> CompletionKind {
    .custom { words, _, prefix in
      complete(prefix, after: words, candidates).prefix(limit).map(forShell)
    }
  }

  /// A candidate as the shell takes it: behind a colon zsh has a description.
  private static func forShell(_ candidate: String) -> String {
    CompletionShell.requesting == .zsh ? candidate.replacing(":", with: "\\:") : candidate
  }

  /// The completion of commands on a server.
  ///
  /// - Parameter board: The board of the command.
  static func completion(
    on board: BoardName?, at address: ServerAddress, in space: SpaceName?
  ) -> CommandCompletion {
    let words = ["--server", "\(address)"] + (space.map { ["--space", "\($0)"] } ?? [])
    var completion = CommandCompletion()
    completion.boards = boards(after: words).compactMap { BoardName($0) }
    completion.board = board.flatMap { content(of: $0, after: words) }.map { Board($0) } ?? Board()
    return completion
  }

  private static func complete(
    _ prefix: String, after words: [String], _ candidates: (Content) -> [String]
  ) -> [String] {
    if let slash = prefix.firstIndex(of: "/") {
      let board = BoardName(String(prefix[..<slash]))
      return board.map { self.words(of: $0, after: words, candidates) } ?? []
    }
    let own = board(in: words).flatMap { content(of: $0, after: words) }.map(candidates) ?? []
    let boards = boards(after: words).filter { $0.hasPrefix(prefix) }
    // A shell ends the word behind a single candidate, so the only board stands with its items.
    guard own.isEmpty, boards.count == 1, let only = BoardName(boards[0]) else {
      return own + boards.map { "\($0)/" }
    }
    return self.words(of: only, after: words, candidates)
  }

  private static func words(
    of board: BoardName, after words: [String], _ candidates: (Content) -> [String]
  ) -> [String] {
    content(of: board, after: words).map { content in candidates(content).map { "\(board)/\($0)" } }
      ?? []
  }

  private static func content(of board: BoardName, after words: [String]) -> Content? {
    let space = space(in: words)
    guard let address = address(in: words),
      let conversation = try? Conversation(with: address, in: space, timeout: timeout)
    else { return nil }
    if let space {
      let answer = try? conversation.ask(.connection(.space(.init(space))))
      guard answer?.reply.ok != nil else { return nil }
    }
    return try? conversation.content(of: board)
  }

  private static func address(in words: [String]) -> ServerAddress? {
    value(of: "--server", in: words).map { ServerAddress(argument: $0) }
      ?? (try? .fromEnvironment())
  }

  private static func space(in words: [String]) -> SpaceName? {
    (value(of: "--space", in: words) ?? environment("DROPLINE_SPACE")).flatMap { SpaceName($0) }
  }

  /// The board that is named once for all, or before another word: `groceries/i1`.
  private static func board(in words: [String]) -> BoardName? {
    if let name = value(of: "--board", in: words) { return BoardName(name) }
    for word in words.dropFirst() {
      if let slash = word.firstIndex(of: "/"), let board = BoardName(String(word[..<slash])) {
        return board
      }
    }
    return environment("DROPLINE_BOARD").flatMap { BoardName($0) }
  }

  private static func value(of option: String, in words: [String]) -> String? {
    guard let index = words.lastIndex(of: option), words.indices.contains(index + 1) else {
      return nil
    }
    return words[index + 1]
  }
}

extension [Section] {
  fileprivate var items: [String] { flatMap { $0.items.map(\.id.string) } }

  /// The beginnings of fields as words; `done=yes` says all.
  fileprivate var fields: [String] {
    let names = Set(flatMap { $0.items.flatMap { $0.fields.map(\.name.string) } })
    return ["done=yes"] + names.subtracting(["done"]).sorted().map { "\($0)=" }
  }

  fileprivate var places: [String] {
    flatMap { ["end:\($0.id)", "start:\($0.id)"] }
      + items.flatMap { ["before:\($0)", "after:\($0)"] }
  }

  fileprivate var sectionPlaces: [String] {
    ["end"] + flatMap { ["before:\($0.id)", "after:\($0.id)"] }
  }
}
