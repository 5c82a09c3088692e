import BoardAuthority
import BoardModel
import BoardWire

// Boards, watching, and who is there.

extension Hub {
  /// - Returns: Nil if the reply has been written already or comes later.
  func perform(
    _ request: BoardRequest, tag: String?, on connection: ClientConnection
  ) throws(Refusal) -> Answer? {
    switch request {
    case .boards:
      guard access != nil else { return Answer(.boards(Listing(bounded: boards.rows))) }
      let rows = boards.rows.filter { mayView($0.board, connection.client) }
      return Answer(.boards(Listing(bounded: rows)))
    case .create(let create):
      let revision = try serve(create.board)
      return Answer(.create(CreateReply(create.board, revision: revision)))
    case .removeBoard(let remove):
      try self.remove(remove, by: connection)
      return Answer(.removeBoard(RemoveBoardReply(remove.board)))
    case .renameBoard(let rename):
      try self.rename(rename, by: connection)
      return Answer(.renameBoard(.init(rename.board, to: rename.to)))
    case .open(let open):
      try self.open(open, tag: tag, on: connection)
      return nil
    case .close(let close):
      return try self.close(close.board, on: connection)
    case .show(let show):
      return try self.show(show, on: connection)
    case .who(let who):
      return Answer(.who(Listing(bounded: try present(on: who.board, for: connection.client))))
    case .find(let find):
      return try self.find(find, tag: tag, on: connection)
    case .stats(let stats):
      return Answer(.stats(Listing(bounded: self.stats(of: stats.metric))))
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
    if let access, access.reserves(name) {
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
    if !mayWatch(connection, as: client.name) { dropAll(of: connection) }
    let names = Set(drags.coordinator.sessions(ownedBy: guest.name).map(\.load.board))
    try drags.coordinator.transfer(from: guest.name, to: client.name)
    for name in names { boards[name]?.encodings.presenceChanged() }
    for subscription in connection.subscriptions {
      subscription.board.presence.renameOwner(guest.name, to: client.name)
    }
    giveSelections(of: guest.name, to: client.name)
    roster.adopt(connection, as: client, token: token)
    delivery.owners.adopt(connection.id)
    if !names.isEmpty { endDragsWithoutRole(of: client.name) }
    sendRoles(to: connection, formerly: access, guest)
  }

  /// Subscriptions a board: the reply, and behind it a batch or a snapshot.
  private func open(
    _ request: BoardRequest.Open, tag: String?, on connection: ClientConnection
  ) throws(Refusal) {
    let live = try board(request.board, connection)
    if connection.subscription(of: live) != nil {
      return reopen(live, every: request.every, tag: tag, on: connection)
    }
    guard connection.subscriptions.count < Limits.watchedBoards else {
      throw .limit("watched-boards", max: Limits.watchedBoards)
    }
    let isRewound = isRewound(request, on: live)
    let reply = OpenReply(
      live.name, revision: live.revision, isRewound: isRewound,
      role: role(of: connection.client, on: live.name))
    write(.open(reply), tag: tag, to: connection)
    let opening = live.opening(
      from: isRewound ? nil : request.since, for: connection.client.name, drags: drags)
    delivery.sendNow(opening, of: live, to: connection)
    delivery.subscribe(connection, to: live, every: request.every)
  }

  /// Makes a board that the connection watches its current one, and sets its cadence.
  private func reopen(
    _ live: LiveBoard, every: Duration?, tag: String?, on connection: ClientConnection
  ) {
    delivery.catchUpWholly(connection, on: live)
    guard let index = connection.subscription(of: live) else { return }
    let subscription = connection.subscriptions.remove(at: index)
    connection.subscriptions.append(subscription)
    delivery.setInterval(every, of: connection, on: live, at: subscription.position)
    let reply = OpenReply(
      live.name, revision: live.revision, role: role(of: connection.client, on: live.name))
    write(.open(reply), tag: tag, to: connection)
  }

  private func close(
    _ name: BoardName?, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let live = try board(name, connection)
    guard connection.subscription(of: live) != nil else { throw .notOpen(live.name) }
    // Among what it is still owed may be the end of a drag of its own.
    delivery.catchUpWholly(connection, on: live)
    delivery.unsubscribe(connection, from: live)
    return Answer(.close(RemoveBoardReply(live.name)))
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
