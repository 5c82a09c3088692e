import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// Who a connection is: its greeting, `hello`, and what else needs no board.
struct ClientCommands {
  let clock: HubClock
  let roster: Roster
  let boards: BoardDirectory
  let drags: DragSessions
  let delivery: Delivery
  let silence: Silence
  let authorization: Authorization
  let roles: RoleChanges
  /// The SHA-256 hash of a token. Nothing else of a token is remembered.
  let hash: @Sendable (String) -> TokenDigest

  /// - Returns: Nil if the reply has been written already.
  func perform(
    _ request: ConnectionRequest, tag: String?, on connection: ClientConnection
  ) throws(Refusal) -> Answer? {
    switch request {
    case .help(let help):
      return Answer(.help(Help.lines(topic: help.verb)))
    case .hello(let hello):
      let isLast = hello.client.map { !roles.mayWatch(connection, as: $0) } ?? false
      try greet(hello, on: connection)
      delivery.send(.hello(HelloReply(connection.client.name)), tag: tag, to: connection)
      if isLast { delivery.close(connection, .accessDenied) }
      return nil
    case .ping(let ping):
      return Answer(.ping(PingReply(ping.text)))
    case .quit:
      delivery.send(.quit, tag: tag, to: connection)
      delivery.close(connection, .quit)
      return nil
    case .space(let space):
      return Answer(try choose(space.space, on: connection))
    }
  }

  /// Does what a `hello` asks, all or nothing.
  func greet(
    _ hello: ConnectionRequest.Hello, on connection: ClientConnection
  ) throws(Refusal) {
    if let version = hello.version, version != Greeting.spokenVersion {
      throw .otherVersion(Greeting.spokenVersion)
    }
    if let client = hello.client { try become(client, token: hello.token, on: connection) }
    if hello.version != nil || hello.fields { connection.skipsReconfigures = !hello.fields }
    if let form = hello.form {
      // The new form begins with the reply.
      delivery.sendNewNames(to: connection)
      connection.use(form)
    }
    if let every = hello.heartbeat {
      delivery.setHeartbeat(every > .zero ? every : nil, of: connection)
    }
  }

  /// Makes a guest's connection one of the client of this name.
  private func become(_ name: ClientName, token: String?, on connection: ClientConnection)
    throws(Refusal)
  {
    let guest = connection.client
    guard guest.isGuest else { throw .nameTaken(guest.name) }
    guard !name.isGuests else { throw .nameTaken(name) }
    let token = token.map { hash($0) }
    if let access = authorization.rules, access.reserves(name) {
      try becomeUser(name, token: token, access, on: connection)
    } else if let client = roster.client(name) {
      guard isRight(token, of: name, on: connection, { client.token?.equals($0) ?? false }) else {
        throw .nameTaken(name)
      }
      try adopt(client, token: token, on: connection)
    } else if let token {
      try adopt(Client(name, token: token), token: token, on: connection)
    } else {
      try adopt(Client(name, formerly: guest.name), token: nil, on: connection)
    }
  }

  /// Makes a guest's connection one of a user of the access rules.
  ///
  /// With each of its tokens a user is the same client, and never one that had the name without them: it
  /// is stored with the hash of a text that is no token. On a Unix socket the kernel may vouch for it, and
  /// then it is not asked for one.
  private func becomeUser(
    _ name: ClientName, token: TokenDigest?, _ access: AccessRules,
    on connection: ClientConnection
  ) throws(Refusal) {
    let isVouchedFor = access.accepts(localUser: roster.origin(of: connection).localUser, as: name)
    guard
      isVouchedFor
        || isRight(token, of: name, on: connection, { access.accepts($0, of: name) })
    else { throw .nameTaken(name) }
    let user = Client(name, token: hash("user \(name)"))
    let known = roster.client(name).flatMap { $0.token == user.token ? $0 : nil }
    try adopt(known ?? user, token: isVouchedFor ? user.token : token, on: connection)
  }

