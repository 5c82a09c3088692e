import BoardModel

/// Copies the contents of a journal into an empty one, and compares the two.
///
/// Of each board it copies the oldest snapshot and the revisions since, which is all that a replay reads.
public final class JournalCopy {
  private let source: any BoardSource
  private let target: any Journal
  /// The checksum of each board as it was read.
  private var sums: [BoardName: UInt64] = [:]
  private var group = JournalGroup()
  private var groupBytes = 0
  /// The bytes of a group, beyond which it is committed.
  private static let mostBytes = 1 << 20
  /// The revisions copied.
  public private(set) var revisionCount = 0

  /// - Parameters:
  ///   - source: The boards of an acquired journal. Each is read once.
  ///   - target: An acquired journal without contents.
  public init(from source: any BoardSource, to target: any Journal) {
    self.source = source
    self.target = target
  }

  /// Copies everything.
  ///
  /// - Parameter stored: What `acquire` of the source's journal has returned.
  /// - Throws: `JournalFault` if one cannot be read or written, or if the copy differs.
  /// - Complexity: O(stored bytes).
  public func run(_ stored: StoredServer) throws(JournalFault) {
    for (key, value) in stored.numbers { try add(.number(key, value), bytes: 64) }
    for client in stored.clients { try copy(client) }
    var boards: [StoredBoard] = []
    for board in stored.boards { boards.append(try copy(board)) }
    try commit()
    var expected = stored
    // They do not outlive a move.
    expected.drags = []
    expected.boards = boards
    try compare(expected)
  }

  private func copy(_ client: StoredClient) throws(JournalFault) {
    if let token = client.token { try add(.client(client.name, token: token), bytes: 128) }
    for reply in client.replies {
      try add(.reply(client.name, reply), bytes: 128 + reply.body.count)
    }
  }

  // MARK: Boards

  /// - Returns: The board as it is stored in the copy.
  private func copy(_ board: StoredBoard) throws(JournalFault) -> StoredBoard {
    var copied = board
    var isCreated = false
    var sum = Checksum()
    try source.replay(board.name) { step throws(JournalFault) in
      if !isCreated { try create(&copied, at: step) }
      isCreated = true
      sum.add(step)
      try add(step, of: board.name)
    }
    sums[board.name] = sum.value
    if !isCreated { try add(.created(board.name, revision: 0), bytes: 64) }
    for (key, value) in copied.numbers {
      try add(.boardNumber(board.name, key, value), bytes: 64)
    }
    return copied
  }

  /// Creates a board, which begins with this step.
  private func create(
    _ board: inout StoredBoard, at step: ReplayStep
  ) throws(JournalFault) {
    var revision = 0
    if case .snapshot(let first, _) = step { revision = first }
    // The newest snapshot of the copy is its only one.
    if board.numbers[JournalNumber.snapshot] != nil {
      board.numbers[JournalNumber.snapshot] = revision
    }
    append(.created(board.name, revision: revision), bytes: 64)
  }

  private func add(_ step: ReplayStep, of board: BoardName) throws(JournalFault) {
    switch step {
    case .snapshot(let revision, let body):
      try add(.snapshot(board, revision: revision, body: body), bytes: body.count)
    case .revision(let revision):
      revisionCount += 1
      try add(.revision(revision), bytes: 128 + revision.body.count)
    case .policy(let body):
      try add(
        .policy(board, target: JournalEntry.target(ofPolicy: body), body: body),
        bytes: 64 + body.count)
    }
  }

  // MARK: Groups

  private func append(_ entry: JournalEntry, bytes: Int) {
    group.append(entry)
    groupBytes += bytes
  }

  private func add(_ entry: JournalEntry, bytes: Int) throws(JournalFault) {
    append(entry, bytes: bytes)
    if groupBytes > Self.mostBytes { try commit() }
  }

  private func commit() throws(JournalFault) {
    let outcome = target.commit(group.removeAll())
    groupBytes = 0
    switch outcome {
    case .committed: try target.checkpoint()
    case .fenced: throw .inUse("somebody else writes to the copy")
    case .full: throw .failed("there is no room for the copy")
    case .unknown(let reason): throw .failed(reason)
    }
  }

  // MARK: Comparing

  private func compare(_ expected: StoredServer) throws(JournalFault) {
    let found = try target.acquire()
    guard found == expected else { throw .failed("the copy has other clients or boards") }
    for board in expected.boards {
      var sum = Checksum()
      try target.replay(board.name) { step throws(JournalFault) in sum.add(step) }
      guard sum.value == sums[board.name] else {
        throw .failed("the copy of board \(board.name) differs")
      }
    }
  }
}

extension Checksum {
  /// Adds a step of a replay, whatever the id of its board is.
  fileprivate mutating func add(_ step: ReplayStep) {
    switch step {
    case .snapshot(let revision, let body):
      add(revision)
      add(body)
    case .revision(let revision): add(Checksum(revision, of: 0).value)
    case .policy(let body): add(body)
    }
  }
}

/// Keys of numbers that a journal itself depends on.
public enum JournalNumber {
  /// The number of a board that is the revision of its newest snapshot.
  public static let snapshot = "snapshot"
}
