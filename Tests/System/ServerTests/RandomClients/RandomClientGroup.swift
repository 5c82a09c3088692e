import BoardHub
import BoardModel
import BoardTesting
import Simulation
import SystemTestKit

/// Fifty random clients of one server, with different behaviour.
///
/// In each round every client may send commands; then the reading ones read all replies. So the
/// commands of one round race in the server.
final class RandomClientGroup {
  /// One client, on one connection after another.
  final class Member {
    let number: Int
    var reader = CheckedReader()
    var connection: LoopbackClient?
    /// The round until which it reads nothing.
    var deafUntil = 0
    var tagCount = 0
    var connectionCount = 0

    init(number: Int) { self.number = number }

    /// Whether it says hello with a token, so that its drags are suspended when it leaves.
    var isResumable: Bool { number.isMultiple(of: 3) }
    /// Whether it says who it is, on each connection another one.
    var isNamed: Bool { number % 3 == 1 }
    var isSlow: Bool { number.isMultiple(of: 7) }
    var boards: [String] {
      (number.isMultiple(of: 2) ? ["alpha", "beta"] : ["alpha"])
        + (number.isMultiple(of: 5) ? RandomClient.names : [])
    }
    var cadence: String { number % 5 == 1 ? " every=\(10 + number * 7)ms" : "" }
  }

  let server: RunningServer
  let members: [Member]
  private var author: RandomClient
  private var round = 0
  /// The content of boards at each revision, as received by any client.
  private var states: [String: [Mirror.Section]] = [:]
  private(set) var mostUnsent = 0

  init(seed: Int, cadence: Cadence) throws {
    let items = (0..<30).map { Item(id: ItemID("a\($0)")!, text: Text("item \($0)")) }
    let content: Content = [
      Section(id: "A", title: "First", items: Array(items[..<15])),
      Section(id: "B", title: "Second", items: Array(items[15...])), Section(id: "C", title: ""),
    ]
    server = try RunningServer(
      cadence: cadence, boards: [("alpha", content, 1), ("beta", content, 1)])
    members = (0..<50).map(Member.init)
    author = RandomClient(seed: seed)
  }

  /// Runs a number of rounds.
  func run(rounds: Int) throws {
    for _ in 0..<rounds {
      round += 1
      for member in members { try turn(of: member) }
      if round % 4 == 0 { say(["remove-board gamma force=yes", "create gamma"]) }
      if round % 4 == 2 { say(["remove-board delta force=yes", "rename-board gamma delta"]) }
      if author.random.percent(10) { server.advance(by: .seconds(7)) }
      mostUnsent = max(mostUnsent, server.unsentBytes.max() ?? 0)
      for member in members where member.deafUntil <= round { try listen(member) }
    }
  }

  private func turn(of member: Member) throws {
    if member.connection == nil {
      if author.random.percent(50) { try connect(member) }
      return
    }
    if author.random.percent(2) { return leave(member) }
    if member.isSlow && member.deafUntil <= round && author.random.percent(30) {
      member.deafUntil = round + 5 + author.random.below(10)
    }
    for _ in 0..<author.random.below(4) {
      if let command = author.command(knowing: member.reader) { say(command, by: member) }
    }
    try openAll(member)
  }

  private func connect(_ member: Member) throws {
    member.connectionCount += 1
    member.connection = try LoopbackClient(
      port: server.port, receiveBuffer: member.isSlow ? 4_096 : nil)
    member.reader.reconnect(isSameClient: member.isResumable)
    if member.isResumable {
      let token = "a-long-secret-of-\(member.number)"
      say(.init(board: "", lines: ["hello m\(member.number) token=\(token)"]), by: member)
    } else if member.isNamed {
      let name = "n\(member.number)-\(member.connectionCount)"
      say(.init(board: "", lines: ["hello \(name)"]), by: member)
    }
    try openAll(member)
  }

