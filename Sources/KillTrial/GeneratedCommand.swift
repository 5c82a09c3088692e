import BoardModel
import BoardWire

/// A command as an author wants it, without its tag.
struct GeneratedCommand {
  let board: BoardName
  let request: Request
  /// The rows of a block. They leave ids open.
  let rows: [String]
  /// Whether the board is one that comes and goes.
  let isTemporary: Bool

  init(
    _ board: BoardName, _ request: Request, rows: [String] = [], isTemporary: Bool = false
  ) {
    self.board = board
    self.request = request
    self.rows = rows
    self.isTemporary = isTemporary
  }

  /// The lines that ask for it.
  func bytes(tag: String) -> [UInt8] {
    var buffer = WireBuffer()
    buffer.append(request, tag: tag)
    guard case .block = request else { return buffer.bytes }
    for row in rows + ["end"] { buffer.append(bytes: Array(row.utf8) + [0x0A]) }
    return buffer.bytes
  }

  /// Whether its success is always a change, since it brings a text that was not there before.
  var alwaysChanges: Bool {
    switch request {
    case .edit(.insert), .edit(.edit), .edit(.insertSection), .edit(.renameSection),
      .edit(.delete), .edit(.deleteSection), .block, .policy, .board(.create):
      true
    default: false
    }
  }

  var isPerform: Bool {
    if case .drag(.perform) = request { true } else { false }
  }

  /// The revision that an answer says the board has reached by it.
  func moment(in answer: Reply) -> Evidence.Moment? {
    answer.revision.map { Evidence.Moment(board: board.string, revision: $0) }
  }
}

extension Reply {
  /// The revision that a change made.
  fileprivate var revision: Int? {
    if case .perform(let reply) = self { reply.outcome.revision } else { editedRevision }
  }
}

extension SessionOutcome {
  fileprivate var revision: Int? {
    switch self {
    case .moved(let revision, _), .copied(let revision, _, _), .unchanged(let revision, _):
      revision
    case .cancelled, .forbidden, .expired, .gone, .shutdown: nil
    }
  }
}
