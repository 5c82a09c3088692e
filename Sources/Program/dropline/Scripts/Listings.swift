import ArgumentParser
import BoardModel
import BoardWire

/// `dropline history`: lists the revisions of a board.
struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the changes of a board, the newest first.",
    discussion: """
      A line for each: the revision, the time, who made it, where it came from, and what it did.

      EXAMPLES
        dropline history groceries
        dropline history groceries --from 41

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions

  @Option(help: ArgumentHelp("Begin with this revision.", valueName: "revision"))
  var from: UInt?

  @Option(help: ArgumentHelp("End with this revision.", valueName: "revision"))
  var to: UInt?

  @Argument(
    help: "The board; $DROPLINE_BOARD if left out.",
    completion: .custom { words, _, _ in BoardCompletion.boards(after: words) })
  var board: BoardName?

  func validate() throws { _ = try request() }

  func run() throws {
    try ScriptConversation(server).list(.undo(.history(try request()))) { reply in
      if case .history(_, let listing) = reply { listing.hasMore } else { nil }
    }
  }

  private func request() throws -> UndoRequest.History {
    .init(
      try requiredBoard(board), from: from.map { Int(clamping: $0) },
      to: to.map { Int(clamping: $0) })
  }
}

/// `dropline who`: lists the connections of a server.
struct Who: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List who is connected, or who watches a board.",
    discussion: """
      A line for each connection: the client, the boards that it watches, and of one board what it has \
      selected there.

      EXAMPLE
        dropline who groceries

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions

  @Argument(
    help: "The board; all connections if left out.",
    completion: .custom { words, _, _ in BoardCompletion.boards(after: words) })
  var board: BoardName?

  func run() throws {
    try ScriptConversation(server).list(.board(.who(.init(board)))) { reply in
      if case .who(let listing) = reply { listing.hasMore } else { nil }
    }
  }
}

/// `dropline drags`: lists the live drags.
struct Drags: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the drags that go on, on one board or on all.",
    discussion: """
      A line for each: its id, its board, its client, its state, its items, and where they would be \
      dropped.

      EXAMPLE
        dropline drags groceries

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions

  @Argument(
    help: "The board; all boards if left out.",
    completion: .custom { words, _, _ in BoardCompletion.boards(after: words) })
  var board: BoardName?

  func run() throws {
    try ScriptConversation(server).list(.drag(.drags(.init(board)))) { reply in
      if case .drags(let listing) = reply { listing.hasMore } else { nil }
    }
  }
}

/// `dropline stats`: lists what a server has counted and measured.
struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List what the server has counted and measured since it started.",
    discussion: """
      A line for each: the metric, a number, and the part of it that the number is of, such as a verb. \
      On a server with access rules they are for owners of all boards.

      EXAMPLES
        dropline stats
        dropline stats turn-microseconds

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions

  @Argument(
    help: "The metric; all of them if left out.",
    completion: .list(Metric.allCases.map(\.rawValue)))
  var metric: Metric?

  func run() throws {
    try ScriptConversation(server).list(.board(.stats(.init(metric)))) { reply in
      if case .stats(let listing) = reply { listing.hasMore } else { nil }
    }
  }
}

extension Metric: ExpressibleByArgument {}
