import ArgumentParser
import BoardJournal
import BoardModel
import PostgresJournal

/// `dropline cluster`: the nodes of a database and what is wrong with them.
struct ClusterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cluster",
    abstract:
      "List the nodes and spaces of a PostgreSQL database, problems first; move spaces between nodes.",
    discussion: """
      A node is a server with --link. It is listed until a process has seen it silent for an hour. A problem is a \
      node that does not renew its lease any more, does not reach another one, or complains; nodes that all drain; and a \
      space that is incomplete or was restored. Who is alive is seen by waiting for a renewal, about a second.

      With --try there is a database and nodes of one's own on this machine, until Ctrl-C. PostgreSQL must be \
      installed. Nothing of it stays.

      EXAMPLES
        dropline cluster --store postgres://dropline@db/boards
        dropline cluster --try 3
        dropline cluster move main 10.0.0.2:7767
        dropline cluster drain 10.0.0.2:7767

      EXIT STATUS
        0 all is well; 1 there is a problem; 74 the database does not answer, or has no such node or space.
      """,
    subcommands: [List.self, Move.self, Drain.self, Weight.self], defaultSubcommand: List.self)
}

extension ClusterCommand {
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the nodes and spaces, problems first; without a subcommand, too.")

    @OptionGroup var option: StoreOption
    @OptionGroup var output: ObjectOption

    @Option(
      name: .customLong("try"),
      help: ArgumentHelp(
        "Start so many nodes on this machine, 1 to 9, with a database of their own.",
        valueName: "count"))
    var count: Int?

    func validate() throws {
      guard let count else { return }
      guard (1...9).contains(count) else {
        throw ValidationError("--try takes a number from 1 to 9.")
      }
      guard option.store == nil, !output.json else {
        throw ValidationError("--try has a database of its own, and prints what happens.")
      }
    }

    func run() throws {
      if let count { return try reportingFailure { try ClusterTry(nodes: count).run() } }
      let url = try option.url()
      var isWell = true
      try reportingFailure {
        let database = try PostgresDatabase(url)
        try database.awaitSigns()
        let rows = ClusterRow.rows(try database.nodes(), try database.spaces())
        for row in rows { sayLine(output.json ? row.json : row.line) }
        isWell = !rows.contains { $0.isProblem }
      }
      if !isWell { throw ExitCode.failure }
    }
  }

  struct Move: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Move a space to a node, and keep it there.",
      discussion: """
        Its owner hands it over within some seconds. If the node is gone, another one serves the space until the \
        node is back.
        """)

    @OptionGroup var option: StoreOption

    @Argument(help: "The name of the space.")
    var space: SpaceName

    @Argument(help: "The link of the node, as `dropline cluster` lists it.")
    var link: String?

    @Flag(help: "Let any node own the space again.")
    var anywhere = false

    func validate() throws {
      guard (link == nil) == anywhere else {
        throw ValidationError("Name the link of a node, or --anywhere.")
      }
    }

    func run() throws {
      let url = try option.url()
      try reportingFailure {
        try PostgresDatabase(url).pin(space, to: link)
        sayLine("space \(space) belongs to \(link.map { "node \($0)" } ?? "any node")")
      }
    }
  }
}

extension ClusterCommand {
  struct Drain: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make a node give its spaces to others and take none.",
      discussion: "It stays so, also when the node is started again, until --undo.")

    @OptionGroup var option: StoreOption

    @Argument(help: "The link of the node, as `dropline cluster` lists it.")
    var link: String

    @Flag(help: "Let the node take spaces again.")
    var undo = false

    func run() throws {
      let url = try option.url()
      try reportingFailure {
        let database = try PostgresDatabase(url)
        try database.setDraining(link, !undo)
        sayLine("node \(link) \(undo ? "takes spaces" : "gives its spaces to others")")
        if try !undo && !database.nodes().contains(where: \.takesSpaces) {
          complain("no node takes them: all are gone or drain")
        }
      }
    }
  }

  struct Weight: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Set the share of the spaces that a node gets.",
      discussion: "A node of weight 2 gets twice as many as one of weight 1.")

    @OptionGroup var option: StoreOption

    @Argument(help: "The link of the node, as `dropline cluster` lists it.")
    var link: String

    @Argument(help: "Its weight, 1 to 1000.")
    var weight: Int

    func validate() throws {
      guard (1...1_000).contains(weight) else {
        throw ValidationError("A weight is a number from 1 to 1000.")
      }
    }

    func run() throws {
      let url = try option.url()
      try reportingFailure {
        try PostgresDatabase(url).setWeight(link, weight)
        sayLine("node \(link) has the weight \(weight)")
      }
    }
  }
}
