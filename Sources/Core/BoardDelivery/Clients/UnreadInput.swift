/// What a connection sent and has not been executed yet.
///
/// It is executed a few lines at a time, so what is executed is not taken out of the memory each time. Most connections have
/// none, for which this is as small as a reference.
package struct UnreadInput {
  private final class Storage {
    var bytes: [UInt8]
    /// The bytes in front that are executed.
    var executed = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }
  }

  private var storage: Storage?

  package init() {}

  package init(_ bytes: UnsafeRawBufferPointer) {
    if !bytes.isEmpty { storage = Storage(Array(bytes)) }
  }

  package var count: Int { storage.map { $0.bytes.count - $0.executed } ?? 0 }
  package var isEmpty: Bool { storage == nil }
  /// The bytes for which there is memory.
  var capacity: Int { storage?.bytes.capacity ?? 0 }

  package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    guard let storage else { return body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    let bytes = storage.bytes
    return bytes.withUnsafeBytes {
      body(UnsafeRawBufferPointer(rebasing: $0[storage.executed...]))
    }
  }

  package mutating func append(_ more: UnsafeRawBufferPointer) {
    if let storage { storage.bytes += more } else { self = UnreadInput(more) }
  }

  /// - Complexity: O(1), amortised.
  package mutating func removeFirst(_ count: Int) {
    guard let storage else { return }
    storage.executed += count
    if storage.executed == storage.bytes.count {
      self.storage = nil
    } else if storage.executed > storage.bytes.count / 2 {
      storage.bytes.removeFirst(storage.executed)
      storage.executed = 0
    }
  }
}
