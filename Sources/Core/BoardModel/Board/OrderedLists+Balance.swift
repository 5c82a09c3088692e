// How the trees of `OrderedLists` grow and shrink.
//
// Invariant: every node except a root has at least a quarter of its capacity. A split leaves halves;
// a join leaves at most three quarters in one node or at least three eighths in each of two. So a
// node is repaired rarely, and the height of a tree is O(log n) for n elements.

extension OrderedLists {
  /// Fills an empty list with elements that are in no list.
  ///
  /// - Complexity: O(elements).
  mutating func fill(_ list: Slot, with elements: [Slot]) {
    precondition(root(of: list) == nil, "only an empty list can be filled")
    guard !elements.isEmpty else { return }
    while roots.count <= list { roots.append(Self.none) }
    var level = pack(elements, intoLeaves: true)
    while level.count > 1 { level = pack(level, intoLeaves: false) }
    setRoot(of: list, to: level[0])
    assert(count(of: list) == elements.length, "the root counts all elements")
  }

  /// Removes all elements from a list.
  ///
  /// - Complexity: O(elements).
  mutating func removeAll(from list: Slot) {
    guard let root = root(of: list) else { return }
    roots[list] = Self.none
    discard(root)
  }

  mutating func splitIfOverfull(_ node: Slot) {
    let children = nodes[node].children
    guard children.count > capacity(of: node) else { return }
    let middle = children.count / 2
    let right = makeNode(isLeaf: nodes[node].isLeaf, Array(children[middle...]))
    setChildren(of: node, to: Array(children[..<middle]))
    assert(isFilled(node) && isFilled(right), "a split leaves halves")
    switch nodes[node].owner {
    case .list(let list):
      setRoot(of: list, to: makeNode(isLeaf: false, [node, right]))
    case .node(let parent):
      nodes[parent].children.insert(right, at: place(of: node, in: parent) + 1)
      nodes[right].owner = .node(parent)
      splitIfOverfull(parent)
    }
  }

  mutating func joinIfUnderfull(_ node: Slot) {
    switch nodes[node].owner {
    case .list(let list):
      shortenIfPossible(list)
    case .node(let parent):
      guard nodes[node].children.count < max(2, capacity(of: node) / 4) else { return }
      let place = max(1, place(of: node, in: parent))
      join(at: place, in: parent)
    }
  }

  /// Joins the child at an index, which is at least 1, with its left neighbour. If one node would be
  /// too full, it divides their children evenly instead.
  private mutating func join(at place: Int, in parent: Slot) {
    assert(place >= 1 && place < nodes[parent].children.count, "a child has a left neighbour")
    let left = nodes[parent].children[place - 1]
    let right = nodes[parent].children[place]
    let both = joinedRuns(nodes[left].children + nodes[right].children, isLeaf: nodes[left].isLeaf)
    if both.count <= capacity(of: left) * 3 / 4 {
      setChildren(of: left, to: both)
      assert(isFilled(left), "a joined node is filled")
      nodes[parent].children.remove(at: place)
      release(right)
      joinIfUnderfull(parent)
    } else {
      setChildren(of: left, to: Array(both[..<(both.count / 2)]))
      setChildren(of: right, to: Array(both[(both.count / 2)...]))
      assert(isFilled(left) && isFilled(right), "both have their share")
    }
  }

  /// Removes a root that is empty or has a single child node.
  private mutating func shortenIfPossible(_ list: Slot) {
    let root = roots[list]
    if nodes[root].children.isEmpty {
      roots[list] = Self.none
      release(root)
    } else if !nodes[root].isLeaf, nodes[root].children.count == 1 {
      setRoot(of: list, to: nodes[root].children[0])
      release(root)
    }
  }

  private func capacity(of node: Slot) -> Int {
    nodes[node].isLeaf ? leafCapacity : branching
  }

  /// Whether a node that is no root has at least a quarter of its capacity, and no more than all.
  private func isFilled(_ node: Slot) -> Bool {
    let count = nodes[node].children.count
    return count >= max(2, capacity(of: node) / 4) && count <= capacity(of: node)
  }

  private mutating func setRoot(of list: Slot, to node: Slot) {
    roots[list] = node
    nodes[node].owner = .list(list)
  }

  /// Makes nodes over the children, each about three quarters full.
  private mutating func pack(_ children: [Slot], intoLeaves isLeaf: Bool) -> [Slot] {
    let capacity = isLeaf ? leafCapacity : branching
    guard children.count > capacity else { return [makeNode(isLeaf: isLeaf, children)] }
    let full = capacity * 3 / 4
    let parts = (children.count + full - 1) / full
    return (0..<parts).map { part in
      let range = children.count * part / parts..<children.count * (part + 1) / parts
      return makeNode(isLeaf: isLeaf, Array(children[range]))
    }
  }

  /// Makes a node over the children; the caller sets its owner.
  private mutating func makeNode(isLeaf: Bool, _ children: [Slot]) -> Slot {
    let fresh = Node(owner: .list(Self.none), isLeaf: isLeaf)
    let node = freeNodes.popLast() ?? Slot(nodes.count)
    if node == nodes.count { nodes.append(fresh) } else { nodes[node] = fresh }
    setChildren(of: node, to: children)
    return node
  }

  /// Sets the children of a node, their owner, and the count.
  private mutating func setChildren(of node: Slot, to children: [Slot]) {
    nodes[node].children = children
    if nodes[node].isLeaf {
      nodes[node].count = children.length
      for element in children where !element.isRun { setHome(of: element, to: node) }
    } else {
      nodes[node].count = children.reduce(0) { $0 + nodes[$1].count }
      for child in children { nodes[child].owner = .node(node) }
    }
  }

  private mutating func release(_ node: Slot) {
    assert(freeNodes.last != node, "a node is released once")
    nodes[node].children = []
    freeNodes.append(node)
  }

  private mutating func discard(_ node: Slot) {
    for child in nodes[node].children {
      if !nodes[node].isLeaf { discard(child) } else if !child.isRun { homes[child] = Self.none }
    }
    release(node)
  }
}

extension OrderedLists {
  /// Whether counts, owners, homes and fill levels are consistent, for tests.
  ///
  /// - Complexity: O(elements).
  var isConsistent: Bool {
    roots.indices.allSatisfy { list in
      let root = roots[list]
      return root == Self.none
        || nodes[root].owner == .list(Slot(list)) && isConsistent(under: root, isRoot: true)
    }
  }

  private func isConsistent(under node: Slot, isRoot: Bool) -> Bool {
    let children = nodes[node].children
    let isFilled = children.count >= (isRoot ? 1 : 2) && children.count <= capacity(of: node)
    if nodes[node].isLeaf {
      return isFilled && nodes[node].count == children.length
        && children.allSatisfy { $0.isRun ? $0.length > 0 : homes[$0] == node }
        && !zip(children, children.dropFirst()).contains { $0.isRun && $1.isRun }
    }
    return isFilled && children.count >= 2
      && nodes[node].count == children.reduce(0) { $0 + nodes[$1].count }
      && children.allSatisfy {
        nodes[$0].owner == .node(node) && isConsistent(under: $0, isRoot: false)
      }
  }
}
