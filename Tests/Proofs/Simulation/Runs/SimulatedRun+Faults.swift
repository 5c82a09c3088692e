import BoardModel

// What goes wrong.

extension SimulatedRun {
  /// Lets one thing go wrong, by the rates of the run.
  ///
  /// - Returns: Whether anything did.
  func breakSomething() throws -> Bool {
    var ticket = random.below(1_000)
    for kind in FaultKind.allCases {
      ticket -= rates[kind]
      guard ticket < 0 else { continue }
      guard try inject(kind) else { return false }
      count(kind)
      trace.note(4, FaultKind.allCases.firstIndex(of: kind) ?? 0)
      trace.record("fault: \(kind.rawValue)")
      return true
    }
    return false
  }

  private func inject(_ kind: FaultKind) throws -> Bool {
    switch kind {
    case .cuts: return cut()
    case .halfOpen: return freeze()
    case .clockJumps: return jump()
    case .kills:
      server.kill(isCommitted: random.percent(50))
      restart()
    case .lostCommits: server.fail(random.percent(50) ? .unknownButCommitted : .unknownAndLost)
    case .fullDisk: server.setRoom(random.percent(60))
    case .access:
      try server.setAccess(SimulatedClient.rules(restricted: random.percent(50)))
    case .restores: return restore()
    // These are properties of clients and threads.
    case .splits, .stalls, .deadReaders, .hostile, .longChanges: return false
    }
    return true
  }

  /// A connection is reset, or its client ends it behind what is under way.
  private func cut() -> Bool {
    let client = random.one(of: clients)
    guard let link = client.link else { return false }
    if random.percent(30) {
      // What was sent still arrives.
      client.disconnect(at: server.now)
      server.didLeave(link)
      if !link.isFrozen, link.isOpenAtServer {
        server.read(link.upward.count, from: link)
        server.end(link)
      }
      if random.percent(50) { server.disconnect(link) }
      return true
    }
    leave(link, of: client)
    return true
  }

  /// A connection delivers nothing any more. The client notices, the server may later.
  private func freeze() -> Bool {
    let client = random.one(of: clients)
    guard let link = client.link else { return false }
    if link.isFrozen || random.percent(50) {
      link.isFrozen = true
      return true
    }
    link.isFrozen = true
    client.disconnect(at: server.now)
    return true
  }

  private func jump() -> Bool {
    server.wallTime += random.below(200_000_000) - 100_000_000
    // A client that is away for longer than the server remembers it may not repeat its commands.
    let isAnyAway = clients.contains { !$0.isGreeted }
    let longest = isAnyAway ? 3 : 5
    server.now += random.one(
      of: Array(
        [.zero, .seconds(1), .seconds(31), .seconds(130), .seconds(1_000)].prefix(longest)))
    for link in server.links.compactMap(\.self) where link.isFrozen { server.disconnect(link) }
    endTurn()
    return true
  }

  /// A backup is taken; or the program is killed, and starts again on the last one.
  private func restore() -> Bool {
    guard random.percent(50) else {
      server.takeBackup()
      return true
    }
    guard server.restoreBackup() else { return false }
    server.kill(isCommitted: false)
    states = [:]
    checkedRevisions = [:]
    for client in clients { client.forgetReplies() }
    restart(keepingBytes: false)
    return true
  }

  /// The program starts again on what is durable; all connections are gone, and some of the bytes on
  /// the way to clients still arrive.
  func restart(keepingBytes: Bool = true) {
    trace.record("the server starts again")
    for link in server.removeLinks() {
      link.breakOff(
        keeping: !keepingBytes || random.percent(50) ? 0 : random.below(link.downward.count + 1))
    }
    for client in clients {
      guard let link = client.link else { continue }
      link.leavingBytes = 0
      if link.downward.isEmpty || link.isFrozen { client.disconnect(at: server.now) }
    }
    server.setRoom(true)
    do { try server.start() } catch { server.object(.restart, "it does not start: \(error)") }
  }
}
