import BoardModel
import BoardWire
import CheckedClients

/// A client of a simulated server, on one connection after another. It checks each line that it reads.
final class SimulatedClient {
  enum Kind: Hashable {
    /// Takes what it is sent.
    case prompt
    /// Takes little, and rarely.
    case slow
    /// Never takes anything.
    case dead
    /// Sends bytes that are no commands.
    case hostile
  }

  /// A tagged command without a reply yet, or with one that must stay.
  struct Issued {
    let tag: String
    let command: RandomClient.Command
    /// The mark of its text, if it is an insert of this client's own kind.
    let mark: String?
    var reply: ServerReply.Outcome?
  }

  let number: Int
  let kind: Kind
  private(set) var reader = CheckedReader()
  private(set) var lagging: LaggingReader
  private var messages = MessageReader()
  private var replicas: ReplicaCheck
  private var generator: RandomClient
  private(set) var link: SimulatedLink?
  /// The last line, which has not ended yet.
  private var partialLine: [UInt8] = []
  private var tagCount = 0
  private var issued: [Issued] = []
  /// When it was last connected.
  private(set) var lastConnected: Duration = .zero
  private(set) var wasSentBye = false
  let isGentle: Bool
  /// Whether a reply to `begin` may have been lost, so that it owns a session that it does not know.
  private var mayOwnUnknown = false
  /// The epochs of its replicas.
  private var epochs: [String: Epoch] = [:]
  /// The epochs of the revisions from which it asked to go on, by tag.
  private var epochsOfOpens: [String: Epoch] = [:]
  /// The items that index paths meant when they were sent, by tag.
  private var meantItems: [String: String] = [:]
  /// The commands that overrode others, by tag.
  private var forced: Set<String> = []
  /// The commands about a session on a connection without a board, by tag.
  private var boardless: Set<String> = []
  /// The sessions that it owned on the last connection.
  private var formerSessions: [String] = []

  init(_ number: Int, _ kind: Kind, seed: Int, isGentle: Bool = false) {
    self.number = number
    self.kind = kind
    lagging = LaggingReader(OwnSessions())
    generator = RandomClient(seed: seed &* 31 &+ number)
    generator.isGentle = isGentle
    self.isGentle = isGentle
    replicas = ReplicaCheck(client: Self.name(of: number).flatMap { ClientName($0) })
  }

  /// The name and token, with which it resumes its drags and repeats its commands; nil for a guest.
  var name: String? { Self.name(of: number) }
  private static func name(of number: Int) -> String? { number % 3 == 2 ? nil : "m\(number)" }
  var token: String { Self.token(of: number) }
  var boards: [String] {
    (number.isMultiple(of: 2) ? ["alpha", "beta"] : ["alpha"])
      + (number.isMultiple(of: 4) ? RandomClient.names : [])
  }
  /// The boards that no client removes or renames.
  static let lastingBoards = ["alpha", "beta"]

  private var cadence: String { number % 5 == 1 ? " every=\(10 + number * 7)ms" : "" }
  /// Whether it asks for a slower cadence, so that it is often behind.
  var isSlower: Bool { !cadence.isEmpty }
  var openBoards: [String] { reader.openBoards.sorted() }
  /// Whether the server knows by now that it is there.
  var isGreeted: Bool {
    guard let name else { return true }
    guard let link, link.isOpenAtServer, !link.isFrozen else { return false }
    return reader.name == name
  }
  var awaitsReply: Bool { !reader.awaited.isEmpty }
}

// Connections.

