/// The channels of the last broadcast, which the next one has in most cases.
struct BroadcastMemory {
  /// What the list of the last frame was.
  private(set) var channels: [Channel] = []
  /// When it was sent, as a count of changes of what is direct.
  private var changes = -1

  /// Whether the list is that of the last frame, and all of its channels are still direct.
  func isCurrent(_ list: [Channel], changes: Int) -> Bool {
    self.changes == changes && Self.isEqual(list, channels)
  }

  /// Notes the list of a frame.
  ///
  /// - Returns: Whether it is that of the last frame.
  mutating func replace(by list: [Channel], changes: Int) -> Bool {
    self.changes = changes
    if Self.isEqual(list, channels) { return true }
    channels.removeAll(keepingCapacity: true)
    channels.append(contentsOf: list)
    return false
  }

  /// The same as `==`, for thousands: the differences of many channels are looked at together.
  private static func isEqual(_ one: [Channel], _ other: [Channel]) -> Bool {
    guard one.count == other.count else { return false }
    return one.withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { other in
        for start in stride(from: 0, to: one.count, by: 64) {
          var difference: UInt32 = 0
          for index in start..<min(start + 64, one.count) {
            difference |= one[index].number ^ other[index].number
          }
          if difference != 0 { return false }
        }
        return true
      }
    }
  }
}
