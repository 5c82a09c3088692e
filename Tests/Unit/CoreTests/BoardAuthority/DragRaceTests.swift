import BoardAuthority
import BoardModel
import Simulation
import TestKit
import Testing

/// Two clients that drag over one board, modelled on plain arrays.
struct RaceModel {
  enum Input: CaseIterable {
    case beginA, beginBoth, propose, perform, cancel, vanish
  }

  struct Session {
    let owner: Int
    let items: [String]
    var isOver = false
  }

  var source = ["a", "b"]
  var target: [String] = []
  /// The live sessions, by their numbers.
  var live: [Int: Session] = [:]
  var begun = 0

  /// The answer: `ok`, a code, or the outcome's first word.
  mutating func take(_ input: Input, by client: Int) -> String {
    switch input {
    case .beginA: return begin(["a"], by: client)
    case .beginBoth: return begin(["b", "a"], by: client)
    case .vanish:
      live = live.filter { $0.value.owner != client }
      return "ok"
    case .propose, .perform, .cancel: break
    }
    let own = live.keys.filter { live[$0]!.owner == client }
    guard let id = own.first else { return "no-session" }
    guard own.count == 1 else { return "several-sessions" }
    if input == .propose {
      live[id]!.isOver = true
      return "ok"
    }
    let session = live.removeValue(forKey: id)!
    return input == .perform && session.isOver ? drop(session.items) : "cancelled"
  }

  private mutating func begin(_ items: [String], by client: Int) -> String {
    let held = live.values.flatMap(\.items)
    if items.contains(where: held.contains) { return "leased" }
    begun += 1
    live[begun] = Session(owner: client, items: items)
    return "ok"
  }

  /// Drops at the end of the target.
  private mutating func drop(_ items: [String]) -> String {
    let before = target
    source.removeAll(where: items.contains)
    target.removeAll(where: items.contains)
    target += items
    return target == before ? "unchanged" : "moved"
  }
}

@Suite("Two clients that drag")
struct DragRaceTests {
  @Test(
    "never hold one item at the same time, whatever they do in whatever order (slow: all orders)"
  )
  func neverShare() {
    let scene = DragScene("A: a b | B:")
    walk(RaceModel(), scene, path: [], depth: isProof ? 5 : 4)
  }

  private func walk(_ model: RaceModel, _ scene: DragScene, path: [String], depth: Int) {
    // The two are alike, so it is enough to let the first of them begin.
    for client in path.isEmpty ? 1...1 : 1...2 {
      for input in RaceModel.Input.allCases {
        var model = model
        let scene = scene.copy()
        let answer = scene.act { $0.play(input, by: client) }
        let expected = model.take(input, by: client)
        let path = path + ["u\(client) \(input)"]
        guard answer == expected, scene.agrees(model) else {
          Issue.record("\(path): \(answer) for \(expected), \(scene.drawing)")
          continue
        }
        if model.begun == 0 { continue }
        if depth > 1 {
          walk(model, scene, path: path, depth: depth - 1)
        } else if let trouble = scene.trouble(after: model.begun) {
          Issue.record("\(path): \(trouble)")
        }
      }
    }
  }
}

extension DragScene {
  fileprivate func play(_ input: RaceModel.Input, by number: Int) -> String {
    let client = ClientName(unchecked: "u\(number)")
    do throws(Refusal) {
      switch input {
      case .beginA: try begin("a", by: client)
      case .beginBoth: try begin("b", "a", by: client)
      case .propose: try propose("end:B", by: client)
      case .perform: return String(try perform(by: client).prefix { $0 != " " })
      case .cancel: return try cancel(by: client)
      case .vanish: vanish(client)
      }
      return "ok"
    } catch {
      return error.code
    }
  }

  fileprivate func agrees(_ model: RaceModel) -> Bool {
    let live = coordinator.sessions(of: "today")
    let leases = live.allSatisfy { session in
      session.load.items.allSatisfy {
        coordinator.leaseHolder(of: $0, on: "today")?.id == session.id
      }
    }
    let free = Set(["a", "b"] as [ItemID]).subtracting(live.flatMap(\.load.items))
    return live.map(\.id.number) == model.live.keys.sorted() && leases
      && names(in: 0) == model.source && names(in: 1) == model.target
      && free.allSatisfy { coordinator.leaseHolder(of: $0, on: "today") == nil }
  }

  private func names(in section: Int) -> [String] {
    today.board.sectionContent(at: section).items.map(\.id.string)
  }

  /// What is wrong with the sessions' ends: each is told once, and is remembered.
  fileprivate func trouble(after begun: Int) -> String? {
    told += coordinator.shutdown(at: now)
    for number in 0..<begun {
      let id = SessionID(number + 1)
      let own = told.filter { $0.session == id }
      guard own.count(where: { $0.kind.words.hasPrefix("began") }) == 1 else {
        return "\(id) began"
      }
      let ends = own.compactMap { event in
        if case .ended(let outcome) = event.kind { outcome } else { nil }
      }
      guard ends.count == 1, own.last?.kind == .ended(ends[0]) else { return "\(id) ended \(ends)" }
      let answer = try? coordinator.cancel(id, by: own[0].owner, at: now)
      guard answer?.outcome == ends[0], answer?.events == [] else { return "\(id) is forgotten" }
    }
    return nil
  }
}
