import BoardModel
import CheckedClients

/// Random clients of a `TestServer`, which do everything that the protocol has, while an app of one's own uses its boards.
///
///     let crowd = RandomClients(of: server)
///     try crowd.run(rounds: 20)
///     try crowd.settle()
///     #expect(app.text == (try server.board()))
///
/// They insert, move, drag, select, undo, set policies, replace, leave and come back, read slowly, and make, rename and remove
/// the boards gamma, delta and epsilon. What they read is checked line by line against the specification. In each round every
/// client may send commands, and then all replies are read: the commands of one round race in the server.
///
/// The server may be killed and restarted between rounds. Every call blocks its thread, and fails with the seed: the same seed
/// makes the same commands, if the clients read the same.
public final class RandomClients {
  /// How often copies are compared that an app may change meanwhile.
  private static let mostComparisons = 50

  public let seed: Int
  package let members: [CrowdMember]
  private let server: TestServer
  private var author: RandomClient
  private var round = 0
  /// The content of boards at each revision, as received by any client.
  private var states: [String: [Mirror.Section]] = [:]

  /// Makes the clients, which connect in the first rounds. The seed is by default another one each time.
  public init(of server: TestServer, seed: Int? = nil, count: Int = 10) {
    self.server = server
    self.seed = seed ?? Int.random(in: 0..<1_000_000)
    members = (0..<count).map {
      CrowdMember(number: $0, boards: server.boardNames, counts: $0 % 3 == 2)
    }
    author = RandomClient(seed: self.seed)
  }

  /// Runs a number of rounds.
  ///
  /// - Throws: `TestFailure` at the first line of the server that breaks a rule.
  /// - Complexity: O(rounds · clients) commands.
  public func run(rounds: Int, file: String = #fileID, at number: Int = #line) throws {
    for _ in 0..<rounds {
      try naming(file, number) {
        round += 1
        for member in members { try turn(of: member) }
        if round % 4 == 0 { say(["remove-board gamma force=yes", "create gamma"]) }
        if round % 4 == 2 { say(["remove-board delta force=yes", "rename-board gamma delta"]) }
        if author.random.percent(10) { try server.advance(by: .seconds(7)) }
        for member in members where member.deafUntil <= round { try listen(member) }
      }
    }
  }

  private func turn(of member: CrowdMember) throws {
    guard member.isConnected else {
      if author.random.percent(50) { try connect(member) }
      return
    }
    if author.random.percent(2) { return member.leave(withReset: author.random.percent(50)) }
    if member.deafUntil <= round, author.random.percent(30) {
      member.stopReading(until: round + 5 + author.random.below(10))
    }
    for _ in 0..<author.random.below(4) {
      if let command = author.command(knowing: member.reader) { member.say(command) }
    }
    member.openAll()
  }

  private func connect(_ member: CrowdMember) throws {
    try member.connect(to: server.port, start: server.startCount)
  }

  /// Sends commands that create and remove boards in every run.
  private func say(_ lines: [String]) {
    guard let member = members.first(where: \.isConnected) else { return }
    for line in lines { member.say(line) }
  }
}

// Listening.

extension RandomClients {
  private func listen(_ member: CrowdMember) throws {
    do { try member.listen(start: server.startCount) { try compare($1, of: $0) } } catch {
      throw CrowdFault(reason: "client \(member.number): \(error)", lines: member.lines)
    }
  }

  /// One revision of a board has one content, for all clients and on all paths.
  private func compare(_ board: Mirror.Board, of name: String) throws {
    let key = "\(name)@\(board.revision)"
    if board.isCounted {
      guard states[key].map(board.agrees) ?? true else {
        throw Mirror.Fault("\(key) has other counts or items than others saw")
      }
      return
    }
    let known = states.updateValue(board.sections, forKey: key)
    guard known ?? board.sections == board.sections else {
      throw Mirror.Fault("\(key) is not what others saw")
    }
  }

  /// - Throws: `TestFailure`, with the seed if it is about what the clients have read.
  private func naming(_ file: String, _ number: Int, _ body: () throws -> Void) throws(TestFailure)
  {
    let place = SourcePlace(file, number)
    try place.naming {
      do { try body() } catch let fault as CrowdFault {
        let message = "seed \(seed), round \(round): \(fault.reason)"
        throw TestFailure(message, at: place, fault.lines)
      }
    }
  }

  /// Lets all clients connect, end their drags and read everything, and compares what they have with the boards of the server.
  ///
  /// The server's time moves on by 17 minutes, longer than any drag may live.
  ///
  /// - Throws: `TestFailure` if somebody has another board, or waits for the end of a drag.
  public func settle(file: String = #fileID, at number: Int = #line) throws {
    try naming(file, number) {
      round += 1
      for member in members where !member.isConnected { try connect(member) }
      for member in members { try listen(member) }
      for member in members {
        if !member.isConnected { try connect(member) }
        member.openAll()
        for session in member.reader.own { member.say("cancel \(session)") }
      }
      // Longer than any drag may live, and then longer than anybody's cadence, twice: who was slow is
      // owed what came meanwhile only once it has read.
      for time in [Duration.zero, .seconds(901), .seconds(61), .seconds(61)] {
        try server.advance(by: time)
        for member in members { member.say("ping") }
        for member in members { try listen(member) }
      }
      for name in server.boardNames + RandomClient.names { try compareAll(on: name) }
      try checkEnds()
    }
  }

  /// Compares all copies of a board with what a new client receives, again if an app changes it meanwhile.
  private func compareAll(on name: String) throws {
    var other = try stranger(on: name)
    for _ in 0..<Self.mostComparisons where other != nil {
      for member in members { member.say("ping") }
      for member in members { try listen(member) }
      other = try stranger(on: name)
    }
    guard let other else { return }
    throw CrowdFault(
      reason: "client \(other.number) has another board \(name) than a new client",
      lines: other.lines)
  }

  /// A client whose copy of a board is not what a new client receives; nil if there is none.
  private func stranger(on name: String) throws -> CrowdMember? {
    let newcomer = CrowdMember(number: members.count, boards: [name], counts: false)
    try connect(newcomer)
    newcomer.say("ping")
    try listen(newcomer)
    let present = newcomer.reader.mirror
    return members.first { member in
      guard member.boards.contains(name) else { return false }
      let mirror = member.reader.mirror
      let isOpen = member.reader.openBoards.contains(name)
      guard isOpen, let right = present.boards[name] else {
        return isOpen || present.boards[name] != nil
      }
      return mirror.boards[name]?.agrees(with: right.sections) != true
        || mirror.selections[name] ?? [:] != present.selections[name] ?? [:]
    }
  }

  /// Nobody waits for the end of a drag, and nobody was at a revision with another content than others.
  private func checkEnds() throws {
    for member in members {
      let sessions = member.reader.shown + member.reader.own
      guard sessions == [] else {
        throw CrowdFault(
          reason: "client \(member.number) was not told the end of \(sessions)", lines: member.lines
        )
      }
      for claim in member.reader.claims {
        let state = states["\(claim.name)@\(claim.revision)"]
        guard state.map(claim.board.agrees) ?? true else {
          throw CrowdFault(
            reason: "client \(member.number) was at \(claim.name)@\(claim.board.revision) "
              + "when it was told of \(claim.revision): \(claim.line)", lines: member.lines)
        }
      }
    }
  }
}

/// What was wrong, and what the client has said and read before.
private struct CrowdFault: Error {
  let reason: String
  let lines: [String]
}
