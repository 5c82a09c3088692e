import BoardModel
import BoardReplica
import BoardWire

extension Replica {
  /// The replica of anna: `a` and `b` in a section, and an empty one, at revision 3.
  static func ofFruit() throws -> Replica {
    var replica = Replica(of: "list", client: "anna")
    _ = try replica.read(
      "ok open list 3", "board list 3 2 4", "section s1 2 A", "item a apple", "item b pear",
      "section s2 0 B")
    return replica
  }

  /// The shown texts, by section.
  var texts: [[String]] { shown.content.map { $0.items.map(\.text.string) } }

  /// Receives the messages of these lines.
  mutating func read(_ lines: String...) throws -> [ReplicaEvent] { try read(lines) }

  mutating func read(_ lines: [String]) throws -> [ReplicaEvent] {
    try ServerMessage.all(in: lines).flatMap { try receive($0) }
  }

  /// Receives a reply to the request of a line.
  mutating func read(_ reply: String, answering line: String) throws -> [ReplicaEvent] {
    try read([reply], answering: line)
  }

  /// Receives a reply with its rows.
  mutating func read(_ reply: [String], answering line: String) throws -> [ReplicaEvent] {
    let request = try Request(reading: line)
    return try ServerMessage.all(in: reply).flatMap { try receive($0, answering: request) }
  }
}

extension ServerMessage {
  /// The messages of these lines.
  static func all(in lines: [String]) throws -> [ServerMessage] {
    var reader = MessageReader()
    return try lines.compactMap { line in
      try Array(line.utf8).withUnsafeBytes { try reader.read($0) }
    }
  }
}

extension Request {
  struct NoCommand: Error {}

  /// The request of a line.
  init(reading line: String) throws {
    let request = Array(line.utf8).withUnsafeBytes { Command($0)?.request }
    guard let request else { throw NoCommand() }
    self = try request.get()
  }
}

extension ReplicaEvent {
  /// Whether it is a request to be sent.
  var isSend: Bool { if case .send = self { true } else { false } }
}
