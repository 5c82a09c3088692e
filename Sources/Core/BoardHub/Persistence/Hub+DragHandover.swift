import BoardAuthority
import BoardJournal
import BoardModel
import BoardWire

// Drags of clients with a token that go on with the next server (rule 13.7): the one that stops stores them, and the
// one that takes over has them as suspended.

extension Hub {
  /// Whether the owner of a session can resume it.
  func isResumable(_ session: DragSession) -> Bool {
    roster.client(session.owner)?.isResumable == true
  }

  /// Stores the live sessions of clients with a token, and forgets them here.
  func handOverDrags() {
    for session in drags.coordinator.live where isResumable(session) {
      // Whoever resumes it must have its token.
      persistence.addClient(named: session.owner)
      persistence.add(StoredDrag(session))
      drags.coordinator.handOver(session.id, at: clock.now)
    }
  }

  /// Goes on with a session that another server has stored. Its board is loaded for that.
  func takeOver(_ drag: StoredDrag, from source: any BoardSource) {
    guard let (owner, load) = drag.began, roster.client(owner)?.isResumable == true else { return }
    if let stored = boards.unloaded(load.board) {
      didLoad(stored, BoardReplay.load(stored, from: source))
    }
    guard let live = boards[load.board] else { return }
    if load.isExternal { live.versions.skipIDs(load.items) }
    let present = load.present(on: live.versions.board)
    delivery.note(drags.coordinator.takeOver(drag.id, of: owner, carrying: present, at: clock.now))
  }
}

extension StoredDrag {
  fileprivate init(_ session: DragSession) {
    var buffer = WireBuffer()
    for event in session.beginning { buffer.append(event) }
    self.init(id: session.id, body: buffer.bytes)
  }

  /// The owner and the items; nil if they cannot be read.
  fileprivate var began: (owner: ClientName, load: DragLoad)? {
    var reader = MessageReader()
    var found: (owner: ClientName, load: DragLoad)?
    for line in body.split(separator: 0x0A) {
      let message = try? line.withUnsafeBytes { try reader.read($0) }
      if case .event(.began(let began)) = message {
        found = (began.client, DragLoad(began))
      } else if case .event(.items(let changed)) = message, let (owner, load) = found,
        let item = changed.items.last, let parcel = changed.external
      {
        found = (owner, load.adding([item], parcels: [item: parcel]))
      } else {
        return nil
      }
    }
    return found
  }
}

extension DragLoad {
  fileprivate convenience init(_ began: BeganEvent) {
    var source = Source.board
    if let parcel = began.external, let item = began.items.first {
      source = .outside([item: parcel])
    }
    self.init(
      began.items, on: began.board, source: source, operations: began.operations,
      isLocal: began.isLocal)
  }

  /// The same load without items that should be on the board and are not.
  fileprivate func present(on board: Board) -> DragLoad {
    isExternal ? self : removing(Set(items.filter { !board.contains($0) }))
  }
}