extension SimulatedClient {
  /// Begins a connection with its present replicas.
  ///
  /// - Parameter isRemembered: Whether the server may not have forgotten it, so that a repeated command
  ///   is executed once.
  func connect(_ link: SimulatedLink, isRemembered: Bool) {
    if name != nil, !reader.awaited.isEmpty { mayOwnUnknown = true }
    formerSessions = Set(reader.own + lagging.ownSessions.map(\.description)).sorted()
    self.link = link
    partialLine = []
    wasSentBye = false
    reader.reconnect(isSameClient: name != nil)
    lagging = LaggingReader(after: lagging, isSameClient: name != nil)
    messages = MessageReader()
    replicas.reconnect()
    guard kind != .hostile else { return }
    if let name { say(.init(board: "", lines: ["hello \(name) token=\(token)"])) }
    if !isRemembered { issued.removeAll() }
    for session in formerSessions.prefix(2) {
      boardless.insert("t\(tagCount + 1)")
      say(.init(board: "", lines: ["propose end:0 drag=\(session)"]))
    }
    open(boards.filter { Self.lastingBoards.contains($0) || reader.mirror.boards[$0] != nil })
    guard name != nil else { return issued.removeAll() }
    for session in formerSessions { say(.init(board: "", lines: ["resume \(session)"])) }
    for command in issued where command.reply == nil { send(command) }
  }

  /// The connection is gone.
  func disconnect(at now: Duration) {
    link = nil
    lastConnected = now
  }

  /// The server has gone back to a backup, which has no replies.
  func forgetReplies() {
    issued = []
    link = nil
  }

  /// Opens all its boards that are not open.
  func openAll() { open(boards) }

  /// Opens those boards that are not open, at the revisions of its replicas.
  private func open(_ boards: [String]) {
    for board in boards where !reader.openBoards.contains(board) {
      guard !reader.awaited.contains(where: { $0.board == board }) else { continue }
      let revision = reader.mirror.boards[board].map { " since=\($0.revision)" } ?? ""
      // Some count, and go on to do so.
      let counts = reader.mirror.boards[board].map(\.isCounted) ?? (number % 3 == 2)
      let content = counts ? " content=counts" : ""
      let epoch = epochs[board].map { " epoch=\($0)" } ?? ""
      if !revision.isEmpty { epochsOfOpens["t\(tagCount + 1)"] = epochs[board] }
      say(.init(board: board, lines: ["open \(board)\(revision)\(epoch)\(cadence)\(content)"]))
    }
  }
}

// Commands.

extension SimulatedClient {
  /// Sends the next random command.
  func speak(_ random: inout SeededRandom) {
    guard link != nil else { return }
    if kind == .hostile { return sendGarbage(&random) }
    guard reader.awaited.count < 8 else { return }
    // A guest may say a name in the middle of its drags.
    if name == nil, tagCount % 16 == 9 {
      return say(.init(board: "", lines: ["hello named-\(number)-\(tagCount)"]))
    }
    if random.percent(10) { open([random.one(of: boards)]) }
    if random.percent(20), let board = openBoards.first { return insertMarked(on: board, &random) }
    if random.percent(8) { return repeatAnswered(&random) }
    if random.percent(8) { return beginAtPath(&random) }
    if random.percent(7) { return changeNames(&random) }
    if random.percent(25) { return sayTogether(&random) }
    guard let command = generator.command(knowing: reader) else { return }
    if name == nil || !command.isRepeatable { return say(command) }
    issue(command, mark: nil)
  }

  /// Inserts an item whose text nobody else uses.
  private func insertMarked(on board: String, _ random: inout SeededRandom) {
    let mark = "c\(number)n\(tagCount)"
    let places = ["0.0", "end:0", "start:0"]
    let line = "insert \(random.one(of: places)) board=\(board) \(Ledger.mark) \(mark)"
    issue(.init(board: board, lines: [line]), mark: mark)
  }

  /// Begins to drag what is at an index path of the revision that it knows.
  private func beginAtPath(_ random: inout SeededRandom) {
    guard let name = openBoards.first, let board = reader.mirror.boards[name],
      epochs[name] == reader.epoch,
      let section = board.sections.indices.filter({ !board.sections[$0].items.isEmpty })
        .randomElement(using: &random)
    else { return }
    let item = random.below(board.sections[section].items.count)
    let meant = board.sections[section].items[item].name
    // Of what is only counted nobody knows which item it is.
    if !meant.isEmpty { meantItems["t\(tagCount + 1)"] = meant }
    say(
      .init(
        board: name, lines: ["begin \(section).\(item)@\(board.revision) board=\(name)"]))
  }

