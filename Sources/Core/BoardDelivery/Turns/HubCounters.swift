import BoardModel
import BoardWire

/// What a hub has done so far, for its operator. Nothing depends on it.
package final class HubCounters {
  /// How often a verb had each kind of reply.
  private struct Replies {
    var ok = 0
    var refused = 0
    var error = 0
  }

  /// By `Verb.number`.
  @exclusivity(unchecked) private var byVerb = [Replies](repeating: Replies(), count: Verb.count)
  /// The replies to lines whose verb could not be read.
  @exclusivity(unchecked) private var others = Replies()
  /// How often edits were composed for a reader or for several at once.
  @exclusivity(unchecked) package internal(set) var compositions = 0
  /// The batches that these gave, their rows, and the revisions that they led over.
  @exclusivity(unchecked) package private(set) var batches = 0
  @exclusivity(unchecked) package private(set) var rows = 0
  @exclusivity(unchecked) package private(set) var revisions = 0
  /// How often a snapshot was sent to a reader or to several at once.
  @exclusivity(unchecked) package internal(set) var snapshots = 0

  /// The replies by the verbs of their commands, `none` for lines whose verb could not be read.
  package var replyRows: [StatsRow] {
    let replies = Verb.allCases.map { ($0.rawValue, byVerb[$0.number]) } + [("none", others)]
    return replies.flatMap { verb, replies in
      [
        StatsRow(.commandsOk, count: replies.ok, label: verb),
        StatsRow(.commandsRefused, count: replies.refused, label: verb),
        StatsRow(.commandsError, count: replies.error, label: verb),
      ]
    }.filter { $0.count > 0 }
  }

  /// - Parameter verb: The verb of the command, unless the reply says it.
  package func count(_ reply: Reply, to verb: Verb?) {
    if case .refused = reply {
      count(verb) { $0.refused += 1 }
    } else if case .error(_, let read) = reply {
      count(verb ?? read) { $0.error += 1 }
    } else {
      assert(verb == nil || verb == reply.verb, "a reply answers its command")
      count(verb ?? reply.verb) { $0.ok += 1 }
    }
  }

  package func count(_ batch: BatchUpdate, from: Int, to: Int) {
    batches += 1
    rows += batch.rowCount
    revisions += to - from
  }

  private func count(_ verb: Verb?, _ body: (inout Replies) -> Void) {
    guard let verb else { return body(&others) }
    body(&byVerb[verb.number])
  }
}
