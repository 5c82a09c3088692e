import BoardModel
import BoardWire
import Simulation
import TestKit

@testable import BoardDelivery
@testable import BoardHub

/// A hub with a clock that is moved by hand, and the effects of its turns as they come.
struct HubScene {
  let hub: Hub
  private(set) var now: Duration = .seconds(1)

  init(_ cadence: Cadence = .automatic, in space: SpaceName? = nil) throws {
    hub = Hub(cadence: cadence, epoch: .test, space: space)
    // What a test says in a turn is executed in it.
    hub.budget.stepsPerTurn = 20_000
    let items = (0..<20).map { Item(id: ItemID("i\($0)")!, text: Text("item \($0)")) }
    try hub.service.serve(
      "list",
      content: [
        Section(id: "s1", title: "To buy", items: items), Section(id: "s2", title: "Bought"),
      ], revision: 100)
  }

  mutating func pass(_ time: Duration) { now += time }

  /// Ends a turn, and says what is to be sent.
  func turn() -> [Effect] {
    let turn = hub.endTurn(at: now)
    last.deadline = turn.nextDeadline
    last.jobs += turn.jobs
    return turn.effects
  }

  /// When the hub wants its next turn, as the last one said.
  var nextDeadline: Duration? { last.deadline }

  private let last = LastTurn()

  private final class LastTurn {
    var deadline: Duration?
    /// What other threads have not begun yet.
    var jobs: [Job] = []
  }

  /// What another thread is to do; nil if there is nothing. Memory is released first.
  ///
  /// - Parameter lane: The lane of the job; nil for any.
  func nextJob(in lane: Job.Lane? = nil) -> Job? {
    releaseMemory()
    guard let index = last.jobs.firstIndex(where: { lane == nil || $0.lane == lane }) else {
      return nil
    }
    return last.jobs.remove(at: index)
  }

  /// Lets another thread release what is gone.
  ///
  /// - Returns: Whether there was something.
  @discardableResult
  func releaseMemory() -> Bool {
    last.jobs += hub.jobs.begin()
    guard let index = last.jobs.firstIndex(where: { $0.work == nil }) else {
      return false
    }
    let job = last.jobs.remove(at: index)
    job.run()
    hub.finished(job)
    last.jobs += hub.jobs.begin()
    return true
  }

  /// Lets a client say something, without ending the turn.
  func say(_ line: String, by client: ConnectionID) {
    _ = Array("\(line)\n".utf8).withUnsafeBytes { hub.receive($0, from: client, at: now) }
  }

  /// Lets a client say lines in one turn.
  ///
  /// - Returns: What it is sent, without the sentences for people.
  func ask(_ lines: [String], by client: ConnectionID) -> [String] {
    for line in lines { say(line, by: client) }
    return self.lines(of: client)
  }

  /// Ends a turn.
  ///
  /// - Returns: What a client is sent, without the sentences for people.
  func lines(of client: ConnectionID) -> [String] {
    Sent(turn()).lines(of: client).map(\.withoutSentence)
  }

  /// Executes what waits, until nothing could go on.
  func goOn() { while hub.hasUnread { _ = hub.goOn(at: now) } }

  /// Does the job of another thread, and lets the hub go on.
  func finish(_ job: Job) {
    job.run()
    hub.finished(job)
    goOn()
  }

  /// A client that has sent a first line, which has no answer.
  func connect(from origin: PeerOrigin = .unknown) -> ConnectionID {
    let id = hub.connect(at: now, from: origin)
    say("", by: id)
    return id
  }

  /// A client that watches the board. Its turn is over and everyone has had time to rest.
  mutating func watcher(_ options: String = "") -> ConnectionID {
    let id = hub.connect(at: now)
    say("open list \(options)", by: id)
    _ = turn()
    rest()
    return id
  }

  mutating func watchers(_ count: Int, _ options: String = "") -> [ConnectionID] {
    (0..<count).map { _ in watcher(options) }
  }

  /// Lets so much time pass that every window is over, and sends what is due.
  mutating func rest() {
    pass(.seconds(60))
    _ = turn()
  }

  /// Sends everything that is due, and lets every window behind it end, too.
  mutating func settle() {
    for _ in 0..<2 {
      pass(.seconds(20))
      _ = turn()
    }
  }
}

extension Epoch {
  /// The epoch of hubs that are not restored from anything.
  static let test = Epoch("test")!
}

/// What effects do to clients, counted.
struct Sent {
  /// The writes to each client, as text.
  private(set) var writes: [ConnectionID: [String]] = [:]
  private(set) var pieces: [OutputPiece] = []
  private(set) var encodings: [Encoding] = []
  private(set) var closed: [ConnectionID] = []

  init(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .send(let pieces, let id):
        writes[id, default: []].append(pieces.map(\.text).joined())
        self.pieces += pieces
      case .broadcast(let encoding, let ids):
        for id in ids { writes[id, default: []].append(encoding.text) }
        encodings.append(encoding)
      case .close(let id, _): closed.append(id)
      }
    }
  }

  /// The lines that a client gets.
  func lines(of client: ConnectionID) -> [String] {
    writes[client, default: []].joined().split(separator: "\n").map(String.init)
  }
}

extension String {
  /// A refusal or an error without its sentence for people.
  var withoutSentence: String {
    let words = split(separator: " ")
    let start = words.first?.first == "#" ? 1 : 0
    guard words.count > start, ["refused", "error"].contains(words[start]) else { return self }
    let keys = words.dropFirst(start + 2).prefix { word in
      word.firstIndex(of: "=").map { end in
        word[..<end].allSatisfy { $0.isLowercase || $0 == "-" }
      } ?? false
    }
    return (words.prefix(start + 2) + keys).joined(separator: " ")
  }
}

extension Encoding {
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension OutputPiece {
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
