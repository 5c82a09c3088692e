extension BatchUpdate {
  /// The batch that leads from one content to another.
  ///
  /// Sections and items are the same if their ids are. Of the items that stay in their section, as many
  /// as possible are not moved. The batch is legal, free of hazards and in the canonical order.
  ///
  /// - Complexity: O(n log n) for n items, near O(n) if little differs.
  public static func difference(from old: Content, to new: Content) -> BatchUpdate {
    let difference = Difference(from: old, to: new)
    let legalization = MoveLegalization(legally: difference.draft) { section in
      section.after.map { new[$0].items.count } ?? 0
    }
    return difference.batch(legalization)
  }
}

extension Edit {
  /// The sequential edits that lead from one content to another, naming only what differs.
  ///
  /// - Complexity: O(n log n) for n items, near O(n) if little differs.
  public static func difference(from old: Content, to new: Content) -> [Edit] {
    let difference = Difference(from: old, to: new)
    return difference.batch(MoveLegalization(plainly: difference.draft)).edits(on: old)
  }
}

/// The comparison of two contents by id.
///
/// Section tracks are numbered by the sections before; those that are new follow.
struct Difference {
  private let old: Content
  private let new: Content
  private(set) var draft = BatchDraft()
  /// The section track of each section after.
  private var tracks: [Int] = []
  /// What each section after has in common with its section before, at both ends.
  private var ends: [DifferenceEnds] = []
  /// For each section after: the places before of the items between its ends.
  private var sources: [[BatchDraft.Location?]] = []

  init(from old: Content, to new: Content) {
    self.old = old
    self.new = new
    matchSections()
    ends = new.indices.map { compareEnds($0) }
    var names = idsBetweenEnds()
    for index in new.indices { matchItems(in: index, &names) }
    // In this order moves and deletes are canonical, and need not be sorted.
    draft.items.reserveCapacity(draft.items.count + names.entries.count)
    for entry in names.entries { note(entry) }
    draft.findTraffic()
    assert(tracks.count == new.count && sources.count == new.count, "each section is compared")
  }

  /// Writes the rows.
  func batch(_ legalization: MoveLegalization) -> BatchUpdate {
    BatchWriter(draft, legalization).complete(with: new) { track, _ in origins(of: track) }
  }

  /// The paths before of the items that a section holds after.
  private func origins(of track: Int) -> [IndexPath?] {
    guard let index = draft.sections[track].after else { return [] }
    let count = new[index].items.count
    return (0..<count).map { item in
      draft.sections[track].before.flatMap { ends[index].before(item, $0, count: count) }
        ?? sources[index][item - ends[index].front].flatMap(draft.pathBefore)
    }
  }

