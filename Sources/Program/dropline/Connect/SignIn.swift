import BoardClient
import BoardModel
import BoardReplica
import BoardTerminal
import BoardWire
import Glibc
import Libuv

/// Asks for a name and a token on the terminal, if the server needs them, and whether to make a board that there
/// is not.
enum SignIn {
  /// How often one may be wrong; the server counts, too (rule 9.2).
  private static let attempts = 3

  private enum Answer {
    case boards([BoardsRow])
    case refused(Failure)
  }

  /// The boards of a server, if none is named. The destination gets the name and the token with which the
  /// server lets its user in, and the board that is made.
  ///
  /// - Throws: `SocketFault` without a server; `Complaint` if it refuses the user, or if there is no board.
  static func boards(of destination: inout ConnectDestination) throws -> [BoardsRow]? {
    for attempt in 0... {
      switch try ask(destination) {
      case .boards(let rows):
        if let board = try boardToMake(beside: rows, destination) {
          try make(board, at: &destination)
        }
        return destination.board == nil ? rows : nil
      case .refused(let failure):
        let isToBeAsked = failure.isAccessDenied || failure.isNameTaken
        guard isToBeAsked, attempt < attempts else { throw Complaint(printable(failure.text)) }
        try askUser(&destination, isWrong: attempt > 0)
      }
    }
    return nil
  }

  /// What the server says to the name and the token.
  private static func ask(_ destination: ConnectDestination) throws -> Answer {
    switch try outcome(of: .board(.boards), at: destination) {
    case .ok(.boards(let listing)): return .boards(listing.rows)
    case .ok: return .boards([])
    case .refused(let failure), .error(let failure): return .refused(failure)
    }
  }

  /// What a server says to a request of this name and token.
  private static func outcome(
    of request: Request, at destination: ConnectDestination
  ) throws -> ServerReply.Outcome {
    let conversation = try Conversation(
      with: destination.address, in: destination.space, timeout: .seconds(10))
    var requests: [Request] = .choices(of: destination.space)
    if let name = destination.name {
      let token =
        destination.token
        ?? NameClaim.sharedToken(of: name, at: destination.address, in: destination.space)
      requests.append(.connection(.hello(.init(name, token: token))))
    }
    return try conversation.ask(requests, then: request).reply.outcome
  }

  /// The board that the user wants to be made; nil if the one that is named is there, or one to choose.
  ///
  /// - Parameter rows: The boards that there are, as far as they are listed.
  private static func boardToMake(
    beside rows: [BoardsRow], _ destination: ConnectDestination
  ) throws -> BoardName? {
    guard let board = destination.board else {
      return rows.isEmpty ? try askBoard(of: destination) : nil
    }
    let isThere = rows.count >= Limits.listingLines || rows.contains { $0.board == board }
    return isThere ? nil : try confirmed(board, at: destination)
  }

  private static func make(
    _ board: BoardName, at destination: inout ConnectDestination
  ) throws {
    switch try outcome(of: .board(.create(.init(board))), at: destination) {
    case .ok: destination.board = board
    case .refused(let failure), .error(let failure):
      let failure = Verb.create.sentences.reworded(failure)
      throw Complaint(printable(failure.text))
    }
  }

  private static func confirmed(
    _ board: BoardName, at destination: ConnectDestination
  ) throws -> BoardName {
    let question = "\(destination.address) has no board \(board). Create it? [y/N] "
    guard let word = line(asking: question)?.lowercased(), ["y", "yes"].contains(word) else {
      throw Complaint("there is no board \(board); `dropline boards` lists those that there are")
    }
    return board
  }

  private static func askBoard(of destination: ConnectDestination) throws -> BoardName {
    let question = "\(destination.address) has no board yet. A name for the first one: "
    let word = line(asking: question) ?? ""
    guard !word.isEmpty else {
      throw Complaint("there is no board; `dropline create NAME` makes one")
    }
    guard let board = BoardName(word) else {
      throw Complaint(
        "'\(printable(word))' is no name of a board: 1 to \(Limits.nameBytes) of A-Z a-z 0-9 _ -, not only digits, "
          + "and no - in front")
    }
    return board
  }

  private static func askUser(_ destination: inout ConnectDestination, isWrong: Bool) throws {
    if destination.name == nil, case .unix = destination.address.place {
      // A user of the machine may need no token.
      complain("\(destination.address) needs a name")
      destination.name = try askName()
      return
    }
    if isWrong {
      complain("the name and the token do not go together")
    } else if let name = destination.name {
      complain("the name \(name) belongs to whoever has its token; without a token, press enter")
    } else {
      complain("\(destination.address) needs a name and a token")
    }
    let name = try destination.name ?? askName()
    destination.name = name
    let word = secret(asking: "token of \(name): ") ?? ""
    guard !word.isEmpty else { throw Complaint("the name \(name) is not yours without its token") }
    do throws(LineError) { destination.token = try SingleWord.token(word) } catch {
      throw Complaint(
        "a token is \(Limits.tokenCharacters) to \(Limits.nameBytes) letters, digits, _ and -")
    }
    destination.keepsToken = true
  }

  private static func askName() throws -> ClientName {
    let user = environment("USER").flatMap { ClientName($0) }
    let word = line(asking: "name\(user.map { " [\($0)]" } ?? ""): ") ?? ""
    guard let name = word.isEmpty ? user : ClientName(word) else {
      throw Complaint("a name has letters, digits, - and _")
    }
    return name
  }

  private static func line(asking question: String) -> String? {
    write(STDOUT_FILENO, question, question.utf8.count)
    return readLine()
  }

  /// Reads a line that is not shown. Signals are off meanwhile: they would leave the terminal without echo.
  private static func secret(asking question: String) -> String? {
    var shown = termios()
    guard tcgetattr(STDIN_FILENO, &shown) == 0 else { return nil }
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO | ISIG)
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0 else { return nil }
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
      write(STDOUT_FILENO, "\n", 1)
    }
    return line(asking: question)
  }
}
