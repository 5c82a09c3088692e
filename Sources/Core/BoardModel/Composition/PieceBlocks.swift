/// The blocks into which a long piece table is divided, in order, and the size of each.
///
/// A table of few pieces has none. Groups of about √blocks have sums of lengths, so that both scans
/// of a search are short.
struct PieceBlocks {
  /// The pieces for which a block has room.
  static let size = 32

  /// 32-bit numbers, because each division of a block moves the blocks behind it.
  private struct Block {
    /// The block's first slot in the array of pieces.
    private var firstSlot: Int32
    private var pieceCount: Int32
    private var elementCount: Int32

    init(start: Int, count: Int, length: Int) {
      firstSlot = Int32(start)
      pieceCount = Int32(count)
      elementCount = Int32(length)
    }

    var slots: Range<Int> { Int(firstSlot)..<Int(firstSlot + pieceCount) }
    /// The number of elements.
    var length: Int { Int(elementCount) }

    mutating func change(pieces: Int, elements: Int) {
      pieceCount += Int32(pieces)
      elementCount += Int32(elements)
      assert(pieceCount >= 0 && elementCount >= 0, "a block counts what it holds")
    }
  }

  private var order: [Block] = []
  /// The lengths of groups of `1 << shift` blocks.
  private var sums: [Int] = []
  private var shift = 0

  var isEmpty: Bool { order.isEmpty }
  var count: Int { order.count }

  func slots(of block: Int) -> Range<Int> { order[block].slots }

  /// The number of the block that holds the element at an index, or else the last one.
  ///
  /// - Parameter index: the index in the list; afterwards that in the block.
  /// - Complexity: O(√blocks).
  func find(_ index: inout Int) -> Int {
    if isEmpty { return 0 }
    let sums = sums.span
    var group = 0
    while group < sums.count - 1, index >= sums[group] {
      index -= sums[group]
      group += 1
    }
    let order = order.span
    var block = group << shift
    while block < order.count - 1, index >= order[block].length {
      index -= order[block].length
      block += 1
    }
    return block
  }

  /// Adds to the piece count and the element count of a block.
  mutating func change(_ block: Int, pieces: Int, elements: Int) {
    if isEmpty { return }
    order[block].change(pieces: pieces, elements: elements)
    sums[block >> shift] += elements
  }

  /// Appends a block.
  mutating func append(start: Int, count: Int, length: Int) {
    order.append(Block(start: start, count: count, length: length))
    if (order.count - 1) & (1 << shift - 1) == 0 { sums.append(0) }
    sums[sums.count - 1] += length
    assert(sums.count == groupCount, "a group has `1 << shift` blocks")
  }

  /// Moves the last pieces of a block into a new block behind it.
  ///
  /// - Complexity: O(√blocks), and one `memmove` of the blocks behind.
  mutating func divide(_ block: Int, start: Int, count: Int, length: Int) {
    change(block, pieces: -count, elements: -length)
    let new = block + 1
    order.insert(Block(start: start, count: count, length: length), at: new)
    guard shift == (Int.bitWidth - order.count.leadingZeroBitCount) / 2 else { return regroup() }
    if (order.count - 1) >> shift == sums.count { sums.append(0) }
    sums[new >> shift] += length
    // The last block of every group from here on has become the first one of the next.
    for group in (new >> shift + 1)..<max(new >> shift + 1, sums.count) {
      let passed = order[group << shift].length
      sums[group - 1] -= passed
      sums[group] += passed
    }
    assert(sums.count == groupCount && sums.allSatisfy { $0 >= 0 }, "sums are of whole groups")
  }

  private var groupCount: Int { (order.count - 1) >> shift + 1 }

  /// Computes the sums for a new group size.
  private mutating func regroup() {
    shift = (Int.bitWidth - order.count.leadingZeroBitCount) / 2
    sums = [Int](repeating: 0, count: groupCount)
    for (number, block) in order.enumerated() { sums[number >> shift] += block.length }
  }
}
