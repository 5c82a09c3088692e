import BoardModel

/// Counts the wrong tokens for each name from each origin (rule 9.2).
package struct TokenGuesses {
  private struct Target: Hashable {
    let name: ClientName
    let origin: PeerOrigin
  }

  private struct Count {
    let start: Duration
    var guesses: Int
  }

  private var counts: [Target: Count] = [:]
  /// The targets in the order of their first wrong token.
  private var order: ArraySlice<Target> = []

  /// Whether there were too many wrong tokens for a name from an origin.
  ///
  /// - Complexity: O(1), amortised.
  package mutating func areTooMany(for name: ClientName, from origin: PeerOrigin, at now: Duration)
    -> Bool
  {
    forget(until: now)
    let count = counts[Target(name: name, origin: origin)]
    return (count?.guesses ?? 0) >= Limits.wrongTokens
  }

  /// Counts a wrong token.
  ///
  /// - Complexity: O(1), amortised.
  package mutating func note(_ name: ClientName, from origin: PeerOrigin, at now: Duration) {
    let target = Target(name: name, origin: origin)
    if counts[target] == nil {
      order.append(target)
      if order.count > Limits.guessedNames { counts[order.removeFirst()] = nil }
    }
    counts[target, default: Count(start: now, guesses: 0)].guesses += 1
  }

  private mutating func forget(until now: Duration) {
    while let first = order.first, let count = counts[first],
      count.start + Limits.guessMemory <= now
    {
      order.removeFirst()
      counts[first] = nil
    }
  }
}
