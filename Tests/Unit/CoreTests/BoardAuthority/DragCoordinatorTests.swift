import BoardAuthority
import BoardModel
import Simulation
import TestKit
import Testing

@Suite("The drag coordinator")
struct DragCoordinatorTests {
  let scene = DragScene("A: a b c d | B: x y | C:")

  @Test("removes an item from a drag if another client moves or deletes it by force")
  func force() throws {
    try scene.begin("a", "b", "c", by: "u1")
    try scene.propose("1.0", by: "u1")
    _ = scene.news()
    scene.delete("a")
    expectEqual(scene.news(), ["d1! items b c"])
    scene.change(by: "u9") { $0.move(["b"], to: [2, 0]) }
    expectEqual(scene.news(), ["d1! items c"])
    expectNil(scene.coordinator.leaseHolder(of: "b", on: "today"))
    #expect(throws: Refusal.itemsGone(["a", "b"])) { try scene.perform(by: "u1") }
    try scene.propose("1.0", by: "u1")
    try expectEqual(scene.perform(by: "u1"), "moved 3 1.0")
    expectEqual(scene.drawing, "A: d | B: c x y | C: b")
  }

  @Test("keeps an item in its drag if its own client moves it")
  func ownMove() throws {
    try scene.begin("a", "b", by: "u1")
    try scene.propose("1.0", by: "u1")
    scene.change(by: "u1") { $0.move(["b"], to: [1, 2]) }
    #expect(scene.coordinator.leaseHolder(of: "b", on: "today") != nil)
    try expectEqual(scene.perform(by: "u1"), "moved 2 1.0")
    expectEqual(scene.drawing, "A: c d | B: a b x y | C:")
  }

  @Test("ends a drag as gone with its last item, and releases only its own leases")
  func allGone() throws {
    try scene.begin("a", by: "u1")
    try scene.begin("b", by: "u2")
    scene.deleteSection("A")
    expectEqual(scene.news().suffix(2), ["d1! ended gone", "d2! ended gone"])
    #expect(scene.coordinator.sessions(of: "today").isEmpty)
  }

