/// A list as a piece table: runs of old elements and single touched elements, in their order now.
///
/// An old list ends in an endless run, so that its length need not be known.
///
/// A range of revisions touches many lists a little and sometimes one list a lot. So the pieces are in
/// one array, and an untouched list has none. The array of a list that grows is divided into blocks.
/// A search has three short scans: over sums of blocks, over blocks and over pieces.
struct PieceTable {
  /// The length of the endless run. Every index is below half of it.
  static let endless = 1 << 30

  /// The pieces: in order if there are no blocks, else by blocks.
  private var slots: [Piece] = []
  private var blocks = PieceBlocks()
  /// Whether the list is old and has no pieces yet: it is one endless run.
  private var isUntouched: Bool

  /// An old list of which nothing is touched yet.
  static var old: PieceTable { PieceTable(isUntouched: true) }

  /// A new and empty list.
  static var new: PieceTable { PieceTable(isUntouched: false) }

  private init(isUntouched: Bool) { self.isUntouched = isUntouched }

  /// The location of an element in the table, valid until the table changes.
  struct Cursor {
    /// The piece that holds the element; a run of none at the end of a list.
    fileprivate(set) var piece: Piece
    /// The element's offset in the piece.
    fileprivate(set) var offset: Int
    fileprivate var block: Int
    fileprivate var slot: Int

    /// The piece from the element on, if there is one.
    fileprivate var rest: Piece? { offset < piece.count ? piece.dropFirst(offset) : nil }
    /// What the piece holds behind the element.
    fileprivate var behind: Piece? {
      offset + 1 < piece.count ? piece.dropFirst(offset + 1) : nil
    }
  }

  /// Finds the element at an index, or the end of the list.
  ///
  /// - Complexity: O(√pieces) with a small factor, as is all that follows.
  func find(_ index: Int) -> Cursor {
    assert(index >= 0 && index < Self.endless / 2, "an index is in the list")
    if isUntouched {
      return Cursor(piece: .run(0, count: Self.endless), offset: index, block: 0, slot: 0)
    }
    var rest = index
    let block = blocks.find(&rest)
    let range = range(of: block)
    let pieces = slots.span.extracting(range)
    var number = 0
    while number < pieces.count, rest >= pieces[number].count {
      rest -= pieces[number].count
      number += 1
    }
    let piece = number < pieces.count ? pieces[number] : .run(0, count: 0)
    assert(rest < max(1, piece.count), "an index is in the list, or at its end")
    return Cursor(piece: piece, offset: rest, block: block, slot: range.lowerBound + number)
  }

  /// Removes the element at an index.
  ///
  /// - Returns: its record, or a run of just this old element.
  mutating func remove(at index: Int) -> Piece {
    let cursor = find(index)
    assert(cursor.offset < cursor.piece.count, "an element is at the index")
    if cursor.piece.record != nil {
      replace(cursor, with: nil, nil, growth: -1)
      return cursor.piece
    }
    replace(cursor, with: nil, cursor.behind, growth: -1)
    return .run(cursor.piece.start + cursor.offset, count: 1)
  }

  /// Inserts a record at the index it has afterwards.
  mutating func insert(record: Int, at index: Int) {
    let cursor = find(index)
    replace(cursor, with: .record(record), cursor.rest, growth: 1)
  }

  /// Makes an untouched element a touched one.
  mutating func record(_ cursor: Cursor, record: Int) {
    assert(cursor.piece.record == nil && cursor.offset < cursor.piece.count, "it is untouched")
    replace(cursor, with: .record(record), cursor.behind, growth: 0)
  }
}

extension PieceTable {
  /// Calls the body with each piece and the index of its first element.
  func walk(_ body: (_ piece: Piece, _ index: Int) -> Void) {
    if isUntouched { return body(.run(0, count: Self.endless), 0) }
    var index = 0
    for block in 0..<max(1, blocks.count) {
      for slot in range(of: block) {
        body(slots[slot], index)
        index += slots[slot].count
      }
    }
  }

  /// The number of elements now, if the old list had `old` of them.
  ///
  /// - Complexity: O(pieces).
  func count(old: Int) -> Int { count(old: old) { _ in true } }

  /// The number of untouched elements, if the old list had `old` of them.
  ///
  /// - Complexity: O(pieces).
  func untouchedCount(old: Int) -> Int { count(old: old) { $0.record == nil } }

  /// The number of touched elements.
  ///
  /// - Complexity: O(pieces).
  var recordCount: Int { count(old: 0) { $0.record != nil } }

