// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

/// What a server counts or measures.
public enum Metric: String, CaseIterable, Hashable, Sendable {
  /// Seconds since the start.
  case uptimeSeconds = "uptime-seconds"
  /// Resident memory of the process.
  case memoryBytes = "memory-bytes"
  /// Open connections.
  case connections
  /// Connections that are being closed.
  case connectionsClosing = "connections-closing"
  /// Connections that have not taken what they were sent.
  case blockedReaders = "blocked-readers"
  /// Bytes that connections have not taken.
  case queueBytes = "queue-bytes"
  /// 1 while the disk is full (13.4), otherwise 0.
  case diskFull = "disk-full"
  /// 1 while commands are refused because the database does not answer (13.6), otherwise 0.
  case unavailable
  /// Boards.
  case boards
  /// Watchers of all boards.
  case watchers
  /// Live drag sessions by state.
  case dragSessions = "drag-sessions"
  /// Replies of this kind by the verb of their command.
  case commandsOk = "commands-ok"
  /// Replies of this kind by the verb of their command.
  case commandsRefused = "commands-refused"
  /// Replies of this kind by the verb of their command.
  case commandsError = "commands-error"
  /// Batches, their rows, and the revisions that they lead over; a batch for many watchers counts
  /// once.
  case batches
  /// Batches, their rows, and the revisions that they lead over; a batch for many watchers counts
  /// once.
  case batchRows = "batch-rows"
  /// Batches, their rows, and the revisions that they lead over; a batch for many watchers counts
  /// once.
  case batchRevisions = "batch-revisions"
  /// Compositions of edits to batches.
  case compositions
  /// Snapshots; one for many watchers counts once.
  case snapshots
  /// Writes to connections.
  case writes
  /// Bytes.
  case sentBytes = "sent-bytes"
  /// Bytes.
  case receivedBytes = "received-bytes"
  /// Turns of the event loop with a command, and commits of the journal.
  case turns
  /// Turns of the event loop with a command, and commits of the journal.
  case commits
  /// The longest time that this share of all turns, commits, or delays of a timer of the event loop
  /// took, rounded up.
  case turnMicroseconds = "turn-microseconds"
  /// The longest time that this share of all turns, commits, or delays of a timer of the event loop
  /// took, rounded up.
  case commitMicroseconds = "commit-microseconds"
  /// The longest time that this share of all turns, commits, or delays of a timer of the event loop
  /// took, rounded up.
  case lagMicroseconds = "lag-microseconds"
}
