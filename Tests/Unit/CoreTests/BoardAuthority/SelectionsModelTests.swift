@_spi(Changes) import BoardAuthority
import BoardModel
import Simulation
import TestKit
import Testing

/// Random changes of a board with random clients who select on it, each step checked against plain
/// arrays and a plain reading of the rules.
@Suite("Random selections")
struct SelectionsModelTests {
  @Test("agree with plain arrays, step by step")
  func agreeWithModel() {
    for seed in randomSeeds(20) {
      var walk = SelectionWalk(seed: seed)
      while walk.step() {
        guard walk.isRight else {
          Issue.record("seed \(seed): \(walk.selections) is not \(walk.model)")
          return
        }
      }
    }
  }
}

private struct SelectionWalk {
  private static let clients: [ClientName] = ["ann", "bob", "cid"]

  private(set) var selections = Selections()
  private(set) var model: [ClientName: [ItemID]] = [:]
  private let versions: VersionedBoard
  private var edits: [Edit]
  private var chance: SeededRandom
  private var didRefuseRightly = true
  private var didTellRightly = true

  init(seed: Int) {
    let stream = RandomStream(seed: seed)
    versions = VersionedBoard("today", board: Board(stream.before))
    edits = stream.edits.reversed()
    chance = SeededRandom(seed: seed)
  }

  var isRight: Bool {
    let items = versions.board.content.flatMap(\.items).map(\.id)
    return didRefuseRightly && didTellRightly
      && Self.clients.allSatisfy { client in
        selections[client] == model[client, default: []]
          && items.allSatisfy {
            selections.contains($0, of: client) == model[client, default: []].contains($0)
          }
      }
      && selections.count == model.values.reduce(0) { $0 + $1.count }
      && selections.clients == model.filter { !$0.value.isEmpty }.keys.sorted()
  }

  /// - Returns: false where the stream of changes is at its end.
  mutating func step() -> Bool {
    switch chance.below(10) {
    case 0..<2: return change()
    case 2: setPolicy()
    case 3..<7: select(some(1 + chance.below(3)), by: chance.one(of: Self.clients))
    case 7, 8: deselect(some(1 + chance.below(2)), by: chance.one(of: Self.clients))
    default: deselectAll(by: chance.one(of: Self.clients))
    }
    return true
  }

  private mutating func some(_ count: Int) -> [ItemID] {
    let items = versions.board.content.flatMap(\.items).map(\.id)
    return Array(items.shuffled(using: &chance).prefix(count))
  }

  private mutating func change() -> Bool {
    guard !edits.isEmpty else { return false }
    let next = Array(edits.suffix(1 + chance.below(4)).reversed())
    edits.removeLast(next.count)
    versions.commit(next)
    let losers = Set(selections.removeDeleted(by: next, on: versions.board))
    let before = model
    model = model.mapValues { $0.filter { versions.board.contains($0) } }
    didTellRightly = losers == Set(model.keys.filter { model[$0] != before[$0] })
    return true
  }

  private mutating func setPolicy() {
    let sections = versions.board.content.map(\.id)
    if sections.isEmpty || chance.percent(50) {
      let mode = chance.one(of: [Policy.Selection.none, .single, .multiple, .multiple])
      versions.set([.selection(mode)], for: .board)
    } else {
      let setting: PolicySetting =
        chance.percent(50)
        ? .keepSelected(chance.percent(50)) : .highlight(chance.percent(70))
      versions.set([setting], for: .section(chance.one(of: sections)))
    }
  }

  private func policy(at item: ItemID) -> Policy {
    versions.policy(for: versions.board.sectionID(of: item)!)
  }

  private mutating func select(_ items: [ItemID], by client: ClientName) {
    guard !items.isEmpty else { return }
    let old = model[client, default: []]
    let mode = versions.policies.forBoard.selection
    let isFree = !old.contains { policy(at: $0).keepSelected }
    let may =
      mode != .none && (mode == .multiple || (items.count <= 1 && isFree))
      && !items.contains { old.contains($0) || !policy(at: $0).highlight }
    do throws(Refusal) {
      try selections.select(items, by: client, on: versions)
      didRefuseRightly = may
      model[client] = mode == .single ? items : old + items
    } catch {
      didRefuseRightly = !may
    }
  }

  private mutating func deselect(_ items: [ItemID], by client: ClientName) {
    let old = model[client, default: []]
    let may = !items.contains { !old.contains($0) || policy(at: $0).keepSelected }
    do throws(Refusal) {
      try selections.deselect(items, by: client, on: versions)
      didRefuseRightly = may
      model[client] = old.filter { !items.contains($0) }
    } catch {
      didRefuseRightly = !may
    }
  }

  private mutating func deselectAll(by client: ClientName) {
    selections.deselectAll(by: client, on: versions)
    model[client] = model[client, default: []].filter { policy(at: $0).keepSelected }
  }
}