  @Test("lets only the owner move or delete a dragged item, and any client edit it")
  func leases() throws {
    let id = try scene.begin("a", by: "u1")
    let refusal = Refusal.leased("a", by: "u1", drag: id, duration: .seconds(120))
    let versions = scene.today
    let delete = Edit.deleteSection(versions.board.sectionContent(at: 0), at: 0)
    let edit = Edit.reloadItem("a", at: [0, 0], from: "a", to: "e")
    #expect(throws: refusal) {
      try scene.coordinator.requireFree(["b", "a"], on: "today", for: "u2", at: scene.now)
    }
    #expect(throws: refusal) {
      try scene.coordinator.requireFree([delete], on: "today", for: "u2", at: scene.now)
    }
    try scene.coordinator.requireFree(["b", "a"], on: "today", for: "u1", at: scene.now)
    try scene.coordinator.requireFree([edit], on: "today", for: "u2", at: scene.now)
    #expect(throws: Refusal.leased("a", by: "u1", drag: id, duration: .seconds(120))) {
      try scene.begin("a", by: "u1")
    }
  }

  @Test("evaluates again after add, remove, a change of the board and a change of a policy")
  func evaluatesAgain() throws {
    scene.set(.maxItems(1), for: "B")
    try scene.begin("a", by: "u1")
    try scene.propose("1.1", by: "u1")
    _ = scene.news()
    try expectEqual(scene.add("b", by: "u1"), ["a", "b"])
    expectEqual(scene.news(), ["d1 items a b", "d1! over cancel at 1.1 before:y max-items"])
    try expectEqual(scene.remove("0.0", by: "u1"), ["b"])
    expectEqual(scene.news(), ["d1 items b", "d1! over move at 1.1 before:y"])
    scene.insert("N", at: [1, 1])
    expectEqual(scene.news(), ["d1! over move at 1.2 before:y"])
    scene.insert("O", at: [0, 1])
    expectEqual(scene.news(), [])
    scene.set(.operations(.copy), for: "B")
    expectEqual(scene.news(), ["d1! over copy at 1.2 before:y"])
  }

  @Test("refuses to add an item that is in a drag, or an item of another source")
  func addRefusals() throws {
    let id = try scene.begin("a", by: "u1")
    #expect(throws: Refusal.duplicateItem("a")) { try scene.add("b", "a", by: "u1") }
    #expect(throws: Refusal.itemGone("b")) { try scene.remove("b", by: "u1") }
    #expect(throws: Refusal.mixedSession(id)) {
      try scene.coordinator.addExternal(
        DragParcel(type: "text/plain", "t"), to: nil, by: "u1", in: scene.versionedBoards,
        at: scene.now)
    }
    let other = try scene.beginExternal("milk", by: "u2")
    #expect(throws: Refusal.mixedSession(other)) { try scene.add("b", by: "u2") }
    scene.set(.draggable(false), for: "B")
    #expect(throws: Refusal.notDraggable("x")) { try scene.add("x", by: "u1") }
    try expectEqual(scene.add("b", by: "u1"), ["a", "b"])
  }

  @Test("drops an external item as a copy, under the id reserved for it")
  func external() throws {
    try scene.beginExternal("milk", by: "u1")
    let more = DragParcel(type: "text/html", "bread")
    let (session, events) = try scene.coordinator.addExternal(
      more, to: nil, by: "u1", in: scene.versionedBoards, at: scene.now)
    expectEqual(events.map(\.kind.words), ["items i1 i2 text/html bread"])
    expectEqual(session.load.parcel(of: "i1"), DragParcel(type: "text/plain", "milk"))
    expectNil(session.load.parcel(of: "a"))
    try expectEqual(scene.propose("0.1", as: .move, by: "u1"), "cancel at 0.1 before:b operation")
    scene.set(.types(["text/plain"]))
    try expectEqual(scene.propose("0.1", by: "u1"), "forbidden at 0.1 before:b type")
    scene.set(.types(["text/plain", "text/html"]))
    try expectEqual(scene.perform(by: "u1"), "copied 1 0.1")
    expectEqual(scene.drawing, "A: a i1=\"milk\" i2=\"bread\" b c d | B: x y | C:")
  }

  @Test("copies from another board with new ids, and names the board of the place")
  func foreignCopy() throws {
    scene.add("other", "Z: z w")
    try scene.begin("w", "z", by: "u1", on: "other")
    try expectEqual(scene.propose("end:B", by: "u1"), "copy at today/1.2 today/end:B")
    scene.insert("N", at: [1, 0])
    expectEqual(scene.news().last, "d1! over copy at today/1.3 today/end:B")
    try expectEqual(scene.perform(by: "u1"), "copied 2 today/1.3")
    expectEqual(scene.drawing, "A: a b c d | B: N x y i1=\"w\" i2=\"z\" | C:")
    expectEqual(scene.versionedBoards["other"]!.board, "Z: z w")
    try scene.begin("z", by: "u1", on: "other", isLocal: true)
    try expectEqual(scene.propose("end:C", by: "u1"), "cancel at today/2.0 today/start:C local")
  }

  @Test("counts the index of a copy with the dragged items on the board")
  func copies() throws {
    try scene.begin("b", "a", by: "u1")
    try expectEqual(scene.propose("0.4", as: .copy, by: "u1"), "copy at 0.4 end:A")
    try expectEqual(scene.propose("before:b", as: .copy, by: "u1"), "copy at 0.1 before:b")
    try expectEqual(scene.propose("before:b", by: "u1"), "move at 0.0 before:c")
    try expectEqual(scene.propose("after:b", as: .copy, by: "u1"), "copy at 0.2 after:b")
    try expectEqual(scene.perform(by: "u1"), "copied 1 0.2")
    expectEqual(scene.drawing, "A: a b i1=\"b\" i2=\"a\" c d | B: x y | C:")
  }

  @Test("ends a drag that is idle, too old, or suspended too long")
  func deadlines() throws {
    let idle = try scene.begin("a", by: "u1")
    expectEqual(scene.coordinator.nextDeadline, scene.now + .seconds(120))
    scene.pass(.seconds(119))
    scene.coordinator.markActive(of: "u1", at: scene.now)
    scene.pass(.seconds(119))
    #expect(scene.coordinator.session(idle) != nil)
    scene.pass(.seconds(1))
    expectNil(scene.coordinator.session(idle))
    let waiting = try scene.begin("a", by: "u1")
    scene.pass(.seconds(110))
    scene.vanish("u1", resumable: true)
    scene.pass(.seconds(29))
    #expect(scene.coordinator.session(waiting) != nil)
    scene.pass(.seconds(1))
    #expect(throws: Refusal.sessionEnded(waiting, ending: .expired)) {
      try scene.resume(waiting, by: "u1")
    }
    let busy = try scene.begin("a", by: "u1")
    for _ in 0..<8 {
      scene.pass(.seconds(100))
      try scene.propose("0.0", by: "u1")
    }
    scene.pass(.seconds(99))
    #expect(scene.coordinator.session(busy) != nil)
    scene.pass(.seconds(1))
    expectNil(scene.coordinator.session(busy))
    expectNil(scene.coordinator.nextDeadline)
  }

  @Test("stores an outcome for a limited time, and at most a few thousand of them")
  func storedOutcomes() throws {
    let id = try scene.begin("a", by: "u1")
    try scene.cancel(by: "u1")
    scene.pass(.seconds(299))
    try expectEqual(scene.cancel(id, by: "u1"), "cancelled")
    #expect(throws: Refusal.sessionEnded(id, ending: .cancelled)) {
      try scene.perform(id, by: "u1")
    }
    #expect(throws: Refusal.notOwner("u1", drag: id)) { try scene.cancel(id, by: "u2") }
    scene.now += .seconds(1)
    #expect(throws: Refusal.unknownSession(id)) { try scene.cancel(id, by: "u1") }
    scene.pass(.zero)
    #expect(throws: Refusal.unknownSession(id)) { try scene.cancel(id, by: "u1") }
    let next = try scene.begin("a", by: "u1")
    try scene.cancel(by: "u1")
    for _ in 0..<4_096 {
      try scene.begin("a", by: "u1")
      try scene.cancel(by: "u1")
    }
    #expect(throws: Refusal.unknownSession(next)) { try scene.cancel(next, by: "u1") }
  }

  @Test("ends the drag of another client by force")
  func forcedCancel() throws {
    let id = try scene.begin("a", by: "u1")
    #expect(throws: Refusal.notOwner("u1", drag: id)) { try scene.cancel(id, by: "u2") }
    try expectEqual(scene.cancel(id, by: "u2", force: true), "cancelled")
    expectEqual(scene.news().last, "d1! ended cancelled")
  }

  @Test("applies a command without a session id to the client's only drag")
  func unnamed() throws {
    #expect(throws: Refusal.noSession) { try scene.perform(by: "u1") }
    let first = try scene.begin("a", by: "u1")
    let second = try scene.begin("b", by: "u1")
    #expect(throws: Refusal.severalSessions([first, second])) { try scene.exit(by: "u1") }
    try scene.cancel(first, by: "u1")
    try scene.exit(by: "u1")
  }

  @Test("enforces the limits of items per drag and of drags per client and per board")
  func limits() throws {
    let names = (0...Limits.sessionItems).map { "n\($0)" }
    scene.add("big", Board(stringLiteral: "Z: " + names.joined(separator: " ")))
    let all = names.map { ItemReference.id(ItemID(stringLiteral: $0)) }
    let big = scene.versionedBoards["big"]!
    #expect(throws: Refusal.limit("session-items", max: 200)) {
      try scene.coordinator.begin(all, on: big, by: "u1", at: scene.now)
    }
    _ = try scene.coordinator.begin(Array(all.dropFirst()), on: big, by: "u1", at: scene.now)
    #expect(throws: Refusal.limit("session-items", max: 200)) { try scene.add("n0", by: "u1") }
    for _ in 1..<16 { try scene.beginExternal("t", by: "u1") }
    #expect(throws: Refusal.limit("client-sessions", max: 16)) {
      try scene.beginExternal("t", by: "u1")
    }
    for number in 15..<Limits.boardSessions {
      try scene.beginExternal("t", by: ClientName(stringLiteral: "v\(number)"))
    }
    #expect(throws: Refusal.limit("board-sessions", max: 256)) { try scene.begin("a", by: "u2") }
  }

  @Test("gives a client no more drags of the guest it was than a client may have")
  func transfer() throws {
    let sessions = try (0..<16).map { _ in try scene.beginExternal("t", by: "ann") }
    try scene.beginExternal("t", by: "guest-1")
    let before = scene.coordinator.sessions(of: "today").map(\.owner)
    #expect(throws: Refusal.limit("client-sessions", max: 16)) {
      try scene.coordinator.transfer(from: "guest-1", to: "ann")
    }
    expectEqual(scene.coordinator.sessions(of: "today").map(\.owner), before)
    _ = try scene.cancel(sessions[3], by: "ann")
    try scene.coordinator.transfer(from: "guest-1", to: "ann")
    #expect(scene.coordinator.sessions(of: "today").allSatisfy { $0.owner == "ann" })
  }

  @Test("enforces the limit of dragged items per board")
  func draggedItems() throws {
    let names = (0...Limits.draggedItems).map { "n\($0)" }
    scene.add("huge", Board(stringLiteral: "Z: " + names.joined(separator: " ")))
    let all = names.map { ItemReference.id(ItemID(stringLiteral: $0)) }
    let huge = scene.versionedBoards["huge"]!
    for first in stride(from: 0, to: Limits.draggedItems, by: Limits.sessionItems) {
      _ = try scene.coordinator.begin(
        Array(all[first..<first + Limits.sessionItems]), on: huge,
        by: ClientName(stringLiteral: "u\(first)"), at: scene.now)
    }
    #expect(throws: Refusal.limit("dragged-items", max: 10_000)) {
      try scene.coordinator.begin([all.last!], on: huge, by: "w", at: scene.now)
    }
  }

  @Test("enforces the limit of items from outside in all sessions, however they end")
  func externalItems() throws {
    let parcel = DragParcel(type: "item", "text")
    var sessions: [SessionID] = []
    for number in 0..<Limits.externalItems / Limits.sessionItems {
      let board = BoardName("b\(number / Limits.boardSessions)")!
      if scene.versionedBoards[board] == nil { scene.add(board, "A: a") }
      let client = ClientName("u\(number)")!
      let (session, _) = try scene.coordinator.beginExternal(
        parcel, on: scene.versionedBoards[board]!, by: client, at: scene.now)
      sessions.append(session.id)
      for _ in 1..<Limits.sessionItems {
        _ = try scene.coordinator.addExternal(
          parcel, to: nil, by: client, in: scene.versionedBoards, at: scene.now)
      }
    }
    let rest = Limits.externalItems % Limits.sessionItems
    for number in 0..<rest {
      _ = try scene.coordinator.beginExternal(
        parcel, on: scene.today, by: ClientName("v\(number)")!, at: scene.now)
    }
    let refusal = Refusal.limit("external-items", max: Limits.externalItems)
    func begin() throws(Refusal) {
      _ = try scene.coordinator.beginExternal(parcel, on: scene.today, by: "w", at: scene.now)
    }
    #expect(throws: refusal) { try begin() }
    _ = try scene.coordinator.remove(
      [.id("i1")], from: sessions[0], by: "u0", in: scene.versionedBoards, at: scene.now)
    try begin()
    #expect(throws: refusal) {
      try scene.coordinator.addExternal(
        parcel, to: nil, by: "u0", in: scene.versionedBoards, at: scene.now)
    }
    _ = scene.coordinator.shutdown(at: scene.now)
    try begin()
  }

  @Test("evaluates a dry run without changing anything")
  func dryrun() throws {
    scene.set(.empty(.remove), for: "B")
    let board = scene.today.board
    let (proposal, batch) = try scene.coordinator.dryrun(
      at: "2.0", on: scene.today, items: ["x", "y"])
    expectEqual(proposal.words, "move at 2.0 start:C")
    expectEqual(batch.deletedSections.map(\.id), ["B"])
    expectEqual(batch.inserts.map(\.path), [[1, 0], [1, 1]])
    _ = try scene.coordinator.dryrun(.copy, at: "2.0", on: scene.today, items: ["x"])
    expectEqual(scene.today.board, board)
    expectEqual(scene.today.board.nextNumbers.item, board.nextNumbers.item)
    let id = try scene.begin("x", by: "u1")
    let again = try scene.coordinator.dryrun(
      at: "0.0", on: scene.today, with: id, by: "u2", in: scene.versionedBoards, at: scene.now)
    expectEqual(again.proposal.words, "move at 0.0 before:a")
    expectNil(scene.coordinator.session(id)?.proposal)
  }

  @Test("refuses a copy for which the board has no room left")
  func full() throws {
    let items = (0..<Limits.items).map { Item(id: ItemID(unchecked: "n\($0)"), text: "") }
    scene.add("full", Board([Section(id: "Z", title: "", items: items)]))
    try scene.begin("a", by: "u1")
    try scene.propose("0.0", by: "u1", on: "full")
    #expect(throws: Refusal.limit("items", max: Limits.items)) { try scene.perform(by: "u1") }
    #expect(scene.coordinator.leaseHolder(of: "a", on: "today") != nil)
  }
}
