import BoardCore
import BoardWire

/// The drag events of one board that not every watcher has seen yet, in order.
///
/// Each event has a number. A watcher is at a number as it is at a revision; what it is owed is
/// everything behind it. Of the `over` events of one session only the last is kept.
struct PresenceLog {
  struct Entry {
    let number: Int
    let event: Event
    /// The connection whose own command made the event and which its reply already told.
    let origin: ConnectionID?
  }

  /// The events kept. A watcher that is further behind gets a snapshot.
  private static let capacity = 4_096

  private var entries: [Entry] = []
  /// The number of the last event; 0 before the first.
  private(set) var head = 0
  /// The number from which on everything is still here.
  private(set) var tail = 0

  /// Puts an event behind the others and returns its number.
  ///
  /// - Complexity: O(1) but for `over` and `ended`, which look for the `over` they replace among
  ///   the events that some watcher has not seen.
  mutating func append(_ event: Event, origin: ConnectionID?) -> Int {
    if let session = event.replacedOver {
      entries.removeAll { $0.event.over == session }
    }
    head += 1
    entries.append(Entry(number: head, event: event, origin: origin))
    if entries.count > Self.capacity {
      entries.removeFirst(Self.capacity / 2)
      tail = entries[0].number - 1
    }
    return head
  }

  /// The events behind a number, in order.
  func entries(since number: Int) -> ArraySlice<Entry> {
    guard number < head else { return [] }
    let first = entries.partitioned { $0.number > number }
    return entries[first...]
  }

  /// Forgets everything: all watchers are at `head`.
  mutating func clear() {
    entries.removeAll(keepingCapacity: true)
    tail = head
  }
}

extension Event {
  /// The session whose place this event tells, or nil for every other event.
  fileprivate var over: SessionID? {
    if case .over(let session, _) = self { session } else { nil }
  }

  /// The session whose earlier `over` means nothing any more once this event is there.
  fileprivate var replacedOver: SessionID? {
    switch self {
    case .over(let session, _), .ended(let session, _): session
    case .began, .items, .suspended, .resumed, .bye: nil
    }
  }
}

extension RandomAccessCollection where Index == Int {
  /// The index of the first element of which the condition holds, where it holds of all behind it.
  ///
  /// - Complexity: O(log count).
  func partitioned(_ condition: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