  private mutating func matchSections() {
    let indices = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1.id, $0) })
    draft.sections = old.enumerated().map { .init(id: $1.id, before: $0) }
    for (index, section) in new.enumerated() {
      let track = indices[section.id] ?? draft.sections.count
      if track == draft.sections.count { draft.sections.append(.init(id: section.id)) }
      draft.sections[track].after = index
      if track < old.count, old[track].title != section.title {
        draft.sections[track].newTitle = section.title
      }
      tracks.append(track)
    }
    let common = tracks.filter { $0 < old.count }
    for position in LongestIncreasingSubsequence.positions(in: common) {
      draft.sections[common[position]].stays = true
    }
  }

  /// Compares both ends of a section after with its section before, and notes changed items there.
  private mutating func compareEnds(_ index: Int) -> DifferenceEnds {
    let track = tracks[index]
    guard track < old.count else { return DifferenceEnds() }
    let ends = DifferenceEnds(old[track].items, new[index].items)
    let count = new[index].items.count
    for item in 0..<ends.front { recordChange(at: item, to: item, in: index) }
    for item in count - ends.back..<count {
      recordChange(at: item + old[track].items.count - count, to: item, in: index)
    }
    return ends
  }

  private mutating func recordChange(at before: Int, to after: Int, in index: Int) {
    let (source, destination) = (
      IndexPath(section: tracks[index], item: before), IndexPath(section: index, item: after)
    )
    guard differs(source, destination) else { return }
    draft.items.append(
      .init(
        new[index].items[after], from: old[tracks[index]].items[before],
        at: .init(section: tracks[index], index: before),
        to: .init(section: tracks[index], index: after), stays: true))
  }

  /// Whether the item at a path before has another text or other fields at its path after. No item is copied.
  private func differs(_ before: IndexPath, _ after: IndexPath) -> Bool {
    old[before.section].items[before.item].text != new[after.section].items[after.item].text
      || old[before.section].items[before.item].fields
        != new[after.section].items[after.item].fields
  }

  /// The items before that are in no common end, by id.
  private func idsBetweenEnds() -> ItemIDTable {
    let between = old.indices.map { track in
      let ends = draft.sections[track].after.map { self.ends[$0] } ?? DifferenceEnds()
      return ends.front..<old[track].items.count - ends.back
    }
    var names = ItemIDTable(old, capacity: between.reduce(0) { $0 + $1.count })
    for (track, range) in between.enumerated() {
      for item in range { names.insert(.init(section: track, index: item)) }
    }
    return names
  }

  /// Matches the items between the ends of a section after with the items before.
  private mutating func matchItems(in index: Int, _ names: inout ItemIDTable) {
    let (items, track) = (new[index].items, tracks[index])
    let between = ends[index].front..<items.count - ends[index].back
    let numbers = between.map { names.number(of: items[$0].id) }
    let places = numbers.map { number in number.map { names.entries[$0].source } }
    sources.append(places)
    for (item, number) in zip(between, numbers) {
      let destination = BatchDraft.Location(section: track, index: item)
      if let number {
        names.entries[number].destination = destination
      } else {
        draft.items.append(.init(items[item], at: destination))
      }
    }
    let home = places.indices.filter { places[$0]?.section == track }
    for position in LongestIncreasingSubsequence.positions(in: home.map { places[$0]?.index ?? 0 })
    {
      if let number = numbers[home[position]] { names.entries[number].stays = true }
    }
  }

  /// Adds the track of an item before, if it changed.
  private mutating func note(_ entry: ItemIDTable.Entry) {
    let source = entry.source
    guard let destination = entry.destination, let index = draft.sections[destination.section].after
    else {
      return draft.items.append(
        .init(id: old[source.section].items[source.index].id, source: source))
    }
    let (before, after) = (
      IndexPath(section: source.section, item: source.index),
      IndexPath(section: index, item: destination.index)
    )
    if entry.stays && !differs(before, after) { return }
    draft.items.append(
      .init(
        new[index].items[destination.index], from: old[source.section].items[source.index],
        at: source, to: destination, stays: entry.stays))
  }
}

extension BatchDraft.ItemTrack {
  /// An item that was not there before.
  fileprivate init(_ item: Item, at destination: BatchDraft.Location) {
    self.init(id: item.id, destination: destination, text: item.text, fields: item.fields)
  }

  /// An item that is on both boards.
  fileprivate init(
    _ item: Item, from old: Item, at source: BatchDraft.Location,
    to destination: BatchDraft.Location, stays: Bool
  ) {
    self.init(
      id: item.id, source: source, destination: destination, stays: stays, text: item.text,
      fields: item.fields)
    compare(with: old.text, old.fields)
  }
}

/// The number of items that two lists have in common at each end, by id.
struct DifferenceEnds {
  private(set) var front = 0
  private(set) var back = 0
  private var shift = 0

  /// The ends of lists without common items.
  init() {}

  init(_ old: [Item], _ new: [Item]) {
    let shorter = min(old.count, new.count)
    while front < shorter, old[front].id == new[front].id { front += 1 }
    while back < shorter - front, old[old.count - back - 1].id == new[new.count - back - 1].id {
      back += 1
    }
    assert(front + back <= shorter, "no item is in both ends")
    shift = old.count - new.count
  }

  /// The path before of an item after, if it is in an end.
  func before(_ item: Int, _ section: Int, count: Int) -> IndexPath? {
    if item < front { return IndexPath(section: section, item: item) }
    if item >= count - back { return IndexPath(section: section, item: item + shift) }
    return nil
  }
}
