import BoardCore
import BoardReplica
import BoardWire

extension Replica {
  /// What anna follows: `a` and `b` in a section, and an empty one, at revision 3.
  static func ofFruit() throws -> Replica {
    var replica = Replica(of: "list", client: "anna")
    _ = try replica.read(
      "ok open list 3", "board list 3 2 4", "section s1 2 A", "item a - apple", "item b - pear",
      "section s2 0 B")
    return replica
  }

  /// The texts that are shown, section by section.
  var texts: [[String]] { shown.content.map { $0.items.map(\.text.string) } }

  /// Takes what these lines say.
  mutating func read(_ lines: String...) throws -> [ReplicaNotice] { try read(lines) }

  mutating func read(_ lines: [String]) throws -> [ReplicaNotice] {
    var reader = ServerReader()
    var notices: [ReplicaNotice] = []
    for line in lines {
      let message = try Array(line.utf8).withUnsafeBytes { try reader.read($0) }
      if let message { notices += try take(message) }
    }
    return notices
  }
}
