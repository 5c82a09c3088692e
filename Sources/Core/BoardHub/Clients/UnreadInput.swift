/// What a connection sent and has not been executed yet.
///
/// It is executed a few lines at a time, so what is executed is not taken out of the memory each time.
struct UnreadInput {
  private var bytes: [UInt8] = []
  /// The bytes in front that are executed.
  private var executed: UInt32 = 0

  init() {}

  init(_ bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

  var count: Int { bytes.count - Int(executed) }
  var isEmpty: Bool { count == 0 }
  /// The bytes for which there is memory.
  var capacity: Int { bytes.capacity }

  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[Int(executed)...])) }
  }

  mutating func append(_ more: UnsafeRawBufferPointer) { bytes += more }

  /// - Complexity: O(1), amortised.
  mutating func removeFirst(_ count: Int) {
    executed += UInt32(count)
    if isEmpty {
      self = UnreadInput()
    } else if Int(executed) > bytes.count / 2 {
      bytes.removeFirst(Int(executed))
      executed = 0
    }
  }
}
