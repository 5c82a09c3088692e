import BoardAuthority
import BoardModel
import TestKit
import Testing

/// What a drop means, on plain arrays of names.
struct DropModel: Equatable {
  var sections: [(id: String, items: [String])]

  static func == (a: Self, b: Self) -> Bool { a.drawing == b.drawing }

  var drawing: String {
    sections.map { ([$0.id + ":"] + $0.items).joined(separator: " ") }.joined(separator: " | ")
  }

  func without(_ items: [String]) -> DropModel {
    DropModel(sections: sections.map { ($0.id, $0.items.filter { !items.contains($0) }) })
  }

  /// The index path of a place, with some items taken out, or nil if there is none.
  func path(of place: Place, without own: [String]) -> IndexPath? {
    switch place {
    case .index(let path, _):
      let rest = without(own).sections
      guard rest.indices.contains(path.section), path.item <= rest[path.section].items.count else {
        return nil
      }
      return path
    case .before(let item): return path(besides: item.description, 0, without: own)
    case .after(let item): return path(besides: item.description, 1, without: own)
    case .start(let section): return [index(of: section.description), 0]
    case .end(let section):
      let index = index(of: section.description)
      return [index, without(own).sections[index].items.count]
    }
  }

  private func index(of section: String) -> Int { sections.firstIndex { $0.id == section }! }

  private func path(besides item: String, _ offset: Int, without own: [String]) -> IndexPath {
    let section = sections.firstIndex { $0.items.contains(item) }!
    let items = sections[section].items
    let left = items.prefix(items.firstIndex(of: item)! + offset)
    return [section, left.count { !own.contains($0) }]
  }

  func moved(_ items: [String], to path: IndexPath, removingEmpty: Bool) -> DropModel {
    var result = without(items)
    result.sections[path.section].items.insert(contentsOf: items, at: path.item)
    let left = zip(sections, result.sections).filter { before, after in
      !removingEmpty || before.items.isEmpty || !after.items.isEmpty
    }
    return DropModel(sections: left.map(\.1))
  }

  /// Every board of these items, in this order, over so many sections.
  static func all(_ items: [String], sections: Int) -> [DropModel] {
    guard sections > 1 else { return [DropModel(sections: [("S1", items)])] }
    return (0...items.count).flatMap { count in
      all(Array(items.dropFirst(count)), sections: sections - 1).map { rest in
        DropModel(sections: [("S\(sections)", Array(items.prefix(count)))] + rest.sections)
      }
    }
  }

  /// Every place there is, and some that are just not.
  var places: [Place] {
    let items = sections.flatMap(\.items).map { ItemReference(stringLiteral: $0) }
    let names = sections.map { SectionReference(stringLiteral: $0.id) }
    let paths = (0...sections.count).flatMap { section in
      (0...4).map { Place.index([section, $0], revision: nil) }
    }
    return paths + items.flatMap { [.before($0), .after($0)] }
      + names.flatMap { [.start($0), .end($0)] }
  }
}

@Suite("A drop")
struct DropModelTests {
  @Test("changes the board as it changes plain arrays, in one revision", arguments: [false, true])
  func likeArrays(removingEmpty: Bool) throws {
    for model in (1...3).flatMap({ DropModel.all(["a", "b", "c"], sections: $0) }) {
      for items in ["a", "b", "c", "ab", "ba", "ac", "ca", "bc", "cb"] {
        for place in model.places {
          try drop(items.map(String.init), at: place, of: model, removingEmpty: removingEmpty)
        }
      }
    }
  }

  private func drop(
    _ items: [String], at place: Place, of model: DropModel, removingEmpty: Bool
  ) throws {
    let scene = DragScene(Board(stringLiteral: model.drawing))
    if removingEmpty { scene.set(.empty(.remove)) }
    let references = items.map { ItemReference(stringLiteral: $0) }
    _ = try scene.coordinator.begin(references, on: scene.today, by: "u1", at: scene.now)
    let said = "\(items) at \(place) of \(model.drawing)"
    guard let path = model.path(of: place, without: items) else {
      #expect(throws: Refusal.badPath(place.description), "\(said)") {
        try scene.propose(place, by: "u1")
      }
      return
    }
    let result = model.moved(items, to: path, removingEmpty: removingEmpty)
    let proposal = try scene.propose(place, by: "u1")
    let isThere = proposal == "move at \(path) \(anchor(of: path, as: place, items, model))"
    let outcome = try scene.perform(by: "u1")
    let isDone = scene.drawing == result.drawing && scene.head == (result == model ? 0 : 1)
    let first = scene.today.board.indexPath(of: ItemID(stringLiteral: items[0]))!
    let isTold = outcome == "\(result == model ? "unchanged" : "moved") \(scene.head) \(first)"
    guard isThere, isDone, isTold else {
      Issue.record("\(said): \(proposal), \(outcome), \(scene.drawing)")
      return
    }
  }

  private func anchor(
    of path: IndexPath, as place: Place, _ items: [String], _ model: DropModel
  ) -> String {
    if case .after = place { return place.description }
    let section = model.without(items).sections[path.section]
    if section.items.isEmpty { return "start:\(section.id)" }
    if path.item == section.items.count { return "end:\(section.id)" }
    return "before:\(section.items[path.item])"
  }
}
