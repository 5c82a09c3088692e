import BoardModel

/// The open connections, and the clients they belong to.
package final class Roster {
  /// By slot; nil if the slot is free.
  @exclusivity(unchecked) private(set) var connections: [ClientConnection?] = []
  /// How often each slot was used before.
  @exclusivity(unchecked) private var generations: [UInt32] = []
  /// Where the connection of each slot comes from.
  @exclusivity(unchecked) private var origins: [PeerOrigin] = []
  @exclusivity(unchecked) private var freeSlots: [Int] = []
  @exclusivity(unchecked) private var openCount = 0
  /// The number of the guest that came last.
  @exclusivity(unchecked) package private(set) var lastGuest = 0
  /// What connections have not taken yet.
  @exclusivity(unchecked) package var unread = UnreadAnswers()
  /// The wrong tokens there were lately.
  @exclusivity(unchecked) package var guesses = TokenGuesses()
  /// Those who said `hello`.
  @exclusivity(unchecked) private(set) var clients: [ClientName: Client] = [:]
  /// Resumable clients whose last connection closed, in the order in which it did. A client that came
  /// back in the meantime has not `left`.
  @exclusivity(unchecked) private var departed: [Client] = []

  package init() {}

  /// The open connections, in the order of their slots.
  package var open: some Sequence<ClientConnection> { connections.lazy.compactMap(\.self) }

  package subscript(id: ConnectionID) -> ClientConnection? {
    guard id.slot < connections.count, generations[id.slot] == id.generation else { return nil }
    return connections[id.slot]
  }

  /// The number of open connections. It is asked for in each turn, and so read here.
  package var connectionCount: Int { openCount }

  /// Whether connections have not taken more than there is room for.
  package var isUnreadOverLimit: Bool { unread.isOverLimit }

  package func client(_ name: ClientName) -> Client? { clients[name] }

  /// The token that a connection said, if its client can be known again.
  package func token(of connection: ClientConnection) -> TokenDigest? {
    connection.client.account?.logins.first { $0.connection == connection.id }?.token
  }

  package func origin(of connection: ClientConnection) -> PeerOrigin { origins[connection.id.slot] }

  /// Notes how many bytes a connection has not taken. They count as answers that it has not taken.
  package func setUnsent(_ count: Int, of connection: ClientConnection, isBlocked: Bool) {
    if isBlocked { unread.setUnsent(count, of: connection) } else { unread.remove(connection) }
    connection.unsentBytes = UInt32(clamping: count)
  }

  /// Opens a connection of a new guest.
  package func connect(from origin: PeerOrigin) -> ClientConnection {
    let slot = freeSlots.popLast() ?? connections.count
    if slot == connections.count {
      connections.append(nil)
      generations.append(0)
      origins.append(origin)
    }
    origins[slot] = origin
    lastGuest += 1
    let client = Client(guest: lastGuest)
    let id = ConnectionID(slot: slot, generation: generations[slot])
    let connection = ClientConnection(id: id, client: client)
    connections[slot] = connection
    openCount += 1
    return connection
  }

  /// Frees the slot of a connection that closed.
  ///
  /// - Returns: Whether it was the last one of its client.
  package func disconnect(_ connection: ClientConnection) -> Bool {
    let slot = connection.id.slot
    connections[slot] = nil
    generations[slot] &+= 1
    freeSlots.append(slot)
    openCount -= 1
    connection.client.account?.logins.removeAll { $0.connection == connection.id }
    return connection.client.connections.isEmpty
  }

  /// Remembers a client whose last connection closed, if it can come back.
  package func depart(_ client: Client, at time: Duration) {
    guard let account = client.account else {
      clients[client.name] = nil
      return
    }
    account.left = time
    departed.append(client)
  }

  /// Lets a guest's connection be one of a client's.
  ///
  /// - Parameter token: The token that it said, if any.
  package func adopt(_ connection: ClientConnection, as client: Client, token: TokenDigest?) {
    clients[client.name] = client
    if let token {
      client.account?.logins.append(.init(connection: connection.id, token: token))
    }
    client.account?.left = nil
    connection.client = client
  }

  /// Remembers a client that was known before the server last started.
  package func restore(_ client: Client) {
    clients[client.name] = client
    departed.append(client)
  }

  /// Gives no guest a number up to this one again.
  package func skipGuests(upTo number: Int) { lastGuest = number }

  /// Forgets clients that have been away for too long, and those that have been away the longest if
  /// there are too many.
  ///
  /// - Returns: The clients that are forgotten.
  package func forgetDeparted(at now: Duration) -> [Client] {
    var forgotten: [Client] = []
    while let client = departed.first {
      guard let account = client.account, let left = account.left else {
        departed.removeFirst()
        continue
      }
      let isOld = left + Limits.outcomeMemory <= now
      guard isOld || departed.count > Limits.departedClients else { break }
      departed.removeFirst()
      guard clients[client.name]?.account === account else { continue }
      clients[client.name] = nil
      forgotten.append(client)
    }
    return forgotten
  }
}
