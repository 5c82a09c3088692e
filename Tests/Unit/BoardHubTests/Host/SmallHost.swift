import BoardDelivery
import BoardHub
import BoardModel
import Foundation
import Glibc
import Simulation

/// A server of one thread on socket pairs, with nothing of the hub but what is public: whoever hosts one needs no more.
final class SmallHost {
  private static let start = ContinuousClock.now

  let hub = Hub(epoch: Epoch("test")!, hash: TokenDigest.init(simulated:))
  private var streams: [ConnectionID: Int32] = [:]
  /// What streams have not taken yet.
  private var unsent: [ConnectionID: [UInt8]] = [:]
  /// The connections of which nothing is read until `goOn` returns them.
  private var paused: Set<ConnectionID> = []
  private var deadline: Duration?
  private let finished = FinishedJobs()

  init() { hub.service.useOtherThreads() }

  private var now: Duration { Self.start.duration(to: .now) }

  /// Connects a client.
  ///
  /// - Returns: The client's end of the stream.
  func connect() -> Int32 {
    let (server, client) = nonBlockingPair()
    streams[hub.connect(at: now)] = server
    return client
  }

  /// Waits until something is to be done, and does it.
  func turn() {
    wait()
    for job in finished.removeAll() { hub.finished(job) }
    for id in streams.keys where unsent[id] != nil { write(to: id) }
    for id in streams.keys where !paused.contains(id) { read(from: id) }
    paused.subtract(hub.goOn(at: now))
    let turn = hub.endTurn(at: now)
    for effect in turn.effects { perform(effect) }
    for job in turn.jobs { run(job) }
    deadline = turn.nextDeadline
  }

  private func wait() {
    var polled = [pollfd(fd: finished.signal, events: Int16(POLLIN), revents: 0)]
    for (id, stream) in streams {
      let events = (paused.contains(id) ? 0 : POLLIN) | (unsent[id] == nil ? 0 : POLLOUT)
      polled.append(pollfd(fd: stream, events: Int16(events), revents: 0))
    }
    let rest = min(deadline.map { max(.zero, $0 - now) } ?? .seconds(1), .milliseconds(100))
    let milliseconds = hub.hasUnread ? 0 : Int32(rest / .milliseconds(1)) + 1
    _ = poll(&polled, UInt(polled.count), milliseconds)
  }

  private func read(from id: ConnectionID) {
    guard let stream = streams[id] else { return }
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      let count = recv(stream, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return count == 0 ? hub.inputEnded(by: id, at: now) : () }
      if !hub.receive(.init(rebasing: buffer[..<count]), from: id, at: now) { paused.insert(id) }
    }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .send(let pieces, let id): send(pieces, to: id)
    case .broadcast(let encoding, let ids): for id in ids { send([.shared(encoding)], to: id) }
    case .close(let id, _):
      _ = hub.disconnected(id, at: now)
      if let stream = streams.removeValue(forKey: id) { close(stream) }
    }
  }

  private func send(_ pieces: [OutputPiece], to id: ConnectionID) {
    for piece in pieces {
      switch piece {
      case .own(let bytes): unsent[id, default: []] += bytes
      case .shared(let encoding): unsent[id, default: []] += encoding.bytes
      }
    }
    write(to: id)
  }

  private func write(to id: ConnectionID) {
    guard let stream = streams[id], var rest = unsent.removeValue(forKey: id) else { return }
    rest.removeFirst(max(0, Glibc.send(stream, rest, rest.count, Int32(MSG_NOSIGNAL))))
    if !rest.isEmpty { unsent[id] = rest }
    hub.setBlocked(id, !rest.isEmpty, unsentBytes: rest.count)
  }

  private func run(_ job: Job) {
    Thread.detachNewThread { [finished] in
      job.run()
      finished.append(job)
    }
  }
}
