/// How long a journal waits for its database.
package struct DatabaseTimeouts: Sendable {
  /// For an answer, before the connection is given up. Each time that a group is sent once more it is twice as
  /// long, up to `longestAnswer`: a primary that waits for its standby keeps what it has got.
  package var answer: Duration = .seconds(10)
  package var longestAnswer: Duration = .seconds(300)
  /// For a database in which the outcome of a group can be read; nil for ever.
  package var outage: Duration?
  /// Between two tries.
  package var pause: Duration = .milliseconds(200)

  package init() {}
}
