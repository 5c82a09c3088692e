import BoardJournal
import BoardModel
import Cluster
import TestKit
import Testing

@Suite("A node that too few others reach")
struct IsolationTests {
  @Test("gives all spaces away after 5 s, and takes none until they reach it again")
  func isolated() {
    var scene = CoordinatorScene(nodes: 3)
    scene.own(.of(1))
    for index in [1, 2] { scene.nodes[index].unreached = ["n1:1"] }
    scene.renew()
    expectEqual(scene.pass(.milliseconds(4_990)), [])
    expectEqual(scene.pass(.milliseconds(1_020)), [.handOver(.of(1))])
    #expect(scene.coordinator.isIsolated)
    scene.coordinator.released(.of(1), at: scene.now)
    scene.owned = []
    expectEqual(scene.want(.of(1), .free), [.route(.of(1), .to(NodeID(2)))])
    scene.coordinator.unwanted(.of(1))
    scene.nodes[1].unreached = []
    scene.renew()
    #expect(!scene.coordinator.isIsolated)
    expectEqual(scene.want(.of(1), .free), [.take(.of(1))])
  }

  @Test("goes on if half of the living nodes reach it, itself included", arguments: 1...5)
  func half(_ count: Int) {
    for reports in 0..<count {
      var scene = CoordinatorScene(nodes: count)
      scene.own(.of(1))
      for index in 0..<reports { scene.nodes[index + 1].unreached = ["n1:1"] }
      scene.pass(.seconds(8))
      expectEqual(scene.coordinator.isIsolated, (2 * (count - reports) < count))
    }
  }

  @Test("counts those that are alive and have an address")
  func living() {
    var scene = CoordinatorScene(nodes: 5)
    for index in [1, 2] {
      scene.nodes[index].unreached = ["n1:1"]
      scene.nodes[index + 2].lease = .zero
    }
    scene.pass(.seconds(8))
    #expect(scene.coordinator.isIsolated)
    scene.nodes[2].address = nil
    scene.pass(.seconds(2))
    #expect(!scene.coordinator.isIsolated)
  }

  @Test("does not count the time of an outage")
  func outage() {
    var scene = CoordinatorScene(nodes: 3)
    for index in [1, 2] { scene.nodes[index].unreached = ["n1:1"] }
    scene.pass(.seconds(2))
    scene.advance(.seconds(30))
    scene.pass(.seconds(5))
    #expect(!scene.coordinator.isIsolated)
    scene.pass(.seconds(2))
    #expect(scene.coordinator.isIsolated)
  }

  @Test("is not asked to take spaces, and gets none by a hand-over")
  func avoided() {
    var scene = CoordinatorScene(nodes: 3)
    for index in [0, 2] { scene.nodes[index].unreached = ["n2:1"] }
    scene.renew()
    scene.own(.of(2))
    expectEqual(scene.pass(.seconds(30)), [])
    expectEqual(scene.want(.of(2, 1), .free), [.take(.of(2, 1))])
  }
}
