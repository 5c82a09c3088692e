import Cluster
import Glibc

/// A client of the edge in a run, with what each end of the link did for it and saw of it.
final class RunClient {
  /// How the channel of a client ended.
  enum End: Equatable {
    case refused(ConnectRefusal)
    case closed(reason: UInt8)
  }

  let number: Int
  var channel: Channel

  // At the edge.
  var takesLines = false
  var isGone = false
  var isBlocked = false
  var hasEnded = false
  var input: [UInt8] = []
  var received: [[UInt8]] = []
  /// The parts so far of a message that is not complete.
  var part: [UInt8] = []
  /// What the owner said at the end.
  var seenEnd: End?

  // At the owner.
  var isConnected = false
  var sent: [[UInt8]] = []
  var consumedInput: [UInt8] = []
  var unconsumedInput = 0
  var sawEnded = false
  var isAbandoned = false
  var end: End?
  var isReportedBlocked = false
  var reportedBytes = 0
  /// Whether the owner knows that the channel is gone.
  var isReleased = false

  init(_ number: Int, on channel: Channel) {
    self.number = number
    self.channel = channel
  }

  var address: String { "client \(number)" }
  /// Whether the owner sends it something.
  var isOpen: Bool { isConnected && end == nil && !isReleased }

  /// What is wrong when everything has arrived; nil if nothing is.
  var problem: String? {
    if !sent.starts(with: received) { return "it got something else than it was sent" }
    if !input.begins(with: consumedInput) { return "it sent something else than was consumed" }
    let isWhole = !isGone && !isAbandoned
    if isWhole && received != sent { return "it got \(received.count) of \(sent.count) messages" }
    if isWhole && !part.isEmpty { return "its last message is not complete" }
    if isWhole && seenEnd != end { return "its end was \(seenEnd as Any), not \(end as Any)" }
    if !isGone && end == nil && consumedInput != input { return "its input was not consumed" }
    if !isGone && end == nil && sawEnded != hasEnded { return "the end of its input was not seen" }
    if isReleased != (isGone || end != nil) { return "the owner does not know whether it is gone" }
    if isOpen && (isReportedBlocked || reportedBytes != 0) { return "it still counts as blocked" }
    return nil
  }
}

extension [UInt8] {
  fileprivate func begins(with other: [UInt8]) -> Bool {
    count >= other.count && memcmp(self, other, other.count) == 0
  }
}
