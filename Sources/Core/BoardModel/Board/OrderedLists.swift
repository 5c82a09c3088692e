/// A dense number: of an item or section, of an element of a list, or of a node of a tree.
typealias Slot = UInt32

/// Many ordered lists over one set of elements, with the index of each element.
///
/// Elements and lists are dense numbers that the caller chooses. Each list is a counted B+-tree: its
/// leaves have elements, its inner nodes have nodes, and every node has the number of elements below
/// it. A search by index goes down by the counts; the index of an element is found on the way up from
/// its leaf, as the sum of the counts on the left. A list of one leaf is one small array, and an empty
/// list has no node.
///
/// A leaf may also have runs, which stand for many elements that are not known. They are in
/// `OrderedLists+Runs.swift`; a leaf without runs is searched as if there were none.
///
/// - Invariant: An element is in at most one list, and there once (`isConsistent`).
struct OrderedLists: ~Copyable, Sendable {
  /// The parent of a node, or the list whose root it is.
  enum Owner: Equatable, Sendable {
    case node(Slot)
    case list(Slot)
  }

  struct Node: Sendable {
    var owner: Owner
    let isLeaf: Bool
    /// The elements in this node and below it.
    var count = 0
    /// The elements of a leaf, or the nodes under an inner node, in order.
    var children: [Slot] = []
  }

  /// Marks a missing root or home.
  static let none = Slot.max

  let leafCapacity: Int
  let branching: Int
  var nodes: [Node] = []
  var freeNodes: [Slot] = []
  /// The root of each list.
  var roots: [Slot] = []
  /// The leaf of each element.
  var homes: [Slot] = []

  /// Makes lists whose nodes have at most this many elements or nodes; at least 4.
  init(leafCapacity: Int = 256, branching: Int = 32) {
    precondition(min(leafCapacity, branching) >= 4, "a node splits into two of at least two")
    self.leafCapacity = leafCapacity
    self.branching = branching
  }

  private init(copying other: borrowing OrderedLists) {
    leafCapacity = other.leafCapacity
    branching = other.branching
    nodes = other.nodes
    freeNodes = other.freeNodes
    roots = other.roots
    homes = other.homes
  }

  /// A copy that shares the nodes until one of the two changes.
  borrowing func copy() -> OrderedLists { OrderedLists(copying: self) }

  /// The number of elements in a list.
  func count(of list: Slot) -> Int {
    root(of: list).map { nodes[$0].count } ?? 0
  }

  /// The element at an index, which must be in range, or the run that it is in.
  ///
  /// - Complexity: O(log *n*).
  func element(at index: Int, in list: Slot) -> Slot {
    guard let root = root(of: list) else { preconditionFailure("the list is empty") }
    let (leaf, offset) = leaf(under: root, at: index, isGap: false)
    return nodes[leaf].children[place(at: offset, in: leaf).place]
  }

  /// The list and the index of an element, which must be in a list.
  ///
  /// - Complexity: O(log *n*).
  func position(of element: Slot) -> (list: Slot, index: Int) {
    assert(homes[element] != Self.none, "the element is in a list")
    var node = homes[element]
    var index = length(before: place(of: element, in: node), in: node)
    while true {
      switch nodes[node].owner {
      case .list(let list): return (list, index)
      case .node(let parent):
        index += count(before: node, in: parent)
        node = parent
      }
    }
  }

  /// Calls `body` for the elements at a range of indices, in order, and for the part of each run that is in it.
  ///
  /// - Complexity: O(log *n* + elements).
  func forEach(in list: Slot, _ range: Range<Int>, _ body: (Slot) throws -> Void) rethrows {
    guard let root = root(of: list) else { return }
    try forEach(under: root, range, body)
  }

  /// Inserts an element that is in no list at the index it has afterwards.
  ///
  /// - Complexity: O(log *n*).
  mutating func insert(_ element: Slot, at index: Int, in list: Slot) {
    assert(homes.count <= element || homes[element] == Self.none, "the element is in no list")
    guard let root = root(of: list) else {
      precondition(index == 0, "an empty list has one gap")
      return fill(list, with: [element])
    }
    let (leaf, offset) = leaf(under: root, at: index, isGap: true)
    guard isPlain(leaf), !element.isRun else {
      return insert(element, intoRunsOf: leaf, at: offset)
    }
    nodes[leaf].children.insert(element, at: offset)
    setHome(of: element, to: leaf)
    adjustCounts(from: leaf, by: 1)
    splitIfOverfull(leaf)
  }