  /// Whether this is the token of a client. Wrong ones are counted, for the connection and for its
  /// origin; if there were too many from there, none is right (rule 9.2).
  private func isRight(
    _ token: TokenDigest?, of name: ClientName, on connection: ClientConnection,
    _ isRight: (TokenDigest) -> Bool
  ) -> Bool {
    guard let token else { return false }
    let origin = roster.origin(of: connection)
    if roster.guesses.areTooMany(for: name, from: origin, at: clock.now) {
      connection.wrongTokens = UInt8(Limits.wrongTokens)
      return false
    }
    if isRight(token) { return true }
    connection.wrongTokens += 1
    roster.guesses.note(name, from: origin, at: clock.now)
    return false
  }

  /// Lets a guest's connection, sessions and selections pass to the client it says it is. They end if the
  /// client has no role on a board that the connection watches (rule 17.5).
  private func adopt(
    _ client: Client, token: TokenDigest?, on connection: ClientConnection
  ) throws(Refusal) {
    let guest = connection.client
    if !roles.mayWatch(connection, as: client.name) { roles.dropAll(of: connection) }
    let names = Set(drags.coordinator.sessions(ownedBy: guest.name).map(\.load.board))
    try drags.coordinator.transfer(from: guest.name, to: client.name)
    for name in names { boards[name]?.encodings.presenceChanged() }
    for subscription in connection.subscriptions {
      subscription.board.presence.renameOwner(guest.name, to: client.name)
    }
    delivery.giveSelections(of: guest.name, to: client.name)
    roster.adopt(connection, as: client, token: token)
    delivery.owners.adopt(connection.id)
    if !names.isEmpty { roles.endDragsWithoutRole(of: client.name) }
    roles.sendRoles(to: connection, formerly: authorization.rules, guest)
  }

  /// The last connection of a client is gone.
  func depart(_ client: Client) {
    if !PlantedBug.guestSessionKept.isPlanted {
      delivery.note(
        drags.coordinator.ownerDisconnected(
          client.name, resumable: client.isResumable, at: clock.now))
    }
    delivery.dropSelections(of: client.name)
    roster.depart(client, at: clock.now)
  }

  // MARK: The first line

  /// Says what a connection is sent first.
  func begin(_ connection: ClientConnection, as start: ConnectionStart) {
    switch start {
    case .greeting: greet(connection)
    case .greetingOfChosenSpace:
      connection.isSettled = true
      greet(connection)
    case .space(let tag):
      guard let spaceName = boards.space else {
        preconditionFailure("a server without spaces is one space")
      }
      connection.hasSpoken = true
      delivery.send(entered(spaceName, by: connection), tag: tag, to: connection)
    }
  }

  private func greet(_ connection: ClientConnection) {
    let greeting = Greeting(epoch: boards.epoch, client: connection.client.name)
    delivery.write(to: connection) { $0.buffer.append(greeting) }
    silence.expectFirstLine(of: connection)
  }

  /// Executes `space`. Those that choose another space than this one do not come here.
  ///
  /// - Throws: `unknownSpace`; `spaceChosen` if it is not the first command.
  private func choose(_ name: SpaceName, on connection: ClientConnection) throws(Refusal) -> Reply {
    guard !connection.isSettled else { throw .spaceChosen(boards.space) }
    guard name == boards.space else { throw .unknownSpace(name) }
    return entered(name, by: connection)
  }

  private func entered(_ space: SpaceName, by connection: ClientConnection) -> Reply {
    .space(SpaceReply(space, epoch: boards.epoch, client: connection.client.name))
  }
}

extension Client {
  /// Whether nobody said `hello` yet.
  var isGuest: Bool { name.isGuests }
}

extension ClientName {
  /// Whether only the server gives such names.
  fileprivate var isGuests: Bool { string.hasPrefix("guest-") }
}
