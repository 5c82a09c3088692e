import BoardClient
import BoardModel
import BoardReplica
import BoardTerminal
import BoardWire
import Glibc
import Libuv
import Terminal

/// The actions of keys, and their outcomes.
extension TerminalClient {
  func perform(_ actions: [BoardView.Action]) {
    for action in actions {
      switch action {
      case .send(let request): send(request)
      case .make(let change): make(change)
      case .drag(let request): drag(request)
      case .openCommandLine(let text): openPrompt(with: text)
      case .list(let listing): list(listing)
      case .makeBoard:
        openPrompt(with: "create ")
        isMakingBoard = true
      case .find(let request): find(request)
      case .locate(let item): locate(item)
      case .open(let board): show(board)
      case .removeBoard(let board): remove(board)
      case .retry: retry()
      case .quit: end()
      case .suspend: screen.suspend()
      case .refresh: screen.refresh()
      }
    }
  }

  /// Sends the request of a key; only a failure is logged.
  private func send(_ request: Request) {
    ask(request) { _ in }
  }

  /// - Returns: Whether it is made, at first on this client's copy alone.
  @discardableResult
  func make(_ change: OwnChange) -> Bool {
    do throws(Refusal) {
      guard let id = try connection?.make(change) else { return false }
      changedItems[id] = change.items
      changes[id] = change
      setNeedsUpdate()
      return true
    } catch {
      refuse(Failure(error).text) { $0.make(change) }
      return false
    }
  }

  private func drag(_ request: DragRequest) {
    if case .perform(let perform) = request, let session = perform.drag { return drop(session) }
    connection?.send(.drag(request)) { [weak self] answer in
      guard let self else { return }
      refreshSight()
      switch answer {
      case .reply(let reply): perform(view?.receive(.reply(reply), to: request) ?? [])
      case .lost, .unsent: perform(view?.receive(.lost, to: request) ?? [])
      }
      screen.setNeedsDisplay()
    }
  }

  /// Asks the server for what is looked for on a large board.
  private func find(_ request: BoardRequest.Find) {
    connection?.send(.board(.find(request))) { [weak self] answer in
      guard let self else { return }
      refreshSight()
      switch answer {
      case .reply(let reply):
        if case .ok(.find(let found)) = reply.outcome {
          view?.receive(found, to: request)
        } else {
          view?.receive(Listing([]), to: request)
          view?.remark(reply.failure?.text ?? "the server answered something else")
        }
      case .lost, .unsent: view?.receive(nil, to: request)
      }
      screen.setNeedsDisplay()
    }
  }

  /// Goes to an item that has not arrived.
  private func locate(_ item: ItemID) {
    connection?.locate(item) { [weak self] path in
      guard let self else { return }
      refreshSight()
      if let path { view?.go(to: path) } else { view?.remark("\(item) is not on the board") }
      screen.setNeedsDisplay()
    }
  }

  /// Drops optimistically: shown at once, settled later, even if the connection breaks.
  private func drop(_ session: SessionID) {
    let items = connection?.replica.drags[session]?.items ?? []
    do throws(Refusal) {
      drop = try connection?.perform(session)
      if let drop { changedItems[drop] = items }
      setNeedsUpdate()
    } catch {
      perform(view?.receive(.refused(Failure(error))) ?? [])
    }
  }
}

extension TerminalClient: ConnectionDelegate {
  func boardWillChange(_ connection: Connection) { releaseBoard() }

  func board(_ connection: Connection, performBatchUpdates update: ViewUpdate) {
    for renaming in update.renamings { renamings.add(renaming) }
    view?.follow(update)
    setNeedsUpdate()
  }

  func boardDidReload(_ connection: Connection) { setNeedsUpdate() }
  func connectionDidChangePolicies(_ connection: Connection) { setNeedsUpdate() }
  func connectionDidChangeRole(_ connection: Connection) { setNeedsUpdate() }
  func connection(_ connection: Connection, boardDidRenameFrom old: BoardName) { setNeedsUpdate() }
  func connection(_ connection: Connection, dragSessionDidBegin session: SessionID) {
    setNeedsUpdate()
  }
  func connection(_ connection: Connection, dragSessionDidUpdate session: SessionID) {
    setNeedsUpdate()
  }

