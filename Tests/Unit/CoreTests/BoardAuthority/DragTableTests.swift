import BoardAuthority
import BoardModel
import TestKit
import Testing

/// One session as the table has it, and as little of the world as the inputs ask about.
struct TableSession {
  /// The table of `protocol/drag-session.md`.
  let table: StateTable
  var state = "none"
  /// The state a suspended session is in.
  var within = ""
  /// The item it is beside, if it is over a place: `t` takes drops, `p` does not.
  var below: String?
  /// The items it has, and those that it could pick up.
  var items: [String] = []
  var around = ["a", "b"]
  var places: Set<String> = ["t", "p"]
  var wasMoved = false

  var isOver: Bool { ["over", "denied", "short"].contains(inner) }
  var inner: String { state == "suspended" ? within : state }
  /// The same as clients see it.
  var visibleState: String {
    isOver ? "over" : inner == "lost" ? "lost" : "lifted"
  }

  /// The inputs that make sense in this world; what they are answered is up to the table.
  var inputs: [String] {
    table.inputs.filter { input in
      switch input {
      case "begin of the same items": !wasMoved && !(around + items).isEmpty
      case "propose, allowed": places.contains("t")
      case "propose, denied": places.contains("p")
      case "add": !wasMoved && !around.isEmpty
      case "remove, some", "some items gone": items.count > 1
      case "remove, the last", "all items gone": items.count == 1
      case "place gone": isOver
      default: true
      }
    }
  }

  /// Takes the step the table says, and returns its answer.
  mutating func take(_ input: String) -> String {
    let (next, answer) = table.cells[input]![state]!
    switch next {
    case "=": break
    case "within":
      let (deeper, told) = table.cells[input]![within]!
      if deeper != "=" { within = deeper }
      follow(input)
      return told
    case "as before": state = within
    case "judged": state = below == "t" ? "over" : "denied"
    case "suspended": (within, state) = (state, next)
    default: state = next
    }
    if answer != "leased" { follow(input) }
    return answer
  }

  private mutating func follow(_ input: String) {
    switch input {
    case "begin of the same items" where state == "lifted": (items, around) = (around, [])
    case "add" where !["none", "suspended", "ended"].contains(state):
      (items, around) = (items + around, [])
    case "propose, allowed" where state == "over": below = "t"
    case "propose, denied" where state == "denied": below = "p"
    case "remove, some" where state != "suspended", "remove, the last" where state != "suspended":
      around.append(items.removeLast())
    case "some items gone", "all items gone": items.removeLast()
    case "place gone": places.remove(below!)
    case "perform" where state == "ended" && below == "t" && !items.isEmpty: wasMoved = true
    default: break
    }
    guard state == "ended" else { return }
    around += items
    (items, below) = ([], nil)
  }
}

@Suite("A drag session")
struct DragTableTests {
  @Test("answers as the published table, after every sequence of inputs (slow: all sequences)")
  func answersAsPublished() throws {
    let scene = DragScene("T: t u | A: a b | P: p q")
    scene.act {
      $0.set(.paused(true), for: "P")
      _ = $0.news()
    }
    var seen = Set<String>()
    let table = try StateTable(of: "drag-session.md")
    walk(TableSession(table: table), scene, id: nil, path: [], depth: isProof ? 5 : 4, &seen)
    // All of it: every input in every state that it can be reached in within so many steps.
    #expect(seen.count > 100)
  }

  private func walk(
    _ model: TableSession, _ scene: DragScene, id: SessionID?, path: [String], depth: Int,
    _ seen: inout Set<String>
  ) {
    for input in model.inputs {
      var model = model
      let scene = scene.copy()
      seen.insert("\(model.state) \(input)")
      let (answer, id) = scene.act { [model] scene in
        var next = id
        return (scene.play(input, model, &next), next)
      }
      let expected = model.take(input)
      let path = path + [input]
      guard answer == expected, scene.agrees(id, model) else {
        Issue.record("\(path): answered \(answer), the table says \(expected), \(model.state)")
        continue
      }
      // Where there is no session yet, nothing was begun that the next input could meet.
      if depth > 1, model.state != "none" {
        walk(model, scene, id: id, path: path, depth: depth - 1, &seen)
      }
    }
  }
}

