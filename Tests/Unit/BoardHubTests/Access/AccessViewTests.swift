import BoardModel
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

@Suite("A board without a role on it")
struct AccessViewTests {
  private let access: AccessScene

  init() throws { access = try AccessScene() }

  @Test("is not in the answer to a search that was running when the role was taken")
  func search() throws {
    let (bob, cid) = (access.client("bob"), access.client("cid"))
    access.scene.hub.budget.searchStepsPerTurn = 1
    for id in [bob, cid] {
      access.scene.say("find e", by: id)
      expectEqual(Sent(access.scene.turn()).lines(of: id), [])
    }
    try access.set(
      AccessScene.rules.replacing("bob editor list", with: "bob editor nothing")
        .split(separator: "\n").filter { !$0.hasPrefix("token cid") }.joined(separator: "\n"))
    var lines: [ConnectionID: [String]] = [:]
    repeat {
      _ = access.scene.hub.goOn(at: access.scene.now)
      let sent = Sent(access.scene.turn())
      for id in [bob, cid] { lines[id, default: []] += sent.lines(of: id) }
    } while access.scene.hub.hasUnread
    expectEqual(lines[bob], ["ok find 0"])
    #expect(lines[cid]?.count == 1 && lines[cid]?[0].hasPrefix("bye access-denied") == true)
  }

  @Test("does not exist: it is listed, found and named nowhere")
  func hidden() {
    let (ann, dan, cid) = (access.client("ann"), access.client("dan"), access.client("cid"))
    _ = access.ask("open list", by: ann)
    _ = access.ask("open other-1", by: ann)
    _ = access.ask("begin i1 board=list", by: ann)
    expectEqual(
      access.ask("boards", by: dan),
      [
        "ok boards 1", "other-1 rev=0 sections=1 items=1 watchers=1",
      ])
    expectEqual(
      access.ask("find item", by: dan),
      [
        "ok find 1", "other-1 0.0 i1 rev=0 item of others",
      ])
    expectEqual(access.ask("who", by: dan), ["ok who 2", "ann boards=other-1", "dan"])
    expectEqual(access.ask("drags", by: dan), ["ok drags 0"])
    expectEqual(access.ask("who", by: cid), ["ok who 2", "ann boards=list", "cid"])
    for line in [
      "open list", "show list", "insert 0.0 board=list a", "history list", "begin i1 board=list",
    ] {
      expectEqual(access.ask(line, by: dan), ["refused unknown-board board=list"], "\(line)")
      let other = line.split(separator: "list", maxSplits: 1, omittingEmptySubsequences: false)
        .joined(separator: "none")
      expectEqual(access.ask(other, by: dan), ["refused unknown-board board=none"], "\(other)")
    }
    expectEqual(access.ask("resume d1", by: dan), ["refused unknown-session drag=d1"])
    expectEqual(access.ask("resume d1", by: cid), ["refused access-denied role=editor board=list"])
  }

  @Test("is not named by the drags of other boards, which only their owner sees there")
  func foreignPlaces() throws {
    var access = access
    let (ann, cid) = (access.client("ann"), access.client("cid"))
    _ = access.ask("open list", by: cid)
    access.scene.rest()
    func toldToCid(_ line: String) -> [String] {
      access.scene.say(line, by: ann)
      return Sent(access.scene.turn()).lines(of: cid)
    }
    expectEqual(toldToCid("begin i1 board=list"), ["drag d1 began list ann items=i1 ops=move,copy"])
    access.scene.rest()
    let proposed = access.ask("propose 0.0 board=other-1", by: ann)
    expectEqual(proposed.first?.contains("board=other-1"), true)
    expectEqual(
      access.ask("drags", by: cid), ["ok drags 1", "d1 list ann lifted items=i1 ops=move,copy"])
    access.scene.rest()
    access.scene.say("perform", by: ann)
    let sent = Sent(access.scene.turn())
    expectEqual(sent.lines(of: ann).first?.hasPrefix("ok perform d1 copied"), true)
    expectEqual(sent.lines(of: cid), ["drag d1 ended cancelled"])
    let late = access.client("cid")
    let lines = access.ask("open list", by: late)
    #expect(!lines.joined().contains("other-1"), "\(lines)")
  }

  @Test("is not noticed by a watcher that lags behind, however often a drag moves there")
  func manyForeignPlaces() throws {
    let (ann, bob, cid) = (access.client("ann"), access.client("bob"), access.client("cid"))
    for watcher in [bob, cid] { _ = access.ask("open list", by: watcher) }
    _ = access.ask("begin i1 board=list", by: ann)
    // Behind this, nothing of the drag is forgotten.
    access.scene.hub.setBlocked(bob, true)
    for number in 0..<100 {
      if number == 10 { access.scene.hub.setBlocked(cid, true) }
      _ = access.ask("propose 0.\(number % 2) board=other-1", by: ann)
    }
    for watcher in [bob, cid] { access.scene.hub.setBlocked(watcher, false) }
    let sent = Sent(access.scene.turn())
    #expect(sent.lines(of: bob) == [] && sent.lines(of: cid) == [])
  }

  @Test("makes a flush look for the owners of drags there, which is paid for")
  func paidLook() throws {
    let (ann, cid) = (access.client("ann"), access.client("cid"))
    _ = access.ask("open list", by: cid)
    for item in 0..<16 { _ = access.ask("begin i\(item) board=list", by: ann) }
    /// The steps of a flush that has nothing else to do.
    func steps() -> Int {
      let hub = access.scene.hub
      hub.delivery.markBehind(hub.boards["list"]!)
      let before = hub.budget.steps
      _ = hub.delivery.endTurn()
      return before - hub.budget.steps
    }
    let withRules = steps()
    access.scene.hub.service.setAccess(nil, at: access.scene.now)
    expectEqual(withRules, steps() + 16 / TurnBudget.lookedAtDragsPerStep)
  }
}