  func connection(
    _ connection: Connection, dragSessionDidEnd session: SessionID, outcome: ReportedOutcome?
  ) {
    setNeedsUpdate()
    switch outcome {
    case .expired?, .gone?, .shutdown?, .cancelled?:
      view?.sessionEnded(session, saying: outcome?.text)
    case .moved?, .copied?, .unchanged?, .forbidden?, nil: break
    }
  }

  func connection(
    _ connection: Connection, client: ClientName, didSelect items: [ItemID]
  ) { setNeedsUpdate() }

  func connection(
    _ connection: Connection, didSettle change: ChangeID, _ settlement: Settlement
  ) {
    changedItems[change] = nil
    let own = changes.removeValue(forKey: change)
    setNeedsUpdate()
    if change == drop {
      drop = nil
      refreshSight()
      perform(view?.receive(settlement) ?? [])
    } else if case .refused(let failure) = settlement, let own {
      refuse(failure.text) { $0.make(own) }
    } else if let text = settlement.complaint {
      view?.remark(text)
    }
  }

  func connection(_ connection: Connection, didChange state: Connection.State) {
    guard connection === self.connection else { return }
    setNeedsUpdate()
    switch state {
    case .connecting: view?.connection = .connecting
    case .live:
      wasLive = true
      view?.connection = .live
      refreshSight()
      putBackForgotten()
      perform(view?.reconnected() ?? [])
    case .waiting(_, .unreachable(let error)) where !wasLive:
      end(EX_UNAVAILABLE, saying: "\(address): \(error.message)")
    case .waiting(let delay, _): wait(delay)
    case .closed(let reason): closed(reason)
    }
  }

  private func closed(_ reason: Connection.Reason) {
    switch reason {
    case .byOwner: break
    case .refused(let failure) where failure.isNameTaken && tryNextName(): break
    case .refused(let failure):
      let text = Verb.open.sentences.reworded(failure).description
      guard wasLive else { return end(1, saying: "\(address): \(text)") }
      view?.connection = .closed(text)
    case .removed: view?.connection = .closed("the board was removed")
    case .foreign: end(1, saying: "\(address) speaks another protocol")
    case .dismissed(.accessDenied):
      view?.connection = .closed("your token or your role on the board is gone")
    case .dismissed(let bye): view?.connection = .closed("\(bye.rawValue)")
    }
  }
}

extension OwnChange {
  /// The items of a change.
  fileprivate var items: [ItemID] {
    switch self {
    case .move(let items, _), .set(let items, _): items
    case .edit(let item, _): [item]
    case .insert, .delete, .insertSection, .deleteSection, .moveSection, .renameSection, .clear,
      .perform:
      []
    }
  }
}

extension Failure {
  var isNameTaken: Bool {
    if case .nameTaken? = refusal { true } else { false }
  }

  /// Whether another client could do it.
  var isAccessDenied: Bool {
    if case .accessDenied? = refusal { true } else { false }
  }
}

extension Settlement {
  /// The text for a change that was not made.
  fileprivate var complaint: String? {
    switch self {
    case .confirmed: nil
    case .refused(let failure): failure.text
    case .lost: "the connection broke; the change may have been made"
    }
  }
}

extension ServerReply {
  /// Whether what it says is seen on the board.
  var isSeenOnBoard: Bool {
    if case .ok(let reply) = outcome { reply.changedRevision != nil } else { false }
  }

  /// The lines of the reply, as sent by a server.
  var lines: [String] {
    let tag = tag.map { "#\($0) " } ?? ""
    switch outcome {
    case .ok(let reply):
      var buffer = WireBuffer()
      buffer.append(reply)
      return (tag + buffer.string).split(separator: "\n").map(String.init)
    case .refused(let failure): return ["\(tag)refused \(failure.description)"]
    case .error(let failure): return ["\(tag)error \(failure.description)"]
    }
  }
}

extension Connection.Trouble {
  /// The text for people.
  var words: String {
    switch self {
    case .unreachable(let error): error.message
    case .unencrypted(let reason): reason
    case .cut(let error): error?.message ?? "cut off"
    case .stalled: "nothing comes any more"
    case .dismissed(.full): "the server is full"
    case .dismissed(.moved): "another server takes over"
    case .dismissed: "the server stops"
    case .nameTaken: "the name is taken"
    case .malformed: "not understood"
    case .fault: "the board did not fit"
    }
  }
}
