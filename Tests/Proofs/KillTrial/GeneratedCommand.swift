import BoardModel
import BoardWire
import CheckedClients
import Simulation

/// A generated command, without its tag.
struct GeneratedCommand {
  let board: BoardName
  let request: Request
  /// The rows of a block. They contain no ids for inserts.
  let rows: [String]
  /// Whether the board is temporary.
  let isTemporary: Bool

  init(
    _ board: BoardName, _ request: Request, rows: [String] = [], isTemporary: Bool = false
  ) {
    self.board = board
    self.request = request
    self.rows = rows
    self.isTemporary = isTemporary
  }

  /// The lines of the command.
  func bytes(tag: String) -> [UInt8] {
    var buffer = WireBuffer()
    buffer.append(request, tag: tag)
    guard case .block = request else { return buffer.bytes }
    for row in rows + ["end"] { buffer.append(bytes: Array(row.utf8) + [0x0A]) }
    return buffer.bytes
  }

  /// Whether its success is always a change, because it has a fresh text.
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

  /// The revision in a reply to the command.
  func moment(in answer: Reply) -> Evidence.Moment? {
    answer.revision.map { Evidence.Moment(board: board.string, revision: $0) }
  }

  /// The revision of a temporary board that the command produced.
  func temporaryMoment(in answer: Reply) -> Evidence.Moment? {
    guard isTemporary else { return nil }
    guard case .create(let created) = answer else { return moment(in: answer) }
    return Evidence.Moment(board: board.string, revision: created.revision)
  }
}

extension Reply {
  /// The revision that a change produced.
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
