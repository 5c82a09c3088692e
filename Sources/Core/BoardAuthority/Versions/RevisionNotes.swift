import BoardModel

/// Who made a revision, when, and how.
public struct RevisionNote: Hashable, Sendable {
  public var author: Author
  /// Milliseconds since the beginning of 1970, UTC.
  public var time: Int
  public var origin: RevisionOrigin

  public init(author: Author, time: Int, origin: RevisionOrigin = .command) {
    self.author = author
    self.time = time
    self.origin = origin
  }
}

/// A note for each revision in the window of a board's `RevisionLog`.
///
/// It is updated with the log: one `append` for each revision, then one `trim` to the log's `oldest`. A
/// note takes 24 bytes. An author is stored once, and released with the last note.
public struct RevisionNotes: Sendable {
  private struct Entry: Sendable {
    var time: Int
    /// The number of the origin, and its kind in the lowest two bits.
    var origin: Int
    var author: Int32
  }

  /// The number of the newest revision.
  public private(set) var head: Int

  private var entries = SlidingArray<Entry>()
  private var authors = AuthorTable()

  /// The notes of a board at a revision, without notes of earlier revisions.
  public init(head: Int = 0) { self.head = head }

  /// The revision behind the first one with a note, as `RevisionLog.oldest`.
  public var oldest: Int { head - entries.count }

  /// The revisions that have a note.
  public var revisions: ClosedRange<Int>? { entries.isEmpty ? nil : oldest + 1...head }

  /// The note of a revision, or nil if there is none.
  ///
  /// - Complexity: O(1).
  public subscript(revision: Int) -> RevisionNote? {
    entry(of: revision).map { entry in
      RevisionNote(
        author: authors[entry.author], time: entry.time, origin: RevisionOrigin(bits: entry.origin))
    }
  }

  /// A function that returns whether a revision is by this author; make it once for many calls.
  ///
  /// - Complexity: O(1), and O(1) for each question.
  public func isOwn(of author: Author) -> (_ revision: Int) -> Bool {
    guard let number = authors.number(of: author) else { return { _ in false } }
    return { entry(of: $0)?.author == number }
  }

  /// Adds the note of the next revision.
  ///
  /// - Returns: the number of that revision.
  /// - Complexity: O(1), amortised.
  @discardableResult
  public mutating func append(_ note: RevisionNote) -> Int {
    head += 1
    let author = authors.retain(note.author)
    entries.append(Entry(time: note.time, origin: note.origin.bits, author: author))
    assert(self[head] == note, "a note is stored without loss")
    return head
  }

  /// Removes the notes up to a revision, which is then the `oldest`.
  ///
  /// - Parameter body: is called with each of them first, in order.
  /// - Complexity: O(notes that go), amortised.
  public mutating func trim(
    to oldest: Int, forgetting body: (_ revision: Int, _ note: RevisionNote) -> Void = { _, _ in }
  ) {
    let count = min(oldest, head) - self.oldest
    guard count > 0 else { return }
    for revision in self.oldest + 1...self.oldest + count {
      guard let note = self[revision] else { preconditionFailure("the notes have no gaps") }
      body(revision, note)
    }
    for entry in entries[0..<count] { authors.release(entry.author) }
    entries.removeFirst(count)
    assert(self.oldest == min(oldest, head), "the notes begin behind the oldest revision")
  }

  private func entry(of revision: Int) -> Entry? {
    let index = revision - oldest - 1
    return 0..<entries.count ~= index ? entries[index] : nil
  }
}

/// Authors with small numbers, reference counted.
private struct AuthorTable: Sendable {
  private var authors: [(author: Author, uses: Int)] = []
  private var numbers: [Author: Int32] = [:]
  private var free: [Int32] = []
  /// The number that was given last. Most revisions have the author of the one before.
  private var latest: Int32 = -1

  subscript(number: Int32) -> Author { authors[Int(number)].author }

  func number(of author: Author) -> Int32? { numbers[author] }

  /// Returns the number of an author and adds one use.
  mutating func retain(_ author: Author) -> Int32 {
    if latest >= 0, authors[Int(latest)].author == author, authors[Int(latest)].uses > 0 {
      authors[Int(latest)].uses += 1
      return latest
    }
    latest = insert(author)
    return latest
  }

  private mutating func insert(_ author: Author) -> Int32 {
    if let number = numbers[author] {
      authors[Int(number)].uses += 1
      return number
    }
    let number = free.popLast() ?? Int32(authors.count)
    assert(Int(number) == authors.count || authors[Int(number)].uses == 0, "the number is free")
    numbers[author] = number
    if Int(number) == authors.count {
      authors.append((author, 1))
    } else {
      authors[Int(number)] = (author, 1)
    }
    return number
  }

  mutating func release(_ number: Int32) {
    assert(authors[Int(number)].uses > 0, "an author is released once for each use")
    authors[Int(number)].uses -= 1
    guard authors[Int(number)].uses == 0 else { return }
    numbers[authors[Int(number)].author] = nil
    free.append(number)
  }
}

extension RevisionOrigin {
  fileprivate var bits: Int {
    switch self {
    case .command: 0
    case .drag(let session): session.number << 2 | 1
    case .undo(let revision): revision << 2 | 2
    case .redo(let revision): revision << 2 | 3
    }
  }

  fileprivate init(bits: Int) {
    switch bits & 3 {
    case 0: self = .command
    case 1: self = .drag(SessionID(bits >> 2))
    case 2: self = .undo(of: bits >> 2)
    default: self = .redo(of: bits >> 2)
    }
  }
}
