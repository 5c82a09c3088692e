// Runs: elements of a list that stand for many of which only the number is known.
//
// A run has no home, since nobody asks where it is. Invariant: no two runs are neighbours in a leaf
// (`isConsistent`), so that a list has at most one run more than known elements in each leaf.

extension Slot {
  private static let runMark: Slot = 1 << 31

  /// The most elements of a run, and of a list that may become one.
  static let longestRun = 1 << 29

  /// A run of so many elements, at least one.
  static func run(_ count: Int) -> Slot {
    precondition(count > 0 && count <= longestRun, "a run is as long as a list may be")
    return runMark | Slot(count)
  }

  var isRun: Bool { self >= Self.runMark }

  /// The number of elements that it stands for: one, or those of a run.
  var length: Int { isRun ? Int(self & ~Self.runMark) : 1 }
}

extension Collection<Slot> {
  /// The number of elements that these stand for.
  var length: Int { reduce(0) { $0 + $1.length } }
}

extension OrderedLists {
  /// Whether each child of a leaf is as long as an element.
  func isPlain(_ leaf: Slot) -> Bool { nodes[leaf].count == nodes[leaf].children.count }

  /// The child of a leaf that has an index or ends at it, and the index in this child.
  func place(at offset: Int, in leaf: Slot) -> (place: Int, rest: Int) {
    if isPlain(leaf) { return (offset, 0) }
    var (place, rest) = (0, offset)
    while place < nodes[leaf].children.count, rest >= nodes[leaf].children[place].length {
      rest -= nodes[leaf].children[place].length
      place += 1
    }
    return (place, rest)
  }

  /// The number of elements in front of a child of a leaf.
  func length(before place: Int, in leaf: Slot) -> Int {
    isPlain(leaf) ? place : nodes[leaf].children[..<place].length
  }

  func isBesideRun(_ place: Int, in leaf: Slot) -> Bool {
    place > 0 && nodes[leaf].children[place - 1].isRun
      || place + 1 < nodes[leaf].children.count && nodes[leaf].children[place + 1].isRun
  }

  func forEach(
    inRunsOf leaf: Slot, _ range: Range<Int>, _ body: (Slot) throws -> Void
  ) rethrows {
    var start = 0
    for child in nodes[leaf].children {
      let part = range.clamped(to: start..<start + child.length)
      start += child.length
      if !part.isEmpty { try body(child.isRun ? .run(part.count) : child) }
    }
  }

  mutating func insert(_ element: Slot, intoRunsOf leaf: Slot, at offset: Int) {
    let (place, rest) = place(at: offset, in: leaf)
    guard rest > 0 else { return replace(place..<place, of: leaf, by: [element]) }
    let count = nodes[leaf].children[place].length
    replace(place..<place + 1, of: leaf, by: [.run(rest), element, .run(count - rest)])
  }

  /// Replaces an element by a run of one, so that it is in no list.
  ///
  /// - Complexity: O(log *n*).
  mutating func replaceByRun(_ element: Slot) {
    let leaf = homes[element]
    let place = place(of: element, in: leaf)
    replace(place..<place + 1, of: leaf, by: [.run(1)])
  }

  /// Replaces the element at an index, which is in a run, by elements that are in no list: by none, or by one.
  ///
  /// - Complexity: O(log *n*).
  mutating func replaceInRun(at index: Int, in list: Slot, by middle: [Slot]) {
    guard let root = root(of: list) else { preconditionFailure("the list is empty") }
    let (leaf, offset) = leaf(under: root, at: index, isGap: false)
    let (place, rest) = place(at: offset, in: leaf)
    let run = nodes[leaf].children[place]
    precondition(run.isRun, "a run has the index")
    // A run that is split as if it began one element later.
    let left = PlantedBug.runSplitOffByOne.isPlanted ? max(0, rest - 1) : rest
    let right = run.length - left - 1
    let around = (left > 0 ? [Slot.run(left)] : [], right > 0 ? [Slot.run(right)] : [])
    replace(place..<place + 1, of: leaf, by: around.0 + middle + around.1)
  }

  /// Replaces children of a leaf by others, and joins runs that become neighbours.
  mutating func replace(_ places: Range<Int>, of leaf: Slot, by middle: [Slot]) {
    let old = nodes[leaf].children
    for element in old[places] where !element.isRun { homes[element] = Self.none }
    let (start, end) = (max(0, places.lowerBound - 1), min(old.count, places.upperBound + 1))
    let part = old[start..<places.lowerBound] + middle + old[places.upperBound..<end]
    nodes[leaf].children.replaceSubrange(start..<end, with: joinedRuns(Array(part), isLeaf: true))
    for element in middle where !element.isRun { setHome(of: element, to: leaf) }
    let change = middle.length - old[places].length
    if change != 0 { adjustCounts(from: leaf, by: change) }
    let growth = nodes[leaf].children.count - old.count
    if growth > 0 { splitIfOverfull(leaf) } else if growth < 0 { joinIfUnderfull(leaf) }
  }

  /// The same children, with one run in place of neighbours that are runs.
  func joinedRuns(_ children: [Slot], isLeaf: Bool) -> [Slot] {
    guard isLeaf, children.contains(where: \.isRun) else { return children }
    return children.reduce(into: []) { joined, child in
      if child.isRun, let last = joined.last, last.isRun {
        joined[joined.count - 1] = .run(last.length + child.length)
      } else {
        joined.append(child)
      }
    }
  }
}