  /// Creates, removes or renames a board of changing names.
  private func changeNames(_ random: inout SeededRandom) {
    let other = random.one(of: RandomClient.names)
    let name = random.percent(60) ? RandomClient.names[0] : other
    let lines = [
      "create \(name)", "create \(name)", "remove-board \(name)\(isGentle ? "" : " force=yes")",
      "rename-board \(name) \(other)",
    ]
    say(.init(board: "", lines: [random.one(of: lines)]))
    open([name, other].filter(boards.contains))
  }

  private func issue(_ command: RandomClient.Command, mark: String?) {
    tagCount += 1
    let new = Issued(tag: "t\(tagCount)", command: command, mark: mark, reply: nil)
    if name != nil {
      issued.append(new)
      // The server remembers 64 replies.
      if issued.count > 40 { issued.removeFirst() }
    }
    send(new)
  }

  /// Repeats a marked insert that has its reply already.
  private func repeatAnswered(_ random: inout SeededRandom) {
    let answered = issued.filter { $0.mark != nil && $0.reply != nil }
    guard !answered.isEmpty else { return }
    send(random.one(of: answered))
  }

  private func send(_ command: Issued) {
    send(command.command.lines, tag: command.tag, board: command.command.board)
  }

  /// Sends a command that is not repeated.
  func say(_ command: RandomClient.Command) {
    tagCount += 1
    send(command.lines, tag: "t\(tagCount)", board: command.board)
  }

