import ArgumentParser
import BoardJournal
import BoardModel
import PostgresJournal

/// `dropline schema`: the statements that make the tables of a database.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the SQL that makes the tables of a PostgreSQL database.",
    discussion: """
      Run it once, as a user who may create a schema. Servers need no such right: they read and write the \
      tables of the schema `dropline`. With --grant it gives a role these rights, and with --grant-backup another one \
      those to make backups. An upgrade makes tables, too: grant the rights again. Let psql end at the first error.

      EXAMPLES
        dropline schema --grant dropline | psql -v ON_ERROR_STOP=1 postgres://admin@db/boards
        dropline schema --from 8 --grant dropline | psql -v ON_ERROR_STOP=1 postgres://admin@db/boards
      """)

  @Option(
    help: ArgumentHelp(
      "Print what makes the present tables of those of an earlier format. It fails while servers run that do not read them.",
      valueName: "format"))
  var from: Int?

  @Option(
    help: ArgumentHelp("Let this role serve spaces, too; it must be there.", valueName: "role"))
  var grant: String?

  @Option(
    help: ArgumentHelp(
      "Let this role read all but what only nodes may know, for `dropline backup`.",
      valueName: "role"))
  var grantBackup: String?

  func validate() throws {
    guard grantBackup == nil || grant != nil else {
      throw ValidationError("--grant-backup needs --grant, the role of servers.")
    }
  }

  func run() throws {
    guard let sql = from.map(Schema.upgrade(from:)) ?? Schema.sql else {
      throw ValidationError(
        "there are formats 1 to \(Schema.format), and \(Schema.format) is the present one.")
    }
    sayLine(sql)
    if let grant {
      sayLine(Schema.grants(toServer: grant.quoted, backup: grantBackup?.quoted))
    } else {
      sayLine("-- The role of servers needs these rights, which --grant ROLE gives:")
      let grants = Schema.grants(toServer: "ROLE", backup: nil)
      for line in grants.split(separator: "\n") { sayLine("-- \(line)") }
    }
  }
}

extension String {
  /// As SQL names what has this name.
  fileprivate var quoted: String {
    "\"\(split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
  }
}

/// `dropline space`: the spaces of a database.
struct SpaceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "space",
    abstract: "Create and list the spaces of a PostgreSQL database, and repair them.",
    discussion: """
      A space is what one server serves at a time: its boards, its clients and their drags. A database has any \
      number of them.

      EXAMPLES
        dropline space create main --store postgres://dropline@db/boards
        dropline space list --store postgres://dropline@db/boards
      """,
    subcommands: [Create.self, List.self, AcceptLoss.self])
}

/// The database of a command.
struct StoreOption: ParsableArguments {
  @Option(help: ArgumentHelp("The database; $DROPLINE_STORE if left out.", valueName: "url"))
  var store: StoreURL?

  /// The database that is named; nil if none is.
  ///
  /// - Throws: `ValidationError` if the environment variable is not a database's URL.
  func named() throws -> StoreURL? { try store ?? argument(of: "DROPLINE_STORE", "database") }

  /// - Throws: `ValidationError` if no database is named.
  func url() throws -> StoreURL {
    guard let url = try named() else {
      throw ValidationError("name the database: --store postgres://…, or DROPLINE_STORE.")
    }
    return url
  }
}

extension SpaceCommand {
  struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Make an empty space.")

    @OptionGroup var option: StoreOption

    @Argument(help: "Its name: 1 to 64 characters of a-z, 0-9, - and _.")
    var name: SpaceName

    func run() throws {
      let url = try option.url()
      try reportingFailure {
        try PostgresDatabase(url).create(name)
        sayLine("\(name)")
      }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the spaces, the number of their boards, and who serves them.")

    @OptionGroup var option: StoreOption
    @OptionGroup var output: ObjectOption

    func run() throws {
      let url = try option.url()
      try reportingFailure {
        let database = try PostgresDatabase(url)
        try database.awaitSigns()
        for space in try database.spaces() {
          sayLine(output.json ? space.json : space.line)
        }
      }
    }
  }
}

extension SpaceCommand {
  struct AcceptLoss: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "accept-loss",
      abstract: "Let a space go on after its database was restored to an earlier time.",
      discussion: """
        Run it for each space before it is served again. The space gets a new epoch, so clients get a snapshot and \
        `rewound=yes` instead of mistaking later revisions for those that they know.
        """)

    @OptionGroup var option: StoreOption

    @Argument(help: "Its name.")
    var name: SpaceName

    func run() throws {
      let url = try option.url()
      try reportingFailure {
        try PostgresDatabase(url).acceptLoss(of: name)
        sayLine("space \(name) has a new epoch")
      }
    }
  }
}

extension SpaceListing {
  /// What is said of a space besides its name and boards.
  var status: String {
    switch state {
    case .ready:
      [holder.map { "served by \($0)" } ?? "idle", link.map { "at \($0)" }, pin]
        .compactMap(\.self).joined(separator: " ")
    case .arriving: "incomplete: run `dropline migrate` from \(note) again"
    case .moved: "moved to \(note)"
    case .restored: "not served: \(note)"
    }
  }

  /// Where it belongs, if that is another node than its owner.
  private var pin: String? {
    pinned.flatMap { $0 == link ? nil : "and belongs to \($0)" }
  }

  fileprivate var line: String { "\(name)  \(counted(boards, "board"))  \(status)" }

  fileprivate var json: String {
    var object = JSONLine(("name", name), ("boards", boards), ("state", state.rawValue))
    if let holder { object.add(("holder", holder)) }
    if let link { object.add(("owner", link)) }
    if let pinned { object.add(("pinned", pinned)) }
    if !note.isEmpty { object.add(("place", note)) }
    return object.json
  }
}
