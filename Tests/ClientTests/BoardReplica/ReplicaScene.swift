import BoardHub
import BoardModel
import BoardReplica
import BoardWire
import TestKit

@testable import Transcripts

/// A hub in memory and clients with replicas; every line between them travels when the test says so.
struct ReplicaScene {
  var stage = HubStage()
  private(set) var parties: [Party] = []

  init(_ board: [String], revision: Int = 1) throws {
    try stage.start(holding: [GivenBoard(name: "list", revision: revision, lines: board)])
  }

  /// Kills the server and starts it again with what it stored. All connections are cut.
  mutating func crash() throws {
    try stage.crash()
    for party in parties { try cut(party) }
  }

  /// Kills the server and starts another one, which holds another board.
  mutating func beginEpoch(_ epoch: Epoch, _ board: [String], revision: Int) throws {
    for party in parties { try cut(party) }
    stage = HubStage(epoch: epoch)
    try stage.start(holding: [GivenBoard(name: "list", revision: revision, lines: board)])
  }

  /// One client.
  final class Party {
    let name: String
    let token: String?
    var replica: Replica
    var reader = MessageReader()
    let screen = ListScreen()
    /// The lines on their way to the server.
    var outgoing: [[UInt8]] = []
    var settled: [ChangeID: Settlement] = [:]
    var made: [ChangeID] = []
    var updates: [ViewUpdate] = []
    var reloads = 0
    /// How often it opened the board.
    var openings = 0
    var dragEvents: [DragSessionEvent] = []
    /// The tags under which a change was sent, each time it was.
    var sentTags: [String] = []

    init(_ name: String, token: String?) {
      self.name = name
      self.token = token
      replica = Replica(of: "list", client: ClientName(name), tagPrefix: name)
    }

    func follow(_ events: [ReplicaEvent]) throws {
      for event in events {
        switch event {
        case .update(let update):
          updates.append(update)
          try screen.perform(update, showing: replica.shown)
        case .reload:
          reloads += 1
          screen.reload(replica.shown)
        case .settled(let change, let settlement):
          guard settled.updateValue(settlement, forKey: change) == nil else {
            throw ListScreen.Fault("\(change) is settled twice")
          }
        case .send(_, let tag, let request):
          sentTags.append(tag)
          outgoing.append(ReplicaScene.line(request, tag: tag))
        case .drag(let event): dragEvents.append(event)
        case .selection, .renamed, .removed: break
        }
      }
      guard screen.content == replica.shown.content else {
        throw ListScreen.Fault("the screen shows something else")
      }
    }

    func make(_ change: OwnChange) throws {
      let (id, events) = try replica.make(change)
      made.append(id)
      try follow(events)
    }
  }

  /// A client that connects and opens the board; it has read nothing yet.
  mutating func join(_ name: String, token: String? = nil) throws -> Party {
    let party = Party(name, token: token)
    parties.append(party)
    try connect(party)
    return party
  }

  mutating func connect(_ party: Party) throws {
    let greeting = try stage.connect(party.name)
    party.reader = MessageReader()
    party.outgoing = []
    for message in try ServerMessage.all(in: [greeting]) {
      try party.follow(party.replica.receive(message))
    }
    let hello = ConnectionRequest.Hello(ClientName(party.name), token: party.token)
    try say(.connection(.hello(hello)), as: party)
    party.openings += 1
    try say(party.replica.openRequest, as: party)
  }

  /// Cuts the connection: what is on its way is lost.
  mutating func cut(_ party: Party) throws {
    while case .value = try stage.nextLine(of: party.name) {}
    try stage.cut(party.name)
    party.outgoing = []
    try party.follow(party.replica.disconnect(keepsUnanswered: party.token != nil))
  }

  mutating func say(_ line: String, as party: Party) throws {
    try stage.send(Array((line + "\n").utf8), from: party.name)
  }

  mutating func say(_ request: Request, as party: Party) throws {
    try stage.send(Self.line(request), from: party.name)
  }

  private static func line(_ request: Request, tag: String? = nil) -> [UInt8] {
    var buffer = WireBuffer()
    buffer.append(request, tag: tag)
    return buffer.bytes
  }

  /// Lets one command of the client reach the server.
  mutating func transmit(_ party: Party) throws {
    guard !party.outgoing.isEmpty else { return }
    try stage.send(party.outgoing.removeFirst(), from: party.name)
  }

  /// Lets one message of the server reach the client.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  mutating func deliver(to party: Party) throws -> Bool {
    while case .value(let line) = try stage.nextLine(of: party.name) {
      let bytes = Array(line.utf8)
      guard let message = try bytes.withUnsafeBytes({ try party.reader.read($0) }) else { continue }
      try party.follow(party.replica.receive(message))
      return true
    }
    return false
  }

  /// Lets everything arrive, in both directions, until nothing is on its way.
  mutating func settle() throws {
    var isMoving = true
    while isMoving {
      isMoving = false
      for party in parties {
        while !party.outgoing.isEmpty {
          try transmit(party)
          isMoving = true
        }
        while try deliver(to: party) { isMoving = true }
      }
    }
  }

  /// What the server has, by a client that knows nothing before.
  mutating func truth() throws -> Content {
    let party = try join("truth-\(parties.count)")
    defer { parties.removeLast() }
    while try deliver(to: party) {}
    return party.replica.shown.content
  }

  /// Holds every client to what must be true once nothing is on its way.
  mutating func check() throws {
    let truth = try truth()
    for party in parties {
      func fault(_ what: String) -> ListScreen.Fault {
        ListScreen.Fault(
          "\(party.name) \(what)\n\(party.replica.shown.content.drawn)\n\(truth.drawn)")
      }
      guard party.replica.shown.content == truth else { throw fault("shows another board") }
      guard party.replica.unanswered.isEmpty else { throw fault("waits for an answer") }
      guard Set(party.settled.keys) == Set(party.made) else { throw fault("has a loose end") }
    }
  }
}
