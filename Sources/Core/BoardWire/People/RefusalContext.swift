import BoardModel

/// What a sentence can say beyond the facts of a refusal: the command, its client, and what the board
/// tells at the cost of a lookup.
public struct RefusalContext {
  /// What a word of a command names, if it is not what the command wants.
  public enum Subject: Hashable, Sendable {
    case item
    case section
    case board
    /// The word names something if it is written in small letters.
    case inSmallLetters
  }

  /// How much there is where a path points.
  public struct Extent: Hashable, Sendable {
    var sections: Int
    /// The index of the section that the path names, and the number of its items; nil if there is none.
    var section: Int?
    var items: Int

    public init(sections: Int, section: Int? = nil, items: Int = 0) {
      self.sections = sections
      self.section = section
      self.items = items
    }
  }

  public var verb: Verb?
  public var client: ClientName?
  public var subject: Subject?
  public var extent: Extent?

  public init(_ verb: Verb? = nil, by client: ClientName? = nil) {
    self.verb = verb
    self.client = client
  }
}

extension Refusal {
  /// The word of the command that names nothing, of which a sentence may say what it is instead.
  public var unknownWord: String? {
    switch self {
    case .itemGone(let word), .sectionGone(let word): word
    case .unknownBoard(let board): board.string
    case .destinationGone(let place): place.behindColon
    case .accessDenied, .alreadySelected, .badPath, .batchRule, .boardDamaged, .boardExists,
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

extension String {
  /// What of a place is behind its keyword.
  var behindColon: String {
    guard let colon = utf8.lastIndex(of: UInt8(ascii: ":")) else { return self }
    return String(self[utf8.index(after: colon)...])
  }
}