  /// Removes an element from its list.
  ///
  /// - Complexity: O(log *n*).
  mutating func remove(_ element: Slot) {
    let leaf = homes[element]
    precondition(leaf != Self.none, "the element is in a list")
    let place = place(of: element, in: leaf)
    guard !isBesideRun(place, in: leaf) else { return replace(place..<place + 1, of: leaf, by: []) }
    nodes[leaf].children.remove(at: place)
    homes[element] = Self.none
    adjustCounts(from: leaf, by: -1)
    joinIfUnderfull(leaf)
  }
}

extension OrderedLists {
  func root(of list: Slot) -> Slot? {
    guard list < roots.count, roots[list] != Self.none else { return nil }
    return roots[list]
  }

  /// The index of a child among the children of a node.
  func place(of child: Slot, in node: Slot) -> Int {
    guard let place = nodes[node].children.firstPlace(of: child) else {
      preconditionFailure("an element is in its home")
    }
    return place
  }

  mutating func setHome(of element: Slot, to leaf: Slot) {
    while homes.count <= element { homes.append(Self.none) }
    homes[element] = leaf
  }

  /// The leaf below a node that has an index, and the index in this leaf.
  ///
  /// The index is that of an element or of a gap; there is one more gap than there are elements.
  func leaf(under node: Slot, at index: Int, isGap: Bool) -> (leaf: Slot, offset: Int) {
    precondition(index >= 0 && index < nodes[node].count + (isGap ? 1 : 0), "out of range")
    var node = node
    var offset = index
    while !nodes[node].isLeaf {
      var place = 0
      var child = nodes[node].children[place]
      while offset >= nodes[child].count + (isGap ? 1 : 0) {
        offset -= nodes[child].count
        place += 1
        child = nodes[node].children[place]
      }
      node = child
    }
    assert(offset < nodes[node].count + (isGap ? 1 : 0), "the counts lead to the leaf")
    return (node, offset)
  }

  private func count(before child: Slot, in parent: Slot) -> Int {
    var count = 0
    for sibling in nodes[parent].children {
      if sibling == child { return count }
      count += nodes[sibling].count
    }
    preconditionFailure("a parent holds its children")
  }

  mutating func adjustCounts(from leaf: Slot, by change: Int) {
    var node = leaf
    while true {
      nodes[node].count += change
      assert(nodes[node].count >= 0, "a node counts what is below it")
      guard case .node(let parent) = nodes[node].owner else { return }
      node = parent
    }
  }

  private func forEach(
    under node: Slot, _ range: Range<Int>, _ body: (Slot) throws -> Void
  ) rethrows {
    if nodes[node].isLeaf {
      guard isPlain(node) else { return try forEach(inRunsOf: node, range, body) }
      for element in nodes[node].children[range] { try body(element) }
      return
    }
    var start = 0
    for child in nodes[node].children {
      let end = start + nodes[child].count
      let part = range.clamped(to: start..<end)
      if !part.isEmpty {
        try forEach(under: child, part.lowerBound - start..<part.upperBound - start, body)
      }
      start = end
    }
  }
}

extension [Slot] {
  /// The first index of a number. Nodes are wide, so it compares sixteen at a time.
  func firstPlace(of number: Slot) -> Int? {
    withUnsafeBytes { bytes in
      var place = 0
      while place &+ 16 <= count, !Self.holds(number, bytes, from: place) { place &+= 16 }
      while place < count {
        if self[place] == number { return place }
        place &+= 1
      }
      return nil
    }
  }

  /// Whether a number is among sixteen. Two at a time are compared as halves of a word (XOR): a half
  /// that is zero borrows its top bit when one is subtracted.
  @inline(__always)
  private static func holds(
    _ number: Slot, _ bytes: UnsafeRawBufferPointer, from place: Int
  ) -> Bool {
    let ones: UInt64 = 0x0000_0001_0000_0001
    let both = UInt64(number) &* ones
    var borrows: UInt64 = 0
    for pair in 0..<8 {
      let offset = place &* 4 &+ pair &* 8
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ both
      borrows |= (word &- ones) & ~word
    }
    return borrows & (ones << 31) != 0
  }
}

extension Array {
  subscript(slot: Slot) -> Element {
    get { self[Int(slot)] }
    _modify { yield &self[Int(slot)] }
  }
}
