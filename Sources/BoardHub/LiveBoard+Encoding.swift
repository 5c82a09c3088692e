import BoardCore
import BoardWire

/// Bytes that bring a watcher from one revision to another.
struct Passage {
  let from: Int
  /// The revision at which it leaves the watcher: the head, or `from` if nothing is different.
  let to: Int
  let encoding: Encoding
  /// Whether it is a snapshot, which holds the live drag sessions as well.
  let isSnapshot: Bool
}

/// What was encoded at one head of a board, by the position of the watchers it is for.
struct EncodingCache {
  /// A passage with the drag events behind it, from the number of the last event seen.
  struct Whole {
    let presence: Int
    let passage: Passage
  }

  var snapshot: Encoding?
  var passages: [Passage] = []
  var wholes: [Whole] = []

  mutating func removeAll() {
    snapshot = nil
    passages.removeAll(keepingCapacity: true)
    wholes.removeAll(keepingCapacity: true)
  }
}

extension LiveBoard {
  /// Everything a watcher at this position is owed: the batch or snapshot, then drag events.
  ///
  /// It is encoded once and shared by all watchers at the position.
  func passage(from revision: Int, presence number: Int, drags: DragDesk) -> Passage {
    if let known = encodings.wholes.last(
      where: { $0.presence == number && $0.passage.from == revision })
    {
      return known.passage
    }
    let events = presence.entries(since: number).map(\.event)
    let whole = data(from: revision, presence: number, drags: drags).followed(by: events)
    encodings.wholes.append(.init(presence: number, passage: whole))
    return whole
  }

  /// The same for one connection alone, without the events that its own replies told.
  func passage(for watcher: Watcher, drags: DragDesk) -> Passage {
    let events = presence.entries(since: watcher.presence)
      .filter { $0.origin != watcher.connection }.map(\.event)
    return data(from: watcher.revision, presence: watcher.presence, drags: drags)
      .followed(by: events)
  }

  /// The way from a revision to the head: nothing, batches, or a snapshot if that is the smaller.
  func data(from revision: Int, drags: DragDesk) -> Passage {
    if let known = encodings.passages.last(where: { $0.from == revision }) { return known }
    let passage = makeData(from: revision, drags: drags)
    encodings.passages.append(passage)
    return passage
  }

  /// The same, or a snapshot where drag events of long ago are missing.
  private func data(from revision: Int, presence number: Int, drags: DragDesk) -> Passage {
    number < presence.tail
      ? wholeState(for: revision, drags: drags) : data(from: revision, drags: drags)
  }

  private func makeData(from revision: Int, drags: DragDesk) -> Passage {
    guard ground.log.contains(revision) else { return wholeState(for: revision, drags: drags) }
    var to = revision
    var buffer = WireBuffer()
    for link in ground.log.batches(from: revision, content: ground.board)
    where !link.batch.isEmpty {
      to = link.to
      buffer.append(batch: link.batch, board: name, from: link.from, to: link.to)
    }
    if buffer.count > max(leastSnapshotBytes, Self.packetBytes) {
      let state = wholeState(for: revision, drags: drags)
      if state.encoding.count < buffer.count { return state }
    }
    return Passage(from: revision, to: to, encoding: Encoding(buffer.bytes), isSnapshot: false)
  }

  /// Up to here a batch is sent even where a snapshot would be smaller: it costs the same packet,
  /// and a view can animate it.
  private static var packetBytes: Int { 1_400 }

  /// A lower bound of a snapshot's size, known without writing one: each line has words around its
  /// name and text.
  var leastSnapshotBytes: Int {
    let board = ground.board
    return board.textBytes + 8 * board.itemCount + 12 * board.sectionCount
  }

  func wholeState(for revision: Int, drags: DragDesk) -> Passage {
    Passage(
      from: revision, to: self.revision, encoding: snapshot(drags: drags), isSnapshot: true)
  }

  /// The state at the head with the live drag sessions.
  private func snapshot(drags: DragDesk) -> Encoding {
    if let snapshot = encodings.snapshot { return snapshot }
    var buffer = WireBuffer()
    let events = drags.sessions(of: name).flatMap(\.snapshotEvents)
    buffer.append(snapshot: ground.board, board: name, revision: revision, drags: events)
    let snapshot = Encoding(buffer.bytes)
    encodings.snapshot = snapshot
    return snapshot
  }
}

extension Passage {
  /// The passage with events behind it. Behind a snapshot only ends count: the rest is in it.
  func followed(by events: [Event]) -> Passage {
    let events = isSnapshot ? events.filter(\.isEnd) : events
    if events.isEmpty { return self }
    var buffer = WireBuffer()
    encoding.withBytes { buffer.append(bytes: $0) }
    for event in events { buffer.append(event) }
    return Passage(
      from: from, to: to, encoding: Encoding(buffer.bytes), isSnapshot: isSnapshot)
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
