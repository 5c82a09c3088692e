import BoardModel

/// The names by which connections that do not take what they were sent know boards that have another
/// name now. So however often a board gets another name, that is one event.
struct FormerNames {
  private var names: [ConnectionID: [(board: LiveBoard, name: BoardName)]] = [:]

  var isEmpty: Bool { names.isEmpty }

  /// Notes the name by which a connection knows a board, unless it is noted already.
  mutating func note(_ connection: ConnectionID, of live: LiveBoard) {
    if names[connection, default: []].contains(where: { $0.board === live }) { return }
    names[connection, default: []].append((live, live.name))
  }

  /// Whether a connection knows boards by former names.
  func has(_ connection: ConnectionID) -> Bool { names[connection] != nil }

  /// Hands over the boards of a connection that have another name than it knows.
  mutating func remove(_ connection: ConnectionID) -> [(board: LiveBoard, name: BoardName)] {
    guard !names.isEmpty, let former = names.removeValue(forKey: connection) else { return [] }
    return former.filter { $0.board.name != $0.name }
  }
}
