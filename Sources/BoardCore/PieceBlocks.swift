/// The order of the blocks into which a long piece list is cut, and what is in them.
///
/// A list of few pieces has none. The lengths are summed up by groups of about √blocks, so that
/// both scans of a search are short.
struct PieceBlocks {
  /// The pieces for which a block has room.
  static let size = 32

  private struct Block {
    /// The block's first slot in the array of pieces.
    var start: Int
    /// The number of its pieces.
    var count: Int
    /// The number of their elements.
    var length: Int
  }

  private var order: [Block] = []
  /// The lengths of groups of `1 << shift` blocks.
  private var sums: [Int] = []
  private var shift = 0

  var isEmpty: Bool { order.isEmpty }
  var count: Int { order.count }

  func slots(of block: Int) -> Range<Int> {
    order[block].start..<order[block].start + order[block].count
  }

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
    order[block].count += pieces
    order[block].length += elements
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
  /// - Complexity: O(blocks).
  mutating func divide(_ block: Int, start: Int, count: Int, length: Int) {
    order[block].count -= count
    order[block].length -= length
    order.insert(Block(start: start, count: count, length: length), at: block + 1)
    shift = (Int.bitWidth - order.count.leadingZeroBitCount) / 2
    sums.removeAll(keepingCapacity: true)
    for (number, block) in order.enumerated() {
      if number & (1 << shift - 1) == 0 { sums.append(0) }
      sums[number >> shift] += block.length
    }
  }
}
