import BoardAuthority
import Libuv

/// A stream of which something is awaited for a limited time.
protocol AwaitedStream: AnyObject {
  var stream: SocketStream { get }
  /// When the wait ends.
  var deadline: Duration { get set }
}

/// Streams of which something is awaited, with the end of each wait.
struct AwaitedStreams<Member: AwaitedStream> {
  private var members: [ObjectIdentifier: Member] = [:]
  /// Those of streams that are not awaited any more are skipped.
  private var deadlines = Deadlines<ObjectIdentifier>()

  var count: Int { members.count }
  var all: some Collection<Member> { members.values }
  var streams: [SocketStream] { members.values.map(\.stream) }
  /// When the next wait ends; nil if there is none. It may be a little early.
  var nextDeadline: Duration? { members.isEmpty ? nil : deadlines.first?.time }

  mutating func insert(_ member: Member, until deadline: Duration) {
    let id = ObjectIdentifier(member.stream)
    member.deadline = deadline
    members[id] = member
    deadlines.insert(id, at: deadline)
  }

  func contains(_ stream: SocketStream) -> Bool { members[ObjectIdentifier(stream)] != nil }

  @discardableResult
  mutating func remove(_ stream: SocketStream) -> Member? {
    members.removeValue(forKey: ObjectIdentifier(stream))
  }

  /// The one whose wait ends first.
  var first: Member? {
    mutating get {
      while let time = deadlines.first?.time {
        if let member = next(until: time) { return member }
      }
      return nil
    }
  }

  /// Finds the next one whose time has come. It stays until it is removed.
  mutating func next(until now: Duration) -> Member? {
    while let (_, id) = deadlines.removeFirst(until: now) {
      guard let member = members[id] else { continue }
      if member.deadline <= now { return member }
    }
    return nil
  }
}
