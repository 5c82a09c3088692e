import ArgumentParser
import BoardAuthority
import BoardModel
import Glibc
import TokenHashing

/// `dropline token`: the tokens of an access file.
struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Add, list and remove the tokens of an access file.",
    discussion: """
      `dropline serve --access FILE` lets users in by their tokens. The file has the rules of section \
      17.7 of the protocol, and of each token its hash alone. A server reads the file again when it \
      gets SIGHUP.

      EXAMPLES
        dropline token add ann --role owner --boards '*' --access access.txt
        dropline token add bob --role editor --boards groceries 'work-*' --access access.txt
        dropline token add cid --role owner --boards '*' --space shop --access access.txt
        dropline token list --access access.txt
        dropline token remove bob --access access.txt
      """,
    subcommands: [Add.self, List.self, Remove.self])
}

/// The access file that a command is about.
struct AccessOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("The access file; $DROPLINE_ACCESS if left out.", valueName: "file"),
    completion: .file())
  var access: StoredAccess?

  /// - Throws: `ValidationError` if no file is named.
  func file() throws -> StoredAccess {
    guard let file = try access ?? .fromEnvironment() else {
      throw ValidationError("name the access file: --access FILE, or DROPLINE_ACCESS.")
    }
    return file
  }
}

extension TokenCommand {
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make a new token for a user, and print it.",
      discussion: """
        The token is on standard output and nowhere else. A new user needs --role and --boards; the file is \
        made if there is none.
        """)

    @OptionGroup var option: AccessOption

    @Option(help: ArgumentHelp("viewer, editor or owner.", valueName: "role"))
    var role: String?

    @Option(
      parsing: .upToNextOption,
      help: ArgumentHelp(
        "The boards of the role: names, or beginnings of names with a * behind them.",
        valueName: "boards"))
    var boards: [String] = []

    @Option(help: ArgumentHelp("What the list shows of the token.", valueName: "text"))
    var label: String?

    @Option(
      help: ArgumentHelp(
        "The space in which the token and the role count; every space if left out.",
        valueName: "space"))
    var space: SpaceName?

    @Argument(help: "The name of the user.")
    var user: String

    func validate() throws {
      guard (role == nil) == boards.isEmpty else {
        throw ValidationError("--role and --boards go together.")
      }
    }

    func run() throws {
      let file = try option.file()
      try reportingFailure {
        var text = access(file.path, F_OK) == 0 ? try file.text() : ""
        let known = try file.parse(text)
        let hasRole = ClientName(user).map { known.reserves($0, in: space) } ?? false
        guard hasRole || role != nil else {
          throw Complaint("\(user) has no role in \(file.path); say --role ROLE --boards BOARDS")
        }
        let token = newToken()
        var lines = role.map { ["user \(user) \($0) \(boards.joined(separator: " "))"] } ?? []
        lines.append("token \(user) \(TokenDigest(of: token))\(try labelWord())")
        text.addAccess(lines, of: space)
        try file.replace(with: text)
        try OutputFile.standard.write(Array("\(token)\n".utf8))
        complain("\(user) connects with: hello \(user) token=\(token)")
      }
    }

    /// - Throws: `Complaint` if the label would not stay on its line.
    private func labelWord() throws(Complaint) -> String {
      guard let label else { return "" }
      guard label.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
        throw Complaint("a label has no control characters")
      }
      return " \(label)"
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the tokens by the beginning of their hashes.")

    @OptionGroup var option: AccessOption

    func run() throws {
      let file = try option.file()
      try reportingFailure {
        for token in try file.parse(try file.text()).tokens {
          let label = token.label.isEmpty ? "" : " \(token.label)"
          print("\(token.short)\(label)")
        }
      }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove a token by the beginning of its hash, or all tokens of a user.",
      discussion: """
        The roles of the user stay. A user without a token cannot connect, and nobody else can have the \
        name.
        """)

    @OptionGroup var option: AccessOption

    @Option(
      help: ArgumentHelp("Remove only tokens of this space.", valueName: "space"))
    var space: SpaceName?

    @Argument(help: "The name of a user, or at least 8 digits of a hash as `list` shows it.")
    var token: String

    func run() throws {
      let file = try option.file()
      try reportingFailure {
        let text = try file.text()
        let chosen = try file.parse(text).tokens.filter { isMeant($0) }
        guard !chosen.isEmpty else {
          throw Complaint("there is no token of \(token) in \(file.path)")
        }
        let users = Set(chosen.map(\.user))
        guard users.count == 1 else {
          throw Complaint("\(token) is of several tokens; write more of the hash")
        }
        let gone = Set(chosen.map(\.line))
        let lines = text.accessLines.enumerated().filter { !gone.contains($0.offset + 1) }
        try file.replace(with: lines.map(\.element).joined(separator: "\n"))
        for token in chosen { print(token.short) }
      }
    }

    private func isMeant(_ stored: AccessFile.Token) -> Bool {
      guard space == nil || stored.space == space else { return false }
      return stored.user.string == token
        || token.utf8.count >= 8 && stored.digest.description.hasPrefix(token)
    }
  }
}

extension AccessFile.Token {
  /// What tells it from others: the beginning of its hash, its user and its space.
  fileprivate var short: String {
    "\(digest.description.prefix(12)) \(user)" + (space.map { " space=\($0)" } ?? "")
  }
}

/// A new token of 32 letters and digits, from the random numbers of the system.
private func newToken() -> String {
  let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
  return String((0..<32).map { _ in characters.randomElement()! })
}

// The text of an access file, changed by whole lines.

extension String {
  /// The lines of the text, as `AccessFile` counts them.
  fileprivate var accessLines: [Substring] {
    split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  }

  /// Adds lines to those of a space, or to those of every space.
  fileprivate mutating func addAccess(_ new: [String], of space: SpaceName?) {
    var lines = accessLines
    if lines.last == "" { lines.removeLast() }
    let heads = lines.indices.filter { lines[$0].words.first == "space" }
    if let space {
      let last = heads.last.flatMap { lines[$0].words.dropFirst().first }
      if last != space.string[...] { lines.append("space \(space)") }
      lines += new.map { $0[...] }
    } else {
      lines.insert(contentsOf: new.map { $0[...] }, at: heads.first ?? lines.count)
    }
    self = lines.joined(separator: "\n") + "\n"
  }
}

extension Substring {
  fileprivate var words: [Substring] { split { $0 == " " || $0 == "\t" || $0 == "\r" } }
}
