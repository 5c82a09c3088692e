import ArgumentParser
import BoardAuthority
import BoardClient
import BoardModel
import BoardServer
import BoardWire

/// Boards that are added to a running server by the protocol: all, or none as far as others let it.
///
/// All boards are created before any is filled, so that a name that is there already costs nothing. What a board
/// has goes in pieces: a `replace`, and a `batch` for each piece beyond its limits. If one is refused, or the first
/// signal that ends the program arrives between two, the boards are removed again.
struct ServerImport {
  private let conversation: ScriptConversation
  /// The boards that the server has confirmed, with their latest revisions and the items that they have.
  private var created: [(board: BoardName, revision: Int, items: Int)] = []

  init(_ conversation: ScriptConversation) { self.conversation = conversation }

  /// Adds boards.
  ///
  /// - Returns: The revision of each.
  /// - Throws: `ExitCode` as `ScriptConversation.done` does, or 128 plus the number of a signal, after standard
  ///   error has said what is left behind.
  mutating func add(_ boards: [ReadBoard]) throws -> [Int] {
    EndingSignal.begin()
    do {
      for board in boards { try create(board.file.name) }
      for (index, board) in boards.enumerated() { try fill(index, with: board.file) }
    } catch let code as ExitCode {
      if code == ScriptConversation.lost { sayUnconfirmed(of: boards) } else { removeAll() }
      try EndingSignal.check()
      throw code
    }
    return created.map { $0.revision }
  }

  /// - Throws: `ExitCode` 128 plus the number of a signal that has arrived, after standard error has said so.
  private func stopIfSignalled() throws {
    do { try EndingSignal.check() } catch let code as ExitCode {
      complain("the import is interrupted", code)
      throw code
    }
  }

  private mutating func create(_ board: BoardName) throws {
    try stopIfSignalled()
    let answer = try conversation.done(.board(.create(.init(board))))
    guard case .create(let reply)? = answer.reply.ok else {
      throw ScriptConversation.unexpected(answer)
    }
    created.append((board, reply.revision, 0))
  }

  private mutating func fill(_ index: Int, with file: BoardFile) throws {
    try stopIfSignalled()
    var pieces = ContentPieces(file.content)
    var limit = Limits.replaceLines
    while !pieces.isAtEnd {
      try stopIfSignalled()
      let piece = pieces.next(lines: limit)
      let head = BlockRequest.Batch(file.name, revision: created[index].revision)
      var block = WireBuffer()
      if limit == Limits.replaceLines {
        block.append(head, piece.sections)
        try send(block.bytes, of: .replace, index, items: piece.itemCount)
      } else {
        block.append(head, piece.batch)
        try send(block.bytes, of: .batch, index, items: piece.itemCount)
      }
      limit = Limits.batchRows
    }
    try set(file)
  }

  /// Gives a board its policies and then the types of its fields, which so judge nothing that it has.
  private func set(_ file: BoardFile) throws {
    for (target, settings) in file.ownPolicies {
      for setting in settings {
        try stopIfSignalled()
        _ = try conversation.done(.policy(PolicyRequest(target, [setting], on: file.name)))
      }
    }
    guard !file.fieldTypes.isEmpty else { return }
    let types = Fields().changes(to: file.fieldTypes.words)
    _ = try conversation.done(.board(.fields(.init(file.name, changes: types))))
  }

  private mutating func send(
    _ block: [UInt8], of verb: Verb, _ index: Int, items: Int
  ) throws {
    let answer = try conversation.done(block, of: verb)
    let ok = answer.reply.ok
    guard let revision = ok?.filledRevision else { throw ScriptConversation.unexpected(answer) }
    created[index].revision = revision
    created[index].items += items
  }
}

// What is left of an import that failed.

extension ServerImport {
  /// Takes back what was added, unless others use it already.
  private func removeAll() {
    let left = created.filter { !conversation.isDone(.board(.removeBoard(.init($0.board)))) }
    if left.isEmpty { complain("no board was imported") }
    for (board, _, items) in left {
      complain(
        "the board \(board) is left with \(counted(items, "item")); `dropline remove-board \(board) --force` "
          + "removes it")
    }
  }

  /// Says what there may be on a server that does not answer any more.
  private func sayUnconfirmed(of boards: [ReadBoard]) {
    for (board, created) in zip(boards, created) {
      let count = board.file.content.reduce(0) { $0 + $1.items.count }
      let isWhole = created.items == count && created.revision > 0
      complain(
        isWhole
          ? "the board \(created.board) is there"
          : "the board \(created.board) is there with \(created.items) of its \(counted(count, "item")), or more; "
            + "`dropline remove-board \(created.board)` removes it before another try")
    }
    guard created.count < boards.count else { return }
    complain("the board \(boards[created.count].file.name) may be there without items")
  }
}

extension BoardFile {
  /// The settings of the board and of its sections, but for those that name a section that is gone.
  fileprivate var ownPolicies: [(PolicyRequest.Target, [PolicySetting])] {
    let sections = Set(content.map(\.id))
    var own: [(PolicyRequest.Target, [PolicySetting])] = [
      (.board, policies.ownSettings(for: .board))
    ]
    for section in content {
      own.append((.section(.id(section.id)), policies.ownSettings(for: .section(section.id))))
    }
    return own.map { target, settings in
      (target, settings.filter { $0.section.map(sections.contains) ?? true })
    }
  }
}

extension PolicySetting {
  /// The section to which it moves items; nil if it is no such setting.
  fileprivate var section: SectionID? {
    if case .onChoose(.move(.id(let section))) = self { section } else { nil }
  }
}

extension Reply {
  /// The revision of a board whose content was sent.
  fileprivate var filledRevision: Int? {
    if case .replace(let reply) = self { return reply.revision }
    if case .batch(let reply) = self { return reply.revision }
    return nil
  }
}
