import BoardAuthority
import Libuv

/// A stream of which something is awaited for a limited time.
package protocol AwaitedStream: AnyObject {
  var stream: SocketStream { get }
  /// When the wait ends.
  var deadline: Duration { get set }
}

/// Streams of which something is awaited, with the end of each wait.
package struct AwaitedStreams<Member: AwaitedStream> {
  private var members: [ObjectIdentifier: Member]
  /// Those of streams that are not awaited any more are skipped.
  private var deadlines: Deadlines<ObjectIdentifier>

  package init() { (members, deadlines) = ([:], Deadlines()) }

  package var count: Int { members.count }
  package var all: some Collection<Member> { members.values }
  package var streams: [SocketStream] { members.values.map(\.stream) }
  /// When the next wait ends; nil if there is none. It may be a little early.
  package var nextDeadline: Duration? { members.isEmpty ? nil : deadlines.first?.time }

  package mutating func insert(_ member: Member, until deadline: Duration) {
    let id = ObjectIdentifier(member.stream)
    member.deadline = deadline
    members[id] = member
    deadlines.insert(id, at: deadline)
  }

  package func contains(_ stream: SocketStream) -> Bool { members[ObjectIdentifier(stream)] != nil }

  @discardableResult
  package mutating func remove(_ stream: SocketStream) -> Member? {
    members.removeValue(forKey: ObjectIdentifier(stream))
  }

  /// The one whose wait ends first.
  package var first: Member? {
    mutating get {
      while let time = deadlines.first?.time {
        if let member = next(until: time) { return member }
      }
      return nil
    }
  }

  /// Finds the next one whose time has come. It stays until it is removed.
  package mutating func next(until now: Duration) -> Member? {
    while let (_, id) = deadlines.removeFirst(until: now) {
      guard let member = members[id] else { continue }
      if member.deadline <= now { return member }
    }
    return nil
  }
}
