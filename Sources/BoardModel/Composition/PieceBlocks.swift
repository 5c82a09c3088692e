/// The order of the blocks into which a long piece list is cut, and what is in them.
///
/// A list of few pieces has none. The lengths are summed up by groups of about √blocks, so that
/// both scans of a search are short.
struct PieceBlocks {
  /// The pieces for which a block has room.
  static let size = 32

  /// Half as wide as it might be, because blocks are moved up whenever one is divided.
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

  /// Notes that a block has so many pieces and elements more.
  mutating func change(_ block: Int, pieces: Int, elements: Int) {
    if isEmpty { return }
    order[block].change(pieces: pieces, elements: elements)
    sums[block >> shift] += elements
  }

  /// Puts a block behind all others.
  mutating func append(start: Int, count: Int, length: Int) {
    order.append(Block(start: start, count: count, length: length))
    if (order.count - 1) & (1 << shift - 1) == 0 { sums.append(0) }
    sums[sums.count - 1] += length
  }

  /// Puts the last pieces of a block into a new one behind it.
  ///
  /// - Complexity: O(√blocks), but for moving up what lies behind, which is done at once.
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
  }

  /// Sums up groups of another size.
  private mutating func regroup() {
    shift = (Int.bitWidth - order.count.leadingZeroBitCount) / 2
    sums = [Int](repeating: 0, count: (order.count - 1) >> shift + 1)
    for (number, block) in order.enumerated() { sums[number >> shift] += block.length }
  }
}
