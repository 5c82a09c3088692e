import BoardModel
import BoardWire

/// A search of the items of a board by their texts and fields, in steps of bounded work.
///
/// Case does not count, as with `find` of the protocol. A change of the board begins another pass
/// when the present one has ended, so that the passes of a busy board end. A board with items that have not arrived is
/// searched by the server, which lists the first of the matches.
struct BoardFind {
  /// The limit on the items that a step looks at. A step takes about 1 ms.
  static let stepItems = 16_384
  /// The limit on the items that a filtered board shows.
  static let shownLimit = 1_000

  /// One run through the board.
  fileprivate struct Pass {
    var path = IndexPath(section: 0, item: 0)
    var found: [ItemID] = []
  }

  /// The item at the cursor when the search began.
  let origin: ItemID?
  /// What is typed.
  private(set) var text = ""
  /// Whether the text is being typed.
  var isTyping = true
  /// Whether the other items are hidden.
  var isFiltering = true
  /// The cursor goes to the first match from the origin on, once it is found.
  var isSeeking = false
  /// The matches, in the order of the board as of their pass.
  private(set) var matches: [ItemID] = []
  private(set) var query = FindQuery("")
  /// Whether there are more matches than the server has listed.
  private(set) var hasMore = false
  /// Whether the matches are those of what was looked for before.
  private(set) var isStale = false
  /// What the server was asked for and has not answered.
  private var asked: BoardRequest.Find?
  /// The revision at which the server was asked, or has answered.
  private var askedRevision: Int?
  private var pass: Pass?
  private var isOutdated = false
  private var isFirstPass = true

  init(from origin: ItemID?) { self.origin = origin }

  /// Whether there is still something to look at, or to be answered.
  var isUnfinished: Bool { isDue || asked != nil }

  /// Whether there is something to look at, or to ask for.
  var isDue: Bool { asked == nil && (pass != nil || isOutdated) }

  /// Whether what is due is what was just typed.
  var isNew: Bool { pass != nil }

  /// The items that a filtered board shows; nil if it shows all. It is what there was until the server has answered.
  var shown: ArraySlice<ItemID>? {
    if isStale, matches.isEmpty { return nil }
    return isFiltering && !text.isEmpty ? matches.prefix(Self.shownLimit) : nil
  }

  /// Searches for something else.
  ///
  /// - Parameter isAsked: Whether the server is going to be asked.
  mutating func search(for text: String, isAsked: Bool = false) {
    self.text = text
    query = FindQuery(text)
    isStale = isAsked && !text.isEmpty
    if !isStale { matches = [] }
    hasMore = false
    isOutdated = false
    isFirstPass = true
    isSeeking = true
    pass = text.isEmpty ? nil : Pass()
  }

  /// Handles a change of the board; an item that arrives is none for the server.
  mutating func boardDidChange(_ board: Board, at revision: Int?) {
    isOutdated = !text.isEmpty && !(board.hasUnknownItems && revision == askedRevision)
  }

  /// What the server is to be asked for, and now is; nil if nothing is due, or if it would not understand.
  mutating func request(on board: BoardName, at revision: Int?) -> BoardRequest.Find? {
    guard isDue else { return nil }
    pass = nil
    isOutdated = false
    askedRevision = revision
    if query.problem == nil, query.fieldOfAnyValue == nil {
      asked = query.request(on: board)
    } else {
      (matches, isStale) = ([], false)
    }
    return asked
  }

  /// Receives the answer of the server, at a revision; nil if there is none.
  mutating func receive(
    _ found: Listing<FindRow>?, to request: BoardRequest.Find, at revision: Int?
  ) {
    guard request == asked else { return }
    asked = nil
    // Something else is looked for meanwhile.
    if pass != nil { return }
    isOutdated = found == nil
    guard let found else { return }
    askedRevision = revision
    matches = found.rows.map(\.item)
    isStale = false
    hasMore = found.hasMore
    isFirstPass = false
  }

  /// Looks at the next items.
  ///
  /// - Complexity: O(`stepItems` + sections).
  mutating func step(on board: Board) {
    if pass == nil, isOutdated {
      pass = Pass()
      isOutdated = false
      isFirstPass = false
    }
    guard var pass else { return }
    // A second reference to the matches would cost a copy of them.
    self.pass = nil
    let isFinished = pass.run(query, on: board, atMost: Self.stepItems)
    if isFirstPass {
      matches += pass.found
      pass.found = []
    } else if isFinished {
      matches = pass.found
    }
    self.pass = isFinished ? nil : pass
  }

  /// Whether an item matches.
  func isMatch(_ item: Item) -> Bool { !text.isEmpty && query.matches(item) }

  mutating func rename(_ old: ItemID, to new: ItemID) {
    if let index = matches.firstIndex(of: old) { matches[index] = new }
  }
}

extension BoardFind.Pass {
  /// - Returns: Whether the end of the board is reached.
  fileprivate mutating func run(
    _ query: FindQuery, on board: Board, atMost steps: Int
  ) -> Bool {
    var steps = steps
    while path.section < board.sectionCount {
      let count = board.itemCount(in: path.section)
      // The board may have changed since the last step.
      let first = min(path.item, count)
      let range = first..<min(count, first + steps)
      board.forEachItemBytes(in: path.section, range) { id, text, fields in
        guard query.matches(text, fields) else { return }
        if let item = ItemID(String(decoding: id, as: UTF8.self)) { found.append(item) }
      }
      steps -= range.count
      path.item = range.upperBound
      if path.item < count { return false }
      path = IndexPath(section: path.section + 1, item: 0)
    }
    return true
  }
}

extension BoardFind {
  /// The matches in a drawn line, as ranges of its characters.
  func ranges(in line: String) -> [Range<Int>] {
    let wanted = Array(query.text).map { $0.lowercased() }
    let characters = line.map { $0.lowercased() }
    guard !wanted.isEmpty, characters.count >= wanted.count else { return [] }
    var ranges: [Range<Int>] = []
    var index = 0
    while index + wanted.count <= characters.count {
      let range = index..<index + wanted.count
      if characters[range].elementsEqual(wanted) {
        ranges.append(range)
        index = range.upperBound
      } else {
        index += 1
      }
    }
    return ranges
  }

  /// The next match after a path, or before it, around the ends; nil if there is none.
  ///
  /// - Complexity: O(log² *n*) if no match was deleted.
  func match(
    after path: IndexPath, isForward: Bool, orAt isIncluded: Bool = false, on board: Board
  ) -> ItemID? {
    let matches = shown.map(Array.init) ?? matches
    let count = matches.count
    let next = matches.partitioningIndex { item in
      guard let other = board.indexPath(of: item) else { return false }
      return isForward && !isIncluded ? other > path : other >= path
    }
    for offset in 0..<count {
      let index = isForward ? next + offset : next - 1 - offset + count
      let item = matches[index % count]
      if let found = board.item(item), isMatch(found) { return item }
    }
    return nil
  }

  /// The number of a match, from one.
  func number(of item: ItemID?, on board: Board) -> Int? {
    guard let item, let path = board.indexPath(of: item) else { return nil }
    let index = matches.partitioningIndex { board.indexPath(of: $0).map { $0 >= path } ?? false }
    return matches.indices.contains(index) && matches[index] == item ? index + 1 : nil
  }
}
