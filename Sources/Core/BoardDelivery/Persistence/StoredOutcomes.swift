import BoardAuthority
import BoardModel
import BoardWire

/// How the last drag sessions ended that dropped something, as the journal has them: beside the
/// boards, whose revisions go when a board is removed or continues under a used name (rule 13.3).
struct StoredOutcomes {
  /// `drop/` with the reply to the drop, under the numbers of their slots. Each key stands for a
  /// number that says which of them is the oldest.
  private var keys: [String] = []
  /// The slot that is used next when all are in use.
  private var oldest = 0
  private var count = 0

  init() {}

  /// Remembers how a session ended, if it dropped something.
  ///
  /// - Returns: The numbers to be stored that changed by that, and nil for one that goes.
  mutating func add(
    _ session: SessionID, _ outcome: SessionOutcome
  ) -> [(key: String, value: Int?)] {
    switch outcome {
    case .moved, .copied: break
    case .unchanged, .cancelled, .forbidden, .expired, .gone, .shutdown: return []
    }
    let key = Self.key(PerformReply(session, outcome: outcome))
    count += 1
    guard keys.count == Limits.outcomes else {
      keys.append(key)
      return [(key, count)]
    }
    let gone = keys[oldest]
    keys[oldest] = key
    oldest = (oldest + 1) % Limits.outcomes
    return [(key, count), (gone, nil)]
  }

  /// What was stored of them.
  init(stored numbers: [String: Int]) {
    let stored = numbers.filter { $0.key.hasPrefix(Self.prefix) }.sorted { $0.value < $1.value }
    keys = stored.map(\.key)
    count = stored.last?.value ?? 0
  }

  var bySession: [SessionID: SessionOutcome] {
    Dictionary(keys.compactMap(Self.ended).map { ($0.drag, $0.outcome) }) { $1 }
  }

  private static let prefix = "drop/"

  private static func key(_ ended: PerformReply) -> String {
    var line = WireBuffer()
    line.append(.perform(ended))
    return prefix + line.string.dropLast()
  }

  private static func ended(_ key: String) -> PerformReply? {
    var reader = MessageReader()
    let line = Array(key.utf8.dropFirst(prefix.utf8.count))
    let message = line.withUnsafeBytes { try? reader.read($0) }
    guard case .reply(let reply)? = message, case .perform(let ended)? = reply.ok else {
      return nil
    }
    return ended
  }
}
