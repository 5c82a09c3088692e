/// A set of indices that counts its members below any index, as a Fenwick tree (binary indexed tree).
struct FenwickTree {
  /// Node *i* holds the number of members among the `i & -i` indices that end with *i* - 1.
  private var nodes: [Int]

  /// The set of all indices below a count.
  init(full count: Int) { nodes = (0...count).map { $0 & -$0 } }

  /// Removes a member.
  ///
  /// - Complexity: O(log count).
  mutating func remove(_ index: Int) {
    assert(index >= 0 && index + 1 < nodes.count, "the index is in the range of the tree")
    var node = index + 1
    while node < nodes.count {
      nodes[node] -= 1
      assert(nodes[node] >= 0, "only a member is removed")
      node += node & -node
    }
  }

  /// The number of members below an index.
  ///
  /// - Complexity: O(log count).
  func count(below index: Int) -> Int {
    assert(index >= 0 && index < nodes.count, "the index is in the range of the tree")
    var sum = 0
    var node = index
    while node > 0 {
      sum += nodes[node]
      node -= node & -node
    }
    return sum
  }
}
