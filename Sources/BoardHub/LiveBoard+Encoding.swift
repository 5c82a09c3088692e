import BoardCore
import BoardWire

/// What was encoded at one head of a board, by the position of the watchers it is for.
struct EncodingCache {
  /// The way from a revision to the head.
  struct Part {
    let revision: Int
    let encoding: Encoding
    /// Whether it is a snapshot, which holds the live drag sessions as well.
    let isSnapshot: Bool
  }

  struct Whole {
    let revision: Int
    let presence: Int
    let encoding: Encoding
  }

  var parts: [Part] = []
  var wholes: [Whole] = []

  mutating func removeAll() {
    parts.removeAll(keepingCapacity: true)
    wholes.removeAll(keepingCapacity: true)
  }
}

extension LiveBoard {
  /// Everything a watcher at this position is owed: the batch or snapshot, then drag events.
  ///
  /// It is encoded once and shared by all watchers at the position.
  func encoding(since revision: Int, presence number: Int, drags: DragDesk) -> Encoding {
    if let whole = encodings.wholes.last(where: { $0.revision == revision && $0.presence == number }
    ) {
      return whole.encoding
    }
    let part = part(since: revision, presence: number, drags: drags)
    let encoding = append(presence.entries(since: number).map(\.event), to: part)
    encodings.wholes.append(.init(revision: revision, presence: number, encoding: encoding))
    return encoding
  }

  /// The same for one connection alone, without the events that its own replies told.
  func encoding(for watcher: Watcher, drags: DragDesk) -> Encoding {
    let part = part(since: watcher.revision, presence: watcher.presence, drags: drags)
    let events = presence.entries(since: watcher.presence)
      .filter { $0.origin != watcher.connection }
    return append(events.map(\.event), to: part)
  }

  /// The way from a revision to the head: nothing, batches, or a snapshot if that is the smaller.
  func part(since revision: Int, drags: DragDesk) -> EncodingCache.Part {
    if let part = encodings.parts.last(where: { $0.revision == revision }) { return part }
    let part = makePart(since: revision, drags: drags)
    encodings.parts.append(part)
    return part
  }

  /// The same, or a snapshot where drag events of long ago are missing.
  private func part(
    since revision: Int, presence number: Int, drags: DragDesk
  ) -> EncodingCache.Part {
    guard number < presence.tail else { return part(since: revision, drags: drags) }
    return EncodingCache.Part(
      revision: revision, encoding: snapshot(drags: drags), isSnapshot: true)
  }

  private func makePart(since revision: Int, drags: DragDesk) -> EncodingCache.Part {
    guard ground.log.contains(revision) else {
      return .init(revision: revision, encoding: snapshot(drags: drags), isSnapshot: true)
    }
    var buffer = WireBuffer()
    for link in ground.log.batches(from: revision, content: ground.board) {
      guard !link.batch.isEmpty || link.to > link.from else { continue }
      buffer.append(batch: link.batch, board: name, from: link.from, to: link.to)
    }
    if buffer.count > leastSnapshotBytes {
      let snapshot = snapshot(drags: drags)
      if snapshot.count < buffer.count {
        return .init(revision: revision, encoding: snapshot, isSnapshot: true)
      }
    }
    return .init(revision: revision, encoding: Encoding(buffer.bytes), isSnapshot: false)
  }

  /// A lower bound of a snapshot's size, known without writing one: each line has words around its
  /// name and text.
  private var leastSnapshotBytes: Int {
    let board = ground.board
    return board.textBytes + 8 * board.itemCount + 12 * board.sectionCount
  }

  /// The state at the head with the live drag sessions.
  func snapshot(drags: DragDesk) -> Encoding {
    var buffer = WireBuffer()
    let events = drags.sessions(of: name).flatMap(\.snapshotEvents)
    buffer.append(snapshot: ground.board, board: name, revision: revision, drags: events)
    return Encoding(buffer.bytes)
  }

  /// Puts events behind a part. Behind a snapshot only ends count: the rest is in it.
  func append(_ events: [Event], to part: EncodingCache.Part) -> Encoding {
    let events = part.isSnapshot ? events.filter(\.isEnd) : events
    if events.isEmpty { return part.encoding }
    var buffer = WireBuffer()
    part.encoding.withBytes { buffer.append(bytes: $0) }
    for event in events { buffer.append(event) }
    return Encoding(buffer.bytes)
  }
}

extension Board: SnapshotSource {}

extension Event {
  fileprivate var isEnd: Bool {
    if case .ended = self { true } else { false }
  }
}

extension DragSession {
  /// The events that tell a late joiner all about the session.
  var snapshotEvents: [Event] {
    let began = Event.began(id, load.board, by: owner, load.operations, load.items)
    if isSuspended { return [began, .suspended(id)] }
    return [began, .over(id, proposal)]
  }
}
