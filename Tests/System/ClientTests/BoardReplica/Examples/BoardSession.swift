import BoardModel
import BoardReplica
import BoardWire
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Quoted by `OwnTransport.md`.

/// What carries text messages: a WebSocket of whatever library.
protocol MessageChannel: Sendable {
  func send(_ text: String) async throws
  func receive() async throws -> String
}

extension URLSessionWebSocketTask: MessageChannel {
  func send(_ text: String) async throws { try await send(.string(text)) }

  func receive() async throws -> String {
    let message: Message = try await receive()
    guard case .string(let text) = message else { throw URLError(.cannotParseResponse) }
    return text
  }
}

/// A board that is followed over a channel of the app's own.
@MainActor
final class BoardSession {
  private(set) var replica: Replica
  private let name: ClientName
  private let token: String
  private let show: (ReplicaEvent) -> Void
  private var reader = MessageReader()
  /// The requests without a reply, in the order in which they were sent.
  private var asked: [Request] = []
  private var outgoing: AsyncStream<String>.Continuation?

  /// - Parameters:
  ///   - content: `.counts` for a large board: the view then asks for what it shows by `fetch`.
  ///   - show: Receives what changed; `replica` is then as it is after the change.
  init(
    of board: BoardName, as name: ClientName, token: String, content: WatchedContent? = nil,
    show: @escaping (ReplicaEvent) -> Void
  ) {
    self.name = name
    self.token = token
    self.show = show
    // The server remembers tags with the token, so each launch of the app has other ones.
    let launch = UInt32.random(in: 0...UInt32.max)
    replica = Replica(
      of: board, client: name, content: content, tagPrefix: String(launch, radix: 36))
  }
}

extension BoardSession {
  /// Follows the board, over one channel after the other, until the task is cancelled.
  func follow(_ connect: @Sendable () async throws -> any MessageChannel) async {
    var pause = Duration.milliseconds(250)
    while !Task.isCancelled {
      if let channel = try? await connect() {
        try? await converse(over: channel)
        deliver(replica.disconnect(keepsUnanswered: true))
        pause = .milliseconds(250)
      }
      try? await Task.sleep(for: pause * Double.random(in: 0.5...1))
      pause = min(pause * 2, .seconds(8))
    }
  }

  /// Sends and receives until the channel breaks.
  private func converse(over channel: any MessageChannel) async throws {
    (reader, asked) = (MessageReader(), [])
    let (lines, outgoing) = AsyncStream.makeStream(of: String.self)
    self.outgoing = outgoing
    defer { self.outgoing = nil }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for await line in lines { try await channel.send(line) } }
      group.addTask { while true { try await self.receive(try await channel.receive()) } }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Receives a message, which has whole lines.
  private func receive(_ text: String) throws {
    for line in text.utf8.split(separator: 0x0A) {
      let message = try Array(line).withUnsafeBytes { try reader.read($0) }
      if let message { try receive(message) }
    }
  }

  private func receive(_ message: ServerMessage) throws {
    var request: Request?
    if case .reply = message { request = asked.removeFirst() }
    deliver(try replica.receive(message, answering: request))
    // Of a board that is counted: the rows that a broken connection has not brought.
    if case .board(.open)? = request { for rows in replica.missingAgain() { ask(rows) } }
    guard case .greeting = message else { return }
    ask(.connection(.hello(.init(name, token: token, heartbeat: .seconds(10)))))
    ask(replica.openRequest)
  }

  private func deliver(_ events: [ReplicaEvent]) {
    for event in events {
      if case .send(_, let tag, let request) = event { ask(request, tag: tag) }
      if case .drag(.changed(let session)) = event { resume(session) }
      show(event)
    }
  }

  /// Sends a request. Without a channel it is lost; changes are sent again by the replica.
  private func ask(_ request: Request, tag: String? = nil) {
    guard let outgoing else { return }
    asked.append(request)
    var line = WireBuffer()
    line.append(request, tag: tag)
    outgoing.yield(line.string)
  }
}

// What the user does.

extension BoardSession {
  /// Makes a change, which is shown at once.
  func make(_ change: OwnChange) throws(Refusal) { deliver(try replica.make(change).events) }

  /// Of a board that is counted: asks for items that come into sight, unless they are here.
  func fetch(_ range: Range<Int>, in section: Int) {
    for rows in replica.missing(in: range, section: section) { ask(rows) }
  }

  func begin(_ items: [ItemID]) {
    ask(.drag(.begin(.init(ItemReferences(ids: items), on: replica.board))))
  }

  func propose(_ session: SessionID, at place: Anchor) {
    ask(.drag(.propose(.init(Place(place), operation: nil, drag: session))))
  }

  /// Goes on with an own drag that the server suspended while there was no connection.
  private func resume(_ session: SessionID) {
    guard let drag = replica.drags[session], drag.isOwn, drag.isSuspended else { return }
    ask(.drag(.resume(.init(session))))
  }
}

/// Shows a board in a collection view.
@MainActor
func show(_ event: ReplicaEvent, in view: UICollectionView) {
  if event == .reload {
    view.reloadData()
    // Otherwise the view would read its counts when the next update has changed them.
    view.layoutIfNeeded()
  }
  guard case .update(let update) = event else { return }
  view.performBatchUpdates {
    view.deleteSections(IndexSet(update.deletedSections))
    view.insertSections(IndexSet(update.insertedSections))
    view.reloadSections(IndexSet(update.reloadedSections))
    for move in update.movedSections { view.moveSection(move.from, toSection: move.to) }
    view.deleteItems(at: update.deletedItems.map(\.inView))
    view.insertItems(at: update.insertedItems.map(\.inView))
    view.reloadItems(at: update.reloadedItems.map(\.inView))
    view.reconfigureItems(at: update.reconfiguredItems.map(\.inView))
    for move in update.movedItems { view.moveItem(at: move.from.inView, to: move.to.inView) }
  }
}

extension BoardSession {
  func follow(_ url: URL) async {
    await follow {
      let task = URLSession.shared.webSocketTask(with: url)
      task.resume()
      return task
    }
  }
}
