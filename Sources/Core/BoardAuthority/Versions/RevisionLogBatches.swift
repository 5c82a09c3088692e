import BoardModel

/// One batch of a chain: it leads from one revision to another.
public struct RevisionLink: Hashable, Sendable {
  public var from: Int
  public var to: Int
  public var batch: BatchUpdate

  public init(from: Int, to: Int, batch: BatchUpdate) {
    self.from = from
    self.to = to
    self.batch = batch
  }
}

extension RevisionLog {
  /// The maximum number of edits of a range that may be cut. A longer range is one batch.
  static let cutEdits = 4_096
  /// The batches into which a range is cut at most.
  static let cutLinks = 8

  /// The batches that bring a cursor to the head, each one to be applied after the one before.
  ///
  /// It is one batch. If that would send many untouched items (a large section that was moved and
  /// edited in different revisions), it is several, cut at revisions in between. Only if the board at
  /// the head is the same as at the cursor is there a batch without rows, and then it is the only one.
  ///
  /// - Parameters:
  ///   - from: a cursor within the window.
  ///   - content: the board at the head.
  /// - Complexity: O(k log k) for k edits since the cursor, and the items of sections that are sent
  ///   whole; if it cuts, `cutLinks` times that.
  public func batches(from: Int, content: some BoardContent) -> [RevisionLink] {
    let edits = edits(since: from)
    if let edit = edits.first, edits.count == 1 {
      return [RevisionLink(from: from, to: head, batch: BatchUpdate(edit).asPlanted)]
    }
    let composition = Composition(edits)
    let batch = composition.batch(content: content).asPlanted
    let whole = RevisionLink(from: from, to: head, batch: batch)
    guard head - from > 1, edits.count <= Self.cutEdits,
      whole.batch.resendsSections
    else { return [whole] }
    let start = board(at: from, head: content)
    if isCheap(composition, from: start, editCount: edits.count) { return [whole] }
    let chain = chain(from: from, content: content)
    return chain.lineCount < [whole].lineCount ? chain : [whole]
  }

  private func chain(from: Int, content: some BoardContent) -> [RevisionLink] {
    var links: [RevisionLink] = []
    var cursor = from
    while cursor < head {
      let isLast = links.count == Self.cutLinks - 1
      let next = isLast ? head : reach(from: cursor, board(at: cursor, head: content))
      let batch = composition(from: cursor, to: next)
        .batch(content: board(at: next, head: content))
      links.add(RevisionLink(from: cursor, to: next, batch: batch))
      cursor = next
    }
    assert(links.first?.from == from && links.last?.to == head, "a chain leads to the head")
    assert(zip(links, links.dropFirst()).allSatisfy { $0.to == $1.from }, "without gaps")
    return links
  }

  /// The farthest revision that one batch reaches cheaply; at least the next one.
  private func reach(from start: Int, _ board: some BoardContent) -> Int {
    var good = start + 1
    var step = 1
    var isGrowing = true
    while step > 0, good < head {
      let next = min(good + step, head)
      let range = composition(from: start, to: next)
      if isCheap(range, from: board, editCount: edits(from: start, to: next).count) {
        good = next
      } else {
        isGrowing = false
      }
      step = isGrowing ? step * 2 : step / 2
    }
    assert(good > start && good <= head, "each link makes progress")
    return good
  }

  /// Whether a batch would send few untouched items.
  private func isCheap(
    _ composition: Composition, from board: some BoardContent, editCount: Int
  ) -> Bool {
    composition.resentCount(before: board) <= max(16, 4 * editCount)
  }
}

extension BatchUpdate {
  /// Whether a section that is on both boards is sent whole.
  fileprivate var resendsSections: Bool {
    let gone = Set(deletedSections.map(\.id))
    return insertedSections.contains { gone.contains($0.id) }
  }
}

extension [RevisionLink] {
  /// The number of lines it takes to write the batches.
  fileprivate var lineCount: Int {
    reduce(0) { sum, link in
      sum + 1 + link.batch.rowCount + link.batch.insertedSections.reduce(0) { $0 + $1.items.count }
    }
  }

  /// Adds a link, so that none without rows remains beside others.
  fileprivate mutating func add(_ link: RevisionLink) {
    guard let last, last.batch.isEmpty || link.batch.isEmpty else {
      append(link)
      return
    }
    let batch = last.batch.isEmpty ? link.batch : last.batch
    self[count - 1] = RevisionLink(from: last.from, to: link.to, batch: batch)
  }
}