  private func leave(_ member: Member) {
    member.connection?.cut(withReset: author.random.percent(50))
    member.connection = nil
    member.deafUntil = 0
  }

  /// Opens the boards that are not open, at the revisions of its replicas.
  private func openAll(_ member: Member) throws {
    guard member.reader.awaited.allSatisfy({ $0.board.isEmpty }) else { return }
    for board in member.boards where !member.reader.openBoards.contains(board) {
      let revision = member.reader.mirror.boards[board].map { " since=\($0.revision)" } ?? ""
      let epoch = member.reader.epoch.map { " epoch=\($0)" } ?? ""
      let line = "open \(board)\(revision)\(epoch)\(member.cadence)"
      say(.init(board: board, lines: [line]), by: member)
    }
  }

  /// Sends commands that create and remove boards in every run.
  private func say(_ lines: [String]) {
    guard let member = members.first(where: { $0.connection != nil }) else { return }
    for line in lines { say(.init(board: "", lines: [line]), by: member) }
  }

  private func say(_ command: RandomClient.Command, by member: Member) {
    member.tagCount += 1
    let tag = "t\(member.tagCount)"
    member.reader.ask(.init(tag: tag, board: command.board))
    var lines = command.lines
    lines[0] = "#\(tag) \(lines[0])"
    member.connection?.send(lines: lines)
  }
}

// Listening.

extension RandomClientGroup {
  /// Reads all lines, and waits for all replies.
  private func listen(_ member: Member) throws {
    guard let connection = member.connection else { return }
    do {
      for line in try connection.arrived() { try read(line, by: member) }
      while !member.reader.awaited.isEmpty {
        guard let line = try connection.line() else { throw LoopbackError.ended }
        try read(line, by: member)
      }
    } catch {
      throw Mirror.Fault("client \(member.number) in round \(round): \(error)")
    }
  }

  private func read(_ line: String, by member: Member) throws {
    guard let name = try member.reader.read(line), let board = member.reader.mirror.boards[name]
    else { return }
    // One revision of a board has one content, for all clients and on all paths.
    let key = "\(name)@\(board.revision)"
    guard states.updateValue(board.sections, forKey: key) ?? board.sections == board.sections else {
      throw Mirror.Fault("\(key) is not what others saw, after \(line)")
    }
  }

  /// Settles: all clients are connected, all drags have ended, and everything is read.
  func settle() throws {
    round += 1
    for member in members where member.connection == nil { try connect(member) }
    for member in members { try listen(member) }
    for member in members {
      try openAll(member)
      for session in member.reader.own {
        say(.init(board: "", lines: ["cancel \(session)"]), by: member)
      }
    }
    // Longer than any drag may live, and then longer than anybody's cadence, twice: who was slow is
    // owed what came meanwhile only once it has read.
    for time in [Duration.zero, .seconds(901), .seconds(61), .seconds(61)] {
      server.advance(by: time)
      for member in members { say(.init(board: "", lines: ["ping"]), by: member) }
      for member in members { try listen(member) }
    }
  }

  /// The board as a new client receives it.
  func reference(_ name: String) throws -> Mirror {
    let newcomer = Member(number: 100)
    newcomer.connection = try LoopbackClient(port: server.port)
    say(.init(board: name, lines: ["open \(name)"]), by: newcomer)
    say(.init(board: name, lines: ["ping"]), by: newcomer)
    try listen(newcomer)
    return newcomer.reader.mirror
  }

  /// The first claim of a revision that nobody was told the way to although it is a different one.
  func falseClaim() -> String? {
    for member in members {
      for claim in member.reader.claims {
        let state = states["\(claim.name)@\(claim.revision)"]
        guard state ?? claim.board.sections == claim.board.sections else {
          return "client \(member.number) was at \(claim.name)@\(claim.board.revision) "
            + "when it was told of \(claim.revision): \(claim.line)"
        }
      }
    }
    return nil
  }
}
