import BoardDelivery
import BoardHub
import BoardModel
import BoardWire
import TokenHashing

/// An in-memory hub whose effects are counted instead of performed.
final class PlayedHub {
  /// The counted effects.
  struct Tally {
    /// Effects that send something: each connection of a broadcast counts.
    var writes = 0
    var bytes = 0
    /// The bytes to the last sender.
    var bytesToSpeaker = 0
  }

  private let hub = Hub(
    cadence: .fixed(.zero), epoch: SampleBoard.epoch, hash: TokenDigest.init(of:))
  private var now: Duration = .seconds(1)
  private var speaker: ConnectionID?
  var sent = Tally()

  /// Serves the sample board with this content.
  init(content: Content) throws {
    try hub.service.serve(SampleBoard.name, content: content)
  }

  /// Accepts a new connection and greets it.
  func connect() -> ConnectionID {
    let connection = hub.connect(at: now)
    endTurn()
    return connection
  }

  /// A new connection, subscribed to the board.
  func watch() -> ConnectionID {
    let connection = connect()
    play(Request.open().bytes, from: connection)
    return connection
  }

  /// One turn with these received bytes.
  func play(_ bytes: [UInt8], from connection: ConnectionID) {
    now += .milliseconds(1)
    speaker = connection
    _ = bytes.withUnsafeBytes { hub.receive($0, from: connection, at: now) }
    endTurn()
  }

  func disconnect(_ connection: ConnectionID) {
    hub.disconnected(connection, at: now)
    endTurn()
  }

  private func endTurn() {
    while true {
      _ = hub.goOn(at: now)
      let turn = hub.endTurn(at: now)
      if turn.isEmpty && !hub.hasUnread { return }
      for effect in turn.effects { count(effect) }
    }
  }

  private func count(_ effect: Effect) {
    switch effect {
    case .send(let pieces, let id):
      sent.writes += 1
      let bytes = pieces.reduce(0) { $0 + $1.count }
      sent.bytes += bytes
      if id == speaker { sent.bytesToSpeaker += bytes }
    case .broadcast(let encoding, let ids):
      sent.writes += ids.count
      sent.bytes += encoding.count * ids.count
      if let speaker, ids.contains(speaker) { sent.bytesToSpeaker += encoding.count }
    case .close:
      preconditionFailure("the hub closes what it should not: a command was wrong")
    }
  }
}

extension OutputPiece {
  fileprivate var count: Int {
    switch self {
    case .own(let bytes): bytes.count
    case .shared(let encoding): encoding.count
    }
  }
}
