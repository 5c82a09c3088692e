import BoardHub
import BoardModel
import BoardReplica
import BoardWire
import TestKit

@testable import Transcripts

/// An in-memory hub and clients with replicas; the test delivers every line between them.
struct ReplicaScene {
  var stage = HubStage()
  private(set) var participants: [Participant] = []

  init(_ board: [String], revision: Int = 1) throws {
    try stage.start(holding: [GivenBoard(name: "list", revision: revision, lines: board)])
  }

  /// Restarts the server from its stored data. All connections are cut.
  mutating func crash() throws {
    try stage.crash()
    for participant in participants { try cut(participant) }
  }

  /// Replaces the server by a new one with another board.
  mutating func beginEpoch(_ epoch: Epoch, _ board: [String], revision: Int) throws {
    for participant in participants { try cut(participant) }
    stage = HubStage(epoch: epoch)
    try stage.start(holding: [GivenBoard(name: "list", revision: revision, lines: board)])
  }

  /// One client.
  final class Participant {
    let name: String
    let token: String?
    var replica: Replica
    var reader = MessageReader()
    let screen = ListScreen()
    /// The screen of a client that counts.
    let countedScreen = CountedScreen()
    /// The commands that are not answered; nil for lines that are none of ours.
    var awaited: [Request?] = []
    /// The lines on their way to the server.
    var outgoing: [[UInt8]] = []
    var settled: [ChangeID: Settlement] = [:]
    var made: [ChangeID] = []
    var updates: [ViewUpdate] = []
    var reloads = 0
    /// The number of `open` requests.
    var openings = 0
    var dragEvents: [ReplicaDragEvent] = []
    /// The tags of a change, one for each time it was sent.
    var sentTags: [String] = []

    init(_ name: String, token: String?, content: WatchedContent?) {
      self.name = name
      self.token = token
      replica = Replica(of: "list", client: ClientName(name), content: content, tagPrefix: name)
    }

    var counts: Bool { replica.content != nil }

    func follow(_ events: [ReplicaEvent]) throws {
      for event in events {
        switch event {
        case .update(let update):
          updates.append(update)
          if counts {
            try countedScreen.perform(update, showing: replica.shown)
          } else {
            try screen.perform(update, showing: replica.shown)
          }
        case .reload:
          reloads += 1
          counts ? countedScreen.reload(replica.shown) : screen.reload(replica.shown)
        case .settled(let change, let settlement):
          guard settled.updateValue(settlement, forKey: change) == nil else {
            throw ListScreen.Fault("\(change) is settled twice")
          }
        case .send(_, let tag, let request):
          sentTags.append(tag)
          outgoing.append(ReplicaScene.line(request, tag: tag))
        case .drag(let event): dragEvents.append(event)
        case .selection, .policies, .role, .renamed, .removed: break
        }
      }
      if counts { return try countedScreen.check(replica.shown) }
      guard screen.content == replica.shown.content else {
        throw ListScreen.Fault("the screen shows something else")
      }
    }

    /// Asks for items that are in sight.
    func look(at range: Range<Int>, of section: Int) {
      outgoing += replica.missing(in: range, section: section).map { ReplicaScene.line($0) }
    }

    func make(_ change: OwnChange) throws {
      let (id, events) = try replica.make(change)
      made.append(id)
      try follow(events)
    }
  }

  /// Connects a client and opens the board; nothing is read yet.
  mutating func join(
    _ name: String, token: String? = nil, content: WatchedContent? = nil
  ) throws -> Participant {
    let participant = Participant(name, token: token, content: content)
    participants.append(participant)
    try connect(participant)
    return participant
  }

  mutating func connect(_ participant: Participant) throws {
    let greeting = try stage.connect(participant.name)
    participant.reader = MessageReader()
    (participant.outgoing, participant.awaited) = ([], [])
    for message in try ServerMessage.all(in: [greeting]) {
      try participant.follow(participant.replica.receive(message))
    }
    let hello = ConnectionRequest.Hello(ClientName(participant.name), token: participant.token)
    try say(.connection(.hello(hello)), as: participant)
    participant.openings += 1
    try say(participant.replica.openRequest, as: participant)
  }

  /// Cuts the connection: lines in flight are lost.
  mutating func cut(_ participant: Participant) throws {
    while case .value = try stage.nextLine(of: participant.name) {}
    try stage.cut(participant.name)
    participant.outgoing = []
    try participant.follow(
      participant.replica.disconnect(keepsUnanswered: participant.token != nil))
  }

  mutating func say(_ line: String, as participant: Participant) throws {
    try send(Array((line + "\n").utf8), as: participant)
  }

  mutating func say(_ request: Request, as participant: Participant) throws {
    try send(Self.line(request), as: participant)
  }

  private mutating func send(_ line: [UInt8], as participant: Participant) throws {
    let request = Array(line.dropLast()).withUnsafeBytes { Command($0)?.request }
    participant.awaited.append(try? request?.get())
    try stage.send(line, from: participant.name)
  }

  private static func line(_ request: Request, tag: String? = nil) -> [UInt8] {
    var buffer = WireBuffer()
    buffer.append(request, tag: tag)
    return buffer.bytes
  }

  /// Delivers one command of the client to the server.
  mutating func transmit(_ participant: Participant) throws {
    guard !participant.outgoing.isEmpty else { return }
    try send(participant.outgoing.removeFirst(), as: participant)
  }

  /// Delivers one message of the server to the client.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  mutating func deliver(to participant: Participant) throws -> Bool {
    while case .value(let line) = try stage.nextLine(of: participant.name) {
      let bytes = Array(line.utf8)
      guard let message = try bytes.withUnsafeBytes({ try participant.reader.read($0) }) else {
        continue
      }
      var request: Request?
      if case .reply = message, !participant.awaited.isEmpty {
        request = participant.awaited.removeFirst()
      }
      try participant.follow(participant.replica.receive(message, answering: request))
      return true
    }
    return false
  }

  /// Delivers everything in both directions.
  mutating func settle() throws {
    var isMoving = true
    while isMoving {
      isMoving = false
      for participant in participants {
        while !participant.outgoing.isEmpty {
          try transmit(participant)
          isMoving = true
        }
        while try deliver(to: participant) { isMoving = true }
      }
    }
  }

  /// The server's board, as a new client receives it.
  mutating func truth() throws -> Content {
    let participant = try join("truth-\(participants.count)")
    defer { participants.removeLast() }
    while try deliver(to: participant) {}
    return participant.replica.shown.content
  }

  /// Checks the invariants of all clients when nothing is in flight.
  mutating func check() throws {
    let truth = try truth()
    for participant in participants {
      func fault(_ what: String) -> ListScreen.Fault {
        ListScreen.Fault(
          "\(participant.name) \(what)\n\(participant.replica.shown.content.drawn)\n\(truth.drawn)")
      }
      guard participant.replica.shown.agrees(with: truth) else {
        throw fault("shows another board")
      }
      guard participant.replica.unanswered.isEmpty else { throw fault("waits for an answer") }
      guard Set(participant.settled.keys) == Set(participant.made) else {
        throw fault("has a loose end")
      }
    }
  }
}
