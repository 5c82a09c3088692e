import BoardModel

/// A search of one board for the items whose text contains another, without regard to case.
///
/// A search looks at the items in the order of their paths. Each call is limited in steps, so that
/// a search of a million items blocks nothing else. Case is that of `CaseFolding`.
///
/// The board may change between two calls: the path of the next item is carried through the edits
/// since, as a gap. A search visits each item that nobody touches once. It may see an item that is
/// moved twice or not at all, and skips the rest of a section that is deleted or moved. After more
/// than `Limits.carriedEdits` edits it continues at the same path. A match is as of its call.
public struct BoardSearch: Sendable {
  /// An item that was found.
  public struct Match: Hashable, Sendable {
    public let path: IndexPath
    public let item: ItemID
    public let text: Text
  }

  /// The budget of one call, and what the call found.
  private struct Turn {
    let most: Int
    var steps: Int
    var matches: [Match] = []

    var hasBudget: Bool { steps > 0 && matches.count < most }
  }

  /// The steps of a call that takes 0.3 ms for short ASCII texts, and less than 1 ms in the worst case.
  public static let turnSteps = 4_096
  /// The number of items that are looked up on the board at a time.
  private static let stride = 256

  /// Whether the search reached the end of the board.
  public private(set) var isFinished = false
  private let needle: FoldedText
  private let fields: Fields
  /// The path of the next item, at a revision.
  private var path = IndexPath(section: 0, item: 0)
  private var revision = 0

  /// Begins a search. Every text contains an empty one.
  ///
  /// - Parameter fields: The values that fields of an item must have.
  public init(for text: Text, fields: Fields = Fields()) {
    needle = FoldedText(text)
    self.fields = fields
  }

  /// Continues the search by at least one item or section.
  ///
  /// - Parameters:
  ///   - most: The maximum number of matches to return.
  ///   - steps: The number of steps after which to stop: a section is one step, an item is one and one more for
  ///     each 64 bytes of its text and fields, or for each 8 bytes if the text is not ASCII.
  ///   - versions: The board as it is now, which is the same one at each call.
  /// - Complexity: O(steps + log *n*), and O(edits since the last call).
  public mutating func next(
    _ most: Int = .max, upTo steps: Int, on versions: VersionedBoard
  ) -> [Match] {
    precondition(most > 0 && steps > 0, "a call makes progress")
    let board = versions.board
    if path != IndexPath(section: 0, item: 0) { carry(to: versions) }
    var turn = Turn(most: most, steps: steps)
    while path.section < board.sectionCount, turn.hasBudget {
      search(board, in: &turn)
      guard path.item == board.itemCount(in: path.section) else { break }
      path = IndexPath(section: path.section + 1, item: 0)
      turn.steps -= 1
    }
    isFinished = path.section >= board.sectionCount
    revision = versions.log.head
    return turn.matches
  }

  /// Whether the search finds an item that has a text and fields.
  public func finds(_ text: Text, _ fields: Fields) -> Bool {
    fields.contain(self.fields)
      && Array(text.string.utf8).withUnsafeBytes {
        needle.isContained(in: $0, isASCII: $0.isASCII)
      }
  }

  /// Looks at the items of a section, from the path on.
  private mutating func search(_ board: Board, in turn: inout Turn) {
    let count = board.itemCount(in: path.section)
    assert(path.item >= 0 && path.item <= count, "the path is a gap of the section")
    while path.item < count, turn.hasBudget {
      let range = path.item..<min(count, path.item + Self.stride)
      board.forEachItemBytes(in: path.section, range) { name, text, fields in
        guard turn.hasBudget else { return }
        let isASCII = text.isASCII
        turn.steps -= 1 + (text.count + fields.byteCount) / (isASCII ? 64 : 8)
        if fields.contain(self.fields), needle.isContained(in: text, isASCII: isASCII) {
          turn.matches.append(Match(path: path, name, text))
        }
        path.item += 1
      }
    }
  }

  /// Carries the path from its revision to the newest one.
  private mutating func carry(to versions: VersionedBoard) {
    let board = versions.board
    if revision >= versions.log.oldest(within: Limits.carriedEdits), revision < versions.log.head {
      for edit in versions.log.edits(since: revision) { path = path.carried(over: edit) }
    }
    if path.section < board.sectionCount {
      path.item = min(path.item, board.itemCount(in: path.section))
    }
    assert(path.section >= 0 && path.item >= 0, "a gap is carried to a gap")
  }
}

extension BoardSearch.Match {
  fileprivate init(
    path: IndexPath, _ name: UnsafeRawBufferPointer, _ text: UnsafeRawBufferPointer
  ) {
    self.path = path
    item = ItemID(unchecked: String(decoding: name, as: UTF8.self))
    self.text = Text(String(decoding: text, as: UTF8.self))
  }
}

extension IndexPath {
  /// The path as a gap. If its section is deleted or moved, it is the start of the next section.
  fileprivate func carried(over edit: Edit) -> IndexPath {
    let isMovedAway = if case .moveSection(_, section, _) = edit { true } else { false }
    if !isMovedAway, let gap = edit.map(gap: self) { return gap }
    return IndexPath(section: edit.map(sectionGap: section), item: 0)
  }
}
