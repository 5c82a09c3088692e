import BoardDelivery
import BoardHub
import BoardModel
import BoardWire
import Dispatch
import Synchronization

/// What a client in the process of its server was sent, and who waits for it.
///
/// The server's thread puts pieces in; a queue reads them, since a snapshot may be long, and since the threads of tasks may all be
/// busy.
final class HostInbox: Sendable {
  /// From so many bytes on that nobody has taken the client is a slow reader.
  private static let limit = 65_536

  private let state = Mutex(HostInboxState())
  private let queue = DispatchQueue(label: "dropline.host-client")
  // The queue alone uses it.
  nonisolated(unsafe) private var lines = HostLines()
  /// Is told that the client is no slow reader any more.
  private let onRoom: @Sendable (HostInbox) -> Void

  init(onRoom: @escaping @Sendable (HostInbox) -> Void) { self.onRoom = onRoom }

  // MARK: The server's thread

  func put(_ piece: OutputPiece) {
    state.withLock { $0.heldBytes += piece.count }
    queue.async { [self] in
      piece.withBytes { lines.read($0) { didRead($0, bytes: $1) } }
    }
  }

  /// The bytes that nobody has taken.
  var heldBytes: Int { state.withLock { $0.heldBytes } }

  var isFull: Bool { heldBytes >= Self.limit }

  /// Ends the conversation behind what was put in.
  func end(_ bye: Bye?) {
    queue.async { [self] in didEnd(bye) }
  }

  // MARK: The queue

  /// - Parameter bytes: The length of the message.
  private func didRead(_ message: ServerMessage, bytes: Int) {
    switch message {
    case .reply(let reply): taking { $0.takeAnswered(bytes) }?.resume(returning: reply)
    case .greeting, .unknown: taking { $0.heldBytes -= bytes }
    case .event, .batch, .snapshot, .counts:
      taking { $0.take(message, bytes) }?.resume(returning: message)
    }
  }

  /// Changes what is held, and says if there is room again.
  private func taking<Result>(_ body: (inout sending HostInboxState) -> sending Result) -> Result {
    let (result, hasRoom) = state.withLock { state in
      let wasFull = state.heldBytes >= Self.limit
      let result = body(&state)
      return (result, wasFull && state.heldBytes < Self.limit)
    }
    if hasRoom { onRoom(self) }
    return result
  }

  /// Lets nobody wait any longer.
  private func didEnd(_ bye: Bye?) {
    let (asked, waiting) = state.withLock { ($0.endAsked(bye), $0.endWaiting()) }
    for answer in asked { answer.resume(throwing: BoardServerFault.ended(bye)) }
    for one in waiting { one.resume(returning: nil) }
  }

  // MARK: Those who wait

  /// Keeps messages from now on.
  func keepMessages() { state.withLock { $0.keepsMessages = true } }

  /// Waits for a reply.
  ///
  /// - Parameter send: Sends the command of this number; false if the server has ended.
  /// - Throws: `BoardServerFault.ended`; what `giveUp` is told; `CancellationError`.
  func reply(sending send: @Sendable (Int) -> Bool) async throws -> ServerReply {
    let number = state.withLock { $0.nextNumber() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { answer in
        // Commands are sent in the order in which their replies are awaited.
        let isOpen = state.withLock { $0.await(answer, number, sending: send) }
        if !isOpen { answer.resume(throwing: closed) }
      }
    } onCancel: {
      giveUp(number, since: CancellationError())
    }
  }

  private var closed: any Error {
    Task.isCancelled ? CancellationError() : BoardServerFault.ended(state.withLock { $0.bye })
  }

  /// Whether the reply to a command is awaited.
  func awaits(_ number: Int) -> Bool { state.withLock { $0.awaits(number) } }

  /// Lets nobody wait for a reply any longer.
  func giveUp(_ number: Int, since fault: any Error) {
    state.withLock { $0.giveUp(number) }?.resume(throwing: fault)
  }

  /// Waits for the next message; nil at the end, and if the task is cancelled.
  func nextMessage() async -> ServerMessage? {
    let number = state.withLock { $0.nextNumber() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiting in
        switch taking({ $0.nextMessage(waiting, number) }) {
        case .message(let message): waiting.resume(returning: message)
        case .end: waiting.resume(returning: nil)
        case .none: return
        }
      }
    } onCancel: {
      state.withLock { $0.giveUpWaiting(number) }?.resume(returning: nil)
    }
  }
}

/// What a client has not taken, and the continuations of those who wait.
private struct HostInboxState {
  typealias Answer = CheckedContinuation<ServerReply, any Error>
  typealias Waiting = CheckedContinuation<ServerMessage?, Never>

  enum Next {
    case message(ServerMessage)
    case end
    /// The one who asks waits.
    case none
  }

  var heldBytes = 0
  var keepsMessages = false
  var bye: Bye?
  private var hasEnded = false
  private var lastNumber = 0
  /// The commands whose replies are to come, by number, in the order in which they were sent.
  private var sent: [Int] = []
  private var asked: [Int: Answer] = [:]
  /// Those that were given up before they were sent.
  private var givenUp: Set<Int> = []
  private var messages: [(message: ServerMessage, bytes: Int)] = []
  private var waiting: [(number: Int, waiting: Waiting)] = []

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// - Returns: Whether the command was sent.
  mutating func await(_ answer: Answer, _ number: Int, sending send: (Int) -> Bool) -> Bool {
    guard givenUp.remove(number) == nil, !hasEnded, send(number) else { return false }
    sent.append(number)
    asked[number] = answer
    return true
  }

  func awaits(_ number: Int) -> Bool { asked[number] != nil }

  mutating func giveUp(_ number: Int) -> Answer? {
    if !sent.contains(number) { givenUp.insert(number) }
    return asked.removeValue(forKey: number)
  }

  /// - Returns: Who waits for the reply that was read.
  mutating func takeAnswered(_ bytes: Int) -> Answer? {
    heldBytes -= bytes
    return sent.isEmpty ? nil : asked.removeValue(forKey: sent.removeFirst())
  }

  /// - Returns: Who waits for a message; nil if it is kept, or not wanted.
  mutating func take(_ message: ServerMessage, _ bytes: Int) -> Waiting? {
    if keepsMessages, waiting.isEmpty {
      messages.append((message, bytes))
      return nil
    }
    heldBytes -= bytes
    return waiting.isEmpty ? nil : waiting.removeFirst().waiting
  }

  mutating func nextMessage(_ one: Waiting, _ number: Int) -> Next {
    if givenUp.remove(number) != nil { return .end }
    if let first = messages.first {
      messages.removeFirst()
      heldBytes -= first.bytes
      return .message(first.message)
    }
    if hasEnded { return .end }
    waiting.append((number, one))
    return .none
  }

  mutating func giveUpWaiting(_ number: Int) -> Waiting? {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else {
      givenUp.insert(number)
      return nil
    }
    return waiting.remove(at: index).waiting
  }

  mutating func endAsked(_ bye: Bye?) -> [Answer] {
    if !hasEnded { self.bye = bye }
    defer { (asked, hasEnded) = ([:], true) }
    return Array(asked.values)
  }

  mutating func endWaiting() -> [Waiting] {
    defer { waiting = [] }
    return waiting.map(\.waiting)
  }
}
