import BoardDelivery
import BoardHub
import BoardJournal
import BoardModel
import Simulation
import TestKit
import Testing

@Suite("A repeated command")
struct RetryTests {
  /// 1,000 in all, and 5,000 in the tier `proofs`.
  @Test("has one effect and one reply, wherever the server ended", arguments: randomSeeds(1))
  func once(_ seed: Int) throws {
    var scene = try RetryScene(seed: seed)
    while scene.retries < 500 { try scene.step() }
    #expect(scene.crashes > 20 && scene.cuts > 20, "seed \(seed)")
    // Every revision is the effect of a command that was answered so, and none has two.
    let head = try scene.finish()
    #expect(head > 80, "seed \(seed)")
    expectEqual(scene.claimed, Set(1...head), "seed \(seed)")
  }
}

/// Clients who ask everything again and again, of a hub that is thrown away between any two steps of
/// a turn and begins anew on what its journal has.
struct RetryScene {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// A tagged command, until it had three answers.
  private struct Question {
    let client: Int
    let tag: String
    let line: String
    var tries = 0
    var answers = 0
    /// The answer that stands, and in which life of the hub it was heard.
    var answer: String?
    var life = 0
  }

  private let seed: Int
  private var chance: SeededRandom
  private let store = MemoryStore()
  private var journal: MemoryJournal
  private var hub = Hub(cadence: .fixed(.zero), epoch: .test, persists: true)
  private let now: Duration = .seconds(1)
  private var connections: [Int: ConnectionID] = [:]
  private var open: [Question] = []
  private var count = 0
  /// The revisions that answers tell of, and those of them that are surely a command's own.
  private(set) var claimed: Set<Int> = []
  private var owned: Set<Int> = []
  private(set) var retries = 0
  private(set) var crashes = 0
  private(set) var cuts = 0

  init(seed: Int) throws {
    self.seed = seed
    chance = SeededRandom(seed: seed)
    journal = MemoryJournal(store)
    _ = journal.acquire()
    try hub.service.serve("list")
    _ = journal.commit(hub.endTurn(at: now).journal)
  }

  /// Asks one of a few commands that are under way. Others come in between.
  mutating func step() throws {
    while open.count < 8 { open.append(question) }
    let index = chance.below(open.count)
    if open[index].tries > 0 { retries += 1 }
    open[index].tries += 1
    guard let reply = try exchange(open[index]) else { return }
    try take(reply, at: index)
    if open[index].answers == 3 { open.remove(at: index) }
  }

  /// Answers what is under way, and tells where the board is after one more start.
  mutating func finish() throws -> Int {
    for index in open.indices {
      while open[index].answers < 3 {
        if let reply = try exchange(open[index]) { try take(reply, at: index) }
      }
    }
    try crash()
    return hub.service.revisions["list"] ?? 0
  }

  private mutating func take(_ reply: String, at index: Int) throws {
    let answer = reply.replacing(" replayed=yes", with: "")
    let known = open[index].answer
    // A refusal changes nothing, and is not remembered over a crash.
    let mustStand = known.map { $0.hasPrefix("ok ") || open[index].life == crashes } ?? false
    if mustStand && (answer != known || answer == reply) {
      throw Failure(description: "seed \(seed), \(open[index]): \(reply)")
    }
    if answer.hasPrefix("ok "), known != answer { try claim(answer, of: open[index]) }
    open[index].answer = answer
    open[index].life = crashes
    open[index].answers += 1
  }

  private mutating func claim(_ answer: String, of question: Question) throws {
    guard let revision = answer.firstMatch(of: /\ rev=(\d+)/).flatMap({ Int($0.1) }) else { return }
    claimed.insert(revision)
    // A move may leave everything as it was.
    guard !question.line.hasPrefix("move"), !owned.insert(revision).inserted else { return }
    throw Failure(description: "seed \(seed), \(question): \(answer) is another's")
  }
}

// Words.

extension RetryScene {
  private var question: Question {
    mutating get {
      count += 1
      return Question(client: chance.below(4), tag: "t\(count)", line: line)
    }
  }

  /// Most of it is right at one time or another.
  private var line: String {
    mutating get {
      let item = "i\(1 + chance.below(max(1, count / 4)))"
      switch chance.below(10) {
      case 0 where count < 500 || chance.percent(5):
        return "insert-section end board=list title \(count)"
      case 1: return "delete \(item) board=list"
      case 2, 3: return "edit \(item) board=list text \(count)"
      case 4: return "move \(item) end:\(chance.below(5)) board=list"
      case 5: return "batch list\ninsert 0.0 - text \(count)\ninsert 0.1 - more \(count)\nend"
      default: return "insert end:\(chance.below(5)) board=list text \(count)"
      }
    }
  }
}

// Turns.

extension RetryScene {
  /// Asks, and tells what was answered if the answer came so far.
  private mutating func exchange(_ question: Question) throws -> String? {
    let id = try connection(of: question.client)
    say("#\(question.tag) \(question.line)", by: id)
    let turn = hub.endTurn(at: now)
    let group = turn.journal
    if chance.percent(5) { return try crash() }
    guard journal.commit(group) == .committed else {
      throw Failure(description: "seed \(seed): memory takes everything")
    }
    if chance.percent(5) { return try crash() }
    if chance.percent(10) { return cut(question.client, id) }
    let mark = "#\(question.tag) "
    guard let line = Sent(turn.effects).lines(of: id).first(where: { $0.hasPrefix(mark) }) else {
      throw Failure(description: "seed \(seed): no answer to \(question)")
    }
    return String(line.dropFirst(mark.count))
  }

  private mutating func connection(of client: Int) throws -> ConnectionID {
    if let id = connections[client] { return id }
    let id = hub.connect(at: now)
    say("hello c\(client) token=a-long-token-of-c\(client)", by: id)
    let turn = hub.endTurn(at: now)
    guard journal.commit(turn.journal) == .committed,
      Sent(turn.effects).lines(of: id).last == "ok hello c\(client)"
    else { throw Failure(description: "seed \(seed): c\(client) is not known") }
    connections[client] = id
    return id
  }

  private func say(_ lines: String, by id: ConnectionID) {
    _ = Array("\(lines)\n".utf8).withUnsafeBytes { hub.receive($0, from: id, at: now) }
  }

  /// The answer is lost on its way.
  private mutating func cut(_ client: Int, _ id: ConnectionID) -> String? {
    cuts += 1
    hub.disconnected(id, at: now)
    connections[client] = nil
    return nil
  }

  @discardableResult
  private mutating func crash() throws -> String? {
    crashes += 1
    connections = [:]
    journal = MemoryJournal(store)
    hub = Hub(cadence: .fixed(.zero), epoch: .test, persists: true)
    try hub.service.restore(from: journal, at: now)
    return nil
  }
}