extension DragScene {
  /// Does what an input of the table says, and returns the answer in the table's words.
  fileprivate func play(_ input: String, _ model: TableSession, _ id: inout SessionID?) -> String {
    do throws(Refusal) {
      let answer = try command(input, model, &id)
      let told = news()
      return answer ?? told.first.map { words(of: $0) } ?? "-"
    } catch {
      return error.code
    }
  }

  private func words(of event: String) -> String {
    let words = event.split(separator: " ")
    switch words[1] {
    case "ended": return String(words[2])
    default: return String(words[1])
    }
  }

  private func command(
    _ input: String, _ model: TableSession, _ id: inout SessionID?
  ) throws(Refusal) -> String? {
    let known = id ?? SessionID(77)
    switch input {
    case "begin of the same items":
      let items = model.items.isEmpty ? model.around : model.items
      let references = items.map { ItemReference(stringLiteral: $0) }
      let begun = try coordinator.begin(references, on: today, by: "u1", at: now)
      told += begun.events
      id = begun.session.id
    case "propose, allowed": try propose("after:t", by: "u1", with: id)
    case "propose, denied": try propose("after:p", by: "u1", with: id)
    case "propose, no such place": try propose("0.9", by: "u1", with: id)
    case "add":
      let items = model.around.map { ItemReference(stringLiteral: $0) }
      told += try coordinator.add(
        ItemReferences(items), to: id, by: "u1", in: versionedBoards, at: now
      )
      .events
    case "remove, some", "remove, the last":
      let item = ItemReference(stringLiteral: model.items.last!)
      let left = try coordinator.remove([item], from: id, by: "u1", in: versionedBoards, at: now)
      told += left.events
      return left.session.load.items.isEmpty ? "cancelled" : "ok"
    case "exit": told += try coordinator.exit(id, by: "u1", at: now).events
    case "perform":
      return String(try perform(id, by: "u1").split(separator: " ")[0])
    case "cancel":
      let isOver = id.map { coordinator.session($0) == nil } ?? false
      let outcome = try cancel(id, by: "u1")
      return isOver ? "ok" : outcome
    case "resume": try resume(known, by: "u1")
    case "any command of another client":
      told += try coordinator.exit(known, by: "u2", at: now).events
    default:
      happen(input, model)
      return nil
    }
    return "ok"
  }

  private func happen(_ input: String, _ model: TableSession) {
    switch input {
    case "connection closes, token": vanish("u1", resumable: true)
    case "connection closes, no token": vanish("u1")
    case "place gone": delete(ItemID(stringLiteral: model.below!))
    case "some items gone", "all items gone": delete(ItemID(stringLiteral: model.items.last!))
    case "time is up": pass(.seconds(121))
    case "shutdown": told += coordinator.shutdown(at: now)
    default: preconditionFailure("the table has an input that is unknown here: \(input)")
    }
  }

  /// Whether what the coordinator says of the session is what the table says.
  fileprivate func agrees(_ id: SessionID?, _ model: TableSession) -> Bool {
    let session = id.flatMap { coordinator.session($0) }
    let isLive = model.state != "none" && model.state != "ended"
    let held = ["a", "b"].filter { item in
      coordinator.leaseHolder(of: ItemID(unchecked: item), on: "today") != nil
    }
    return (session != nil) == isLive
      && session?.isSuspended ?? false == (model.state == "suspended")
      && held == (isLive ? model.items.sorted() : [])
      && session?.isShort ?? false == (model.inner == "short")
      && (session?.state ?? .lifted).word == model.visibleState
  }
}

extension DragState {
  fileprivate var word: String {
    switch self {
    case .lifted: "lifted"
    case .lost: "lost"
    case .over: "over"
    }
  }
}
