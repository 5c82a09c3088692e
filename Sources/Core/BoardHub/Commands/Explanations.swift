import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// What refusals say to people, which depends on the command, its client and the board.
struct Explanations {
  let boards: BoardDirectory
  let authorization: Authorization

  /// The answer to a command that is refused.
  ///
  /// - Parameter live: The board that the command named, if any.
  /// - Complexity: A few lookups, whatever the size of the board.
  func answer(
    to refusal: Refusal, of verb: Verb, on live: LiveBoard?, to connection: ClientConnection
  ) -> Answer {
    let (client, refusal) = (
      connection.client, authorization.visible(refusal, to: connection.client)
    )
    var context = RefusalContext(verb, by: client.name)
    var live = live ?? connection.currentBoard
    // Of a board that does not exist for the client nothing is said.
    if let name = live?.name, !authorization.mayView(name, client) { live = nil }
    if let word = refusal.unknownWord { context.subject = subject(of: word, on: live, for: client) }
    var sentence: String?
    if case .badPath(let place) = refusal { sentence = live?.extent(at: place, of: verb) }
    return Answer(.refused(refusal, sentence: sentence ?? refusal.sentence(in: context)))
  }

  /// What a word names, if anything.
  private func subject(
    of word: String, on live: LiveBoard?, for client: Client
  ) -> RefusalContext.Subject? {
    if let named = named(word, on: live, for: client) { return named }
    guard word.utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return nil }
    return named(word.lowercased(), on: live, for: client) == nil ? nil : .inSmallLetters
  }

  private func named(
    _ word: String, on live: LiveBoard?, for client: Client
  ) -> RefusalContext.Subject? {
    if let board = live?.versions.board {
      if let id = ItemID(word), board.contains(id) { return .item }
      if let id = SectionID(word), board.index(of: id) != nil { return .section }
    }
    guard let board = BoardName(word), boards.contains(board), authorization.mayView(board, client)
    else {
      return nil
    }
    return .board
  }
}

extension Refusal {
  /// The word of the command that names nothing, of which a sentence may say what it is instead.
  fileprivate var unknownWord: String? {
    switch self {
    case .itemGone(let word), .sectionGone(let word): word
    case .unknownBoard(let board): board.string
    case .destinationGone(let place): place.behindColon
    case .accessDenied, .alreadySelected, .badPath, .badValue, .batchRule, .boardDamaged,
      .boardExists,
      .boardInUse, .diskFull, .draining, .duplicateItem, .futureRevision, .idTaken, .itemsGone,
      .leased, .limit, .mixedSession,
      .nameTaken, .noBoard, .noSession, .notDraggable, .notOpen, .notOwner,
      .notSelectable, .notSelected, .notSuspended, .nothingToRedo, .nothingToUndo,
      .otherVersion, .revisionTooOld, .selectionKept, .sessionEnded, .sessionSuspended,
      .severalSessions,
      .spaceChosen, .staleRevision, .tagUsed, .unavailable, .undoConflict, .unknownSession,
      .unknownSpace:
      nil
    }
  }
}

extension LiveBoard {
  /// How much there is where an index or an index path of a command points; nil for one of an earlier revision, which tells
  /// nothing.
  fileprivate func extent(at place: String, of verb: Verb) -> String? {
    guard let index = place.sectionIndex else { return nil }
    let board = versions.board
    guard board.hasSection(at: index), place.utf8.contains(UInt8(ascii: ".")) else {
      let takesEnd = verb == .insertSection || verb == .moveSection
      return board.sectionCount == 0
        ? "The board has no sections: insert-section end TEXT"
        : "Sections count from 0, and the last one is \(board.sectionCount - 1)"
          + (takesEnd ? "; \"end\" is behind it." : ".")
    }
    let count = board.itemCount(in: index)
    if count == 0 { return "Section \(index) is empty; its only place is \(index).0." }
    return
      "Section \(index) has \(count == 1 ? "1 item" : "\(count) items"), of which the first is "
      + "\(index).0; end:\(index) is the place behind the last."
  }
}

extension String {
  /// The index of a section that a place begins with, behind its keyword; nil if the place is of a revision.
  fileprivate var sectionIndex: Int? {
    var (index, digits) = (0, 0)
    for byte in utf8 {
      if byte == UInt8(ascii: "@") { return nil }
      if byte == UInt8(ascii: ":") { (index, digits) = (0, 0) }
      guard byte != UInt8(ascii: "."), byte >= 0x30, byte <= 0x39, digits < 9 else {
        if byte == UInt8(ascii: ".") { digits = 9 }
        continue
      }
      (index, digits) = (index * 10 + Int(byte - 0x30), digits + 1)
    }
    return index
  }
}