  /// Whether a new list has elements of which nothing is known.
  var hasUnknown: Bool { count(old: 0) { $0.record == nil } > 0 }

  private func count(old: Int, where counts: (Piece) -> Bool) -> Int {
    var sum = 0
    walk { piece, _ in
      guard counts(piece) else { return }
      sum += piece.count < Self.endless / 2 ? piece.count : max(0, old - piece.start)
    }
    return sum
  }
}

extension PieceTable {
  /// Appends records to a new and empty list.
  mutating func append(records: Range<Int>) {
    assert(!isUntouched && slots.isEmpty, "the list is new")
    let size = PieceBlocks.size / 2
    if records.count <= size {
      slots += records.map { .record($0) }
      return
    }
    for start in stride(from: records.lowerBound, to: records.upperBound, by: size) {
      let part = start..<min(start + size, records.upperBound)
      blocks.append(start: slots.count, count: part.count, length: part.count)
      slots += part.map { .record($0) }
      pad()
    }
  }

  /// Appends elements of which nothing is known to a new and empty list.
  mutating func append(unknown count: Int) {
    guard count > 0 else { return }
    assert(!isUntouched && slots.isEmpty, "what is known of the list is its length alone")
    slots.append(.run(0, count: count))
  }

  private func range(of block: Int) -> Range<Int> {
    blocks.isEmpty ? 0..<slots.count : blocks.slots(of: block)
  }

  /// Replaces a piece by up to three: its part before the cursor, and the given ones.
  private mutating func replace(
    _ cursor: Cursor, with middle: Piece?, _ right: Piece?, growth: Int
  ) {
    unfold()
    let left = cursor.offset > 0 ? cursor.piece.prefix(cursor.offset) : nil
    let removed = cursor.piece.count > 0 ? 1 : 0
    let added = (left == nil ? 0 : 1) + (middle == nil ? 0 : 1) + (right == nil ? 0 : 1)
    let end = range(of: cursor.block).upperBound
    if blocks.isEmpty, added > removed { stretch(by: added - removed) }
    var pieces = slots.mutableSpan
    pieces.shift(cursor.slot + removed..<end, by: added - removed)
    var slot = cursor.slot
    if let left { pieces.set(left, at: &slot) }
    if let middle { pieces.set(middle, at: &slot) }
    if let right { pieces.set(right, at: &slot) }
    if blocks.isEmpty, added < removed { slots.removeLast() }
    blocks.change(cursor.block, pieces: added - removed, elements: growth)
    if range(of: cursor.block).count > PieceBlocks.size - 2 { split(cursor.block) }
    assert(range(of: cursor.block).count <= PieceBlocks.size - 2, "a block has room for an edit")
  }

  /// Gives an untouched list its endless run, and capacity for a few more pieces.
  private mutating func unfold() {
    if !isUntouched { return }
    isUntouched = false
    slots.reserveCapacity(8)
    slots.append(.run(0, count: Self.endless))
  }

  private mutating func stretch(by count: Int) {
    for _ in 0..<count { slots.append(.record(0)) }
  }

  /// Divides a block into halves. The second half is at the end of the array.
  private mutating func split(_ block: Int) {
    if blocks.isEmpty {
      blocks.append(start: 0, count: slots.count, length: slots.reduce(0) { $0 + $1.count })
      pad()
    }
    let range = range(of: block)
    let right = Array(slots[range.dropFirst(range.count / 2)])
    let length = right.reduce(0) { $0 + $1.count }
    blocks.divide(block, start: slots.count, count: right.count, length: length)
    slots += right
    pad()
  }

  /// Fills the last block up to its size.
  private mutating func pad() {
    slots += repeatElement(.record(0), count: -slots.count & (PieceBlocks.size - 1))
  }
}

extension MutableSpan<Piece> {
  /// Moves pieces up or down.
  fileprivate mutating func shift(_ range: Range<Int>, by distance: Int) {
    if distance > 0 {
      var slot = range.upperBound
      while slot > range.lowerBound {
        slot -= 1
        self[slot + distance] = self[slot]
      }
    } else if distance < 0 {
      var slot = range.lowerBound
      while slot < range.upperBound {
        self[slot + distance] = self[slot]
        slot += 1
      }
    }
  }

  fileprivate mutating func set(_ piece: Piece, at slot: inout Int) {
    self[slot] = piece
    slot += 1
  }
}
