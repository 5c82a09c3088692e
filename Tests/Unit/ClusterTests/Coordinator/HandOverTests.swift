import BoardJournal
import BoardModel
import Cluster
import TestKit
import Testing

@Suite("A node gives a space away")
struct HandOverTests {
  private var scene = CoordinatorScene(nodes: 3)

  @Test("if the placement has preferred the same other node for 10 s")
  mutating func settled() {
    scene.own(.of(2))
    scene.renew()
    expectEqual(scene.pass(.milliseconds(9_990)), [])
    expectEqual(scene.pass(.milliseconds(10)), [.handOver(.of(2))])
    #expect(!scene.coordinator.serves(.of(2)))
    expectEqual(scene.pass(.seconds(20)), [])
    scene.own(.of(1))
    expectEqual(scene.pass(.seconds(60)), [])
  }

  @Test("not if the preferred node changes, does not serve, or is out of reach")
  mutating func unsettled() {
    scene.own(.of(2))
    for _ in 1...5 {
      expectEqual(scene.pass(.seconds(9)), [])
      scene.nodes[1].state = .draining
      expectEqual(scene.pass(.seconds(9)), [])
      scene.nodes[1].state = .serving
      expectEqual(scene.pass(.seconds(9)), [])
      scene.coordinator.linkIsUp(NodeID(2), false, at: scene.now)
      expectEqual(scene.pass(.seconds(2)), [])
      scene.coordinator.linkIsUp(NodeID(2), true, at: scene.now)
    }
    expectEqual(scene.pass(.seconds(12)), [.handOver(.of(2))])
  }

  @Test("not while the lease is not good: then the 10 s begin again")
  mutating func outage() {
    scene.own(.of(2))
    scene.pass(.seconds(5))
    expectEqual(scene.advance(.seconds(30)), [])
    expectEqual(scene.pass(.seconds(10)), [])
    expectEqual(scene.pass(.seconds(2)), [.handOver(.of(2))])
  }

  @Test("one each second")
  mutating func pace() {
    for index in 0..<5 { scene.own(.of(2, index)) }
    var times: [Duration] = []
    while times.count < 5 {
      let actions = scene.pass(.milliseconds(1_020))
      for action in actions {
        #expect(action.isHandOver)
        times.append(scene.now)
      }
    }
    for (one, next) in zip(times, times.dropFirst()) { #expect(next - one >= .seconds(1)) }
  }

  @Test("if it is pinned to another one, and not while it is pinned here")
  mutating func pins() {
    scene.own(.of(1))
    scene.own(.of(2), pinned: "n1:1")
    expectEqual(scene.pass(.seconds(20)), [])
    scene.owned[0].pinned = "n3:1"
    expectEqual(scene.pass(.seconds(12)), [.handOver(.of(1))])
    scene.owned[1].pinned = nil
    expectEqual(scene.pass(.seconds(12)), [.handOver(.of(2))])
  }

  @Test("if weights change")
  mutating func weights() {
    scene.own(.of(1))
    scene.nodes[2].weight = 1_000_000
    expectEqual(scene.pass(.seconds(12)), [.handOver(.of(1))])
  }

  @Test("at once with all others if it drains or stops, and its clients find the next owner")
  mutating func drains() {
    for isStop in [true, false] {
      var scene = scene
      for number in 1...3 { scene.own(.of(number)) }
      scene.coordinator.wanted(.of(2))
      _ = scene.actions()
      if isStop { scene.coordinator.stop() }
      scene.nodes[0].state = .draining
      scene.renew()
      let actions = scene.actions()
      #expect(Set(actions) == Set((1...3).map { .handOver(.of($0)) }) && actions.count == 3)
      expectEqual(scene.coordinator.ownedSpaces.count, 3)
      scene.coordinator.released(.of(2), at: scene.now)
      expectEqual(scene.actions(), [.locate(.of(2))])
      scene.coordinator.located(.of(2), .free, at: scene.now)
      expectEqual(scene.actions(), [.route(.of(2), .to(NodeID(2)))])
    }
  }

  @Test("that it took just before it stops")
  mutating func takenLate() {
    scene.coordinator.asked(.of(1))
    _ = scene.actions()
    scene.coordinator.located(.of(1), .free, at: scene.now)
    expectEqual(scene.actions(), [.take(.of(1))])
    scene.coordinator.stop()
    scene.coordinator.took(.of(1), .taken, at: scene.now)
    expectEqual(scene.actions(), [.handOver(.of(1)), .refuse(.of(1))])
  }

  @Test("and does not take it back for those who do not know yet")
  mutating func takenBack() {
    scene.own(.of(2))
    scene.pass(.seconds(12))
    scene.coordinator.released(.of(2), at: scene.now)
    scene.owned = []
    scene.coordinator.asked(.of(2))
    expectEqual(scene.actions(), [.locate(.of(2))])
    scene.coordinator.located(.of(2), .free, at: scene.now)
    expectEqual(scene.actions(), [.refuse(.of(2))])
    scene.pass(.seconds(4))
    scene.coordinator.asked(.of(2))
    expectEqual(scene.actions(), [.locate(.of(2))])
    scene.coordinator.located(.of(2), .free, at: scene.now)
    expectEqual(scene.actions(), [.take(.of(2))])
  }
}
