/// The channels of a link at the edge, which numbers them: each new one gets the lowest free number.
///
/// A number is free again when both ends have sent their last frame for it: the edge `closed`; the owner `close`,
/// `refused`, or `closed` as its answer. Each end sends exactly one of them, at once when the other's arrives, and
/// nothing for the channel behind it until the next `connect`. Frames arrive in order. So when a number is used
/// again, no frame of its former user is on its way in either direction.
public struct ChannelTable<Value> {
  private enum Slot {
    case free
    case open(Value)
    /// The edge has sent its last frame, or is about to; the channel waits for the owner's.
    case closing
  }

  private var slots: [Slot] = []
  /// The free numbers, a bit each.
  private var freeNumbers: [UInt64] = []
  /// No word before this one has a free number.
  private var firstWord = 0
  private let limit: Int

  /// - Parameter limit: The most channels.
  public init(limit: Int = LinkLimits.channels) { self.limit = limit }

  /// The numbers that were ever in use: all are below it.
  public var count: Int { slots.count }

  /// The value of a channel; nil if it is not open.
  public subscript(channel: Channel) -> Value? {
    guard channel.index < slots.count, case .open(let value) = slots[channel.index] else {
      return nil
    }
    return value
  }

  /// Whether the channel was closed by the edge and not yet by the owner.
  public func isClosing(_ channel: Channel) -> Bool {
    guard channel.index < slots.count, case .closing = slots[channel.index] else { return false }
    return true
  }

  /// Opens a channel with the lowest free number; nil if all are in use.
  ///
  /// - Complexity: O(channels / 64), and nearly always O(1).
  public mutating func open(_ value: Value) -> Channel? {
    while firstWord < freeNumbers.count, freeNumbers[firstWord] == 0 { firstWord += 1 }
    guard firstWord < freeNumbers.count else { return append(value) }
    let bit = freeNumbers[firstWord].trailingZeroBitCount
    freeNumbers[firstWord] &= ~(1 << UInt64(bit))
    let channel = Channel(index: firstWord * 64 + bit)
    slots[channel.index] = .open(value)
    return channel
  }

  private mutating func append(_ value: Value) -> Channel? {
    guard slots.count < limit else { return nil }
    if slots.count % 64 == 0 { freeNumbers.append(0) }
    slots.append(.open(value))
    return Channel(index: slots.count - 1)
  }

  /// Closes an open channel, whose number stays in use.
  ///
  /// - Returns: Its value; nil if it was not open.
  @discardableResult
  public mutating func close(_ channel: Channel) -> Value? {
    guard let value = self[channel] else { return nil }
    slots[channel.index] = .closing
    return value
  }

  /// Makes the number of a closed channel free.
  public mutating func free(_ channel: Channel) {
    precondition(isClosing(channel), "only a closed channel becomes free")
    slots[channel.index] = .free
    freeNumbers[channel.index / 64] |= 1 << UInt64(channel.index % 64)
    firstWord = min(firstWord, channel.index / 64)
  }
}

/// What a client was last sent by itself, and so what its last line can be.
public enum LastMessage: Hashable, Sendable {
  /// Lines of text, all of which are there.
  case text
  /// Objects of JSON, all of which are there.
  case objects
  /// A message whose rest is awaited: nothing can follow it.
  case unfinished
}

/// A channel at the edge.
final class EdgeChannel {
  /// Whether the client takes whole lines only.
  private let takesLines: Bool
  /// The beginning of a line whose rest is awaited.
  @exclusivity(unchecked) private var partialLine: [UInt8] = []
  /// What the client was last sent by itself; nil if nothing was.
  @exclusivity(unchecked) private(set) var lastMessage: LastMessage?
  /// Whether that began as an object of JSON.
  @exclusivity(unchecked) private var isJSON = false
  /// The bytes that the client has not taken.
  @exclusivity(unchecked) var unsentBytes = 0
  /// The input that the owner has not consumed.
  @exclusivity(unchecked) var unconsumedInput = 0
  /// The input that the owner has no room for.
  @exclusivity(unchecked) var bufferedInput: [UInt8] = []
  /// Whether the client will send nothing more.
  @exclusivity(unchecked) var hasEnded = false

  init(takesLines: Bool) { self.takesLines = takesLines }

  /// Whether the owner has room for input.
  var mayRead: Bool { unconsumedInput < LinkLimits.inputWindow }

  /// Receives bytes of the owner.
  ///
  /// - Returns: The whole lines that the client is sent now; nil if it is sent the bytes as they are.
  func receive(_ bytes: UnsafeRawBufferPointer, endsMessage: Bool) -> [UInt8]? {
    if lastMessage != .unfinished { isJSON = bytes.first == UInt8(ascii: "{") }
    lastMessage = endsMessage ? (isJSON ? .objects : .text) : .unfinished
    guard takesLines, !endsMessage || !partialLine.isEmpty else { return nil }
    partialLine += bytes
    let end =
      endsMessage
      ? partialLine.count : partialLine.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let lines = Array(partialLine[..<end])
    partialLine.removeFirst(end)
    return lines
  }
}