  private func send(_ lines: [String], tag: String, board: String) {
    if lines[0].hasSuffix(" force=yes") { forced.insert(tag) }
    reader.ask(.init(tag: tag, board: board, line: lines[0]))
    lagging.ask(lines[0], about: board)
    var lines = lines
    lines[0] = "#\(tag) \(lines[0])"
    link?.send(Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  private func sendGarbage(_ random: inout SeededRandom) {
    var bytes: [UInt8]
    switch random.below(8) {
    case 0: bytes = (0..<random.below(60)).map { _ in UInt8(random.below(256)) }
    case 1: bytes = Array("batch alpha\ninsert 0.0 - never ended\n".utf8)
    case 2: bytes = Array(repeating: UInt8(ascii: "x"), count: 4_090 + random.below(12))
    case 3: bytes = Array("open alpha\nopen beta\nshow\n".utf8)
    case 4: bytes = Array("hello h token=one-of-\(random.below(3))-tokens\n".utf8)
    case 5: bytes = Array("insert 0.0 board=alpha \u{202e}\\n\\\\ fine\r\n".utf8)
    default:
      let force = isGentle ? "" : " force=yes"
      bytes = Array("move 0.0,0.1 end:0 board=alpha\(force)\n".utf8)
      bytes[random.below(bytes.count)] = UInt8(random.below(256))
    }
    if random.percent(80) { bytes.append(0x0A) }
    link?.send(bytes)
  }
}

// Lines.

extension SimulatedClient {
  /// Takes bytes, and checks each whole line.
  ///
  /// - Parameter visit: Called behind each line, with the board that it changed, if any.
  func take(_ bytes: [UInt8], _ visit: (String, String?) throws -> Void) throws {
    for byte in bytes {
      // The answers to telnet commands, which only hostile bytes contain. The last of their three bytes may be a
      // line feed.
      let isInAnswer = kind == .hostile && partialLine.first == 0xFF
      guard byte == 0x0A, !isInAnswer else {
        partialLine.append(byte)
        if isInAnswer, partialLine.count == 3 { partialLine = [] }
        continue
      }
      guard let line = String(validating: partialLine, as: UTF8.self) else {
        throw RunFault(.stream, "client \(number): a line that is not UTF-8: \(partialLine)")
      }
      partialLine = []
      try visit(line, try read(line))
    }
  }

  private func read(_ line: String) throws -> String? {
    guard line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw RunFault(.stream, "client \(number): a control byte in: \(line)")
    }
    guard !line.hasPrefix("bye ") else {
      wasSentBye = true
      return nil
    }
    guard kind != .hostile else {
      _ = try checked(.stream, line) {
        try Array(line.utf8).withUnsafeBytes { try messages.read($0) }
      }
      return nil
    }
    if mayOwnUnknown, isAboutUnknownSession(line) {
      try checked(.replica, line) { try replicas.read(line, reader.mirror) }
      return nil
    }
    let board = try checked(.stream, line) { try reader.read(line) }
    try checked(.replica, line) { try replicas.read(line, reader.mirror) }
    try checked(.subject, line) { try lagging.read(line) }
    if let board { epochs[board] = reader.epoch }
    if let names = reader.renamed { rename(names.old, to: names.new) }
    if let (question, reply) = reader.answered { try settle(question.tag, reply, line) }
    return board
  }

  /// A board that it watches has another name. It watches what it may have asked for by that name.
  private func rename(_ old: String, to new: String) {
    epochs[new] = epochs.removeValue(forKey: old)
    for question in reader.awaited where question.board == new { epochsOfOpens[question.tag] = nil }
  }

  /// Whether a line, which is no row, is about a session that it does not know.
  private func isAboutUnknownSession(_ line: String) -> Bool {
    let words = line.split(separator: " ", maxSplits: 3)
    guard words.count > 2, words[0] == "drag", words[2] != "began", !reader.isInBlock else {
      return false
    }
    return !reader.knows(session: String(words[1]))
  }

  private func checked<Value>(_ check: RunCheck, _ line: String, _ body: () throws -> Value) throws
    -> Value
  {
    do { return try body() } catch {
      throw RunFault(check, "client \(number): \(error), at: \(line)")
    }
  }

  /// Notes a reply. That of a command that was answered before must be the same.
  private func settle(_ tag: String, _ reply: ServerReply, _ line: String) throws {
    if let item = meantItems.removeValue(forKey: tag),
      case .ok(.begin(let session)) = reply.outcome,
      session.items.map(\.string) != [item]
    {
      throw RunFault(.mapping, "client \(number) meant \(item): \(line)")
    }
    if boardless.remove(tag) != nil, reply.failure?.code == "no-board" {
      throw RunFault(.answered, "client \(number) asked about a session: \(line)")
    }
    if let epoch = epochsOfOpens.removeValue(forKey: tag), epoch != reader.epoch,
      case .ok(.open(let opened)) = reply.outcome, !opened.isRewound
    {
      throw RunFault(.contents, "client \(number) goes on from another epoch: \(line)")
    }
    guard let index = issued.firstIndex(where: { $0.tag == tag }) else { return }
    if issued[index].mark != nil, case .error = reply.outcome {
      throw RunFault(.stream, "client \(number): no line of its own was read: \(line)")
    }
    guard let old = issued[index].reply else {
      issued[index].reply = reply.outcome
      return
    }
    guard case .ok = old, old != reply.outcome || !reply.isReplayed else { return }
    throw RunFault(.once, "client \(number): \(old) was the reply to \(tag), now: \(line)")
  }

  /// Whether a command that is answered overrode others, which only owners of boards may.
  func overrides(_ tag: String) -> Bool { forced.contains(tag) }

  /// The marks of inserts that were acknowledged, with the replies.
  var acknowledged: [(mark: String, placed: InsertReply)] {
    issued.compactMap { command in
      guard let mark = command.mark, case .ok(.insert(let placed))? = command.reply else {
        return nil
      }
      return (mark, placed)
    }
  }
}

extension RandomClient.Command {
  /// Whether a client that got no reply sends it again: it changes boards or drags.
  fileprivate var isRepeatable: Bool {
    let word = lines[0].prefix { $0 != " " }
    return
      ![
        "open", "close", "show", "who", "drags", "boards", "help", "find", "rows", "where", "stats",
        "ping",
      ].contains(word)
  }
}
