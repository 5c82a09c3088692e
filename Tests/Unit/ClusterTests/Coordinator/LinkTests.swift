import BoardJournal
import BoardModel
import Cluster
import TestKit
import Testing

@Suite("The links of a process")
struct LinkTests {
  @Test("lead to each other node that is alive and has an address")
  func connecting() {
    var scene = CoordinatorScene(nodes: 1)
    scene.nodes += [
      NodeRow(2), NodeRow(3, isAlive: false), NodeRow(4, state: .draining),
      NodeRow(NodeID(5), address: nil),
    ]
    scene.renew()
    let connects: [ClusterAction] = [2, 4].map { .connect(NodeID($0), .test($0)) }
    expectEqual(scene.actions().filter { $0 != scene.declaration(3) }, connects)
    scene.renew()
    expectEqual(scene.actions(), [scene.declaration(3)])
  }

  @Test("stay while a lease is over, and end when the node is declared dead")
  func disconnecting() {
    var scene = CoordinatorScene()
    scene.nodes[1].lease = .zero
    scene.renew()
    expectEqual(scene.actions(), [scene.declaration(2)])
    scene.nodes.remove(at: 1)
    scene.renew()
    expectEqual(scene.actions(), [.disconnect(NodeID(2))])
  }

  @Test("lead to the newest process at an address, and none to the own one")
  func restarted() {
    var scene = CoordinatorScene()
    let restarted = NodeAddress(link: "n2:1", certificate: "another")
    scene.nodes.append(NodeRow(NodeID(4), address: restarted))
    scene.renew()
    expectEqual(scene.actions(), [.disconnect(NodeID(2)), .connect(NodeID(4), restarted)])
    scene.nodes.append(NodeRow(NodeID(5), address: .test(1)))
    scene.renew()
    expectEqual(scene.actions(), [])
  }

  @Test("stay if a process that was declared dead registers anew, whose spaces are looked for")
  func renumbered() {
    var scene = CoordinatorScene()
    scene.want(.of(2), .owned(by: 2))
    scene.nodes[1] = NodeRow(NodeID(4), address: .test(2))
    scene.renew()
    // It is asked first, over the link that is still up.
    expectEqual(
      scene.actions(),
      [
        .renumber(NodeID(2), to: NodeID(4)), .route(.of(2), .to(NodeID(4))),
      ])
    scene.coordinator.linkIsUp(NodeID(4), false, at: scene.now)
    scene.pass(.seconds(2))
    expectEqual(scene.coordinator.unreached(at: scene.now), ["n2:1"])
  }

  @Test("are reported when they have been down for a second")
  func unreached() {
    var scene = CoordinatorScene()
    expectEqual(scene.coordinator.unreached(at: scene.now), [])
    scene.coordinator.linkIsUp(NodeID(2), false, at: scene.now)
    expectEqual(scene.coordinator.unreached(at: scene.now + .milliseconds(999)), [])
    expectEqual(scene.coordinator.unreached(at: scene.now + .seconds(1)), ["n2:1"])
    scene.coordinator.linkIsUp(NodeID(2), false, at: scene.now + .seconds(3))
    expectEqual(scene.coordinator.unreached(at: scene.now + .seconds(3)), ["n2:1"])
    scene.coordinator.linkIsUp(NodeID(2), true, at: scene.now + .seconds(4))
    expectEqual(scene.coordinator.unreached(at: scene.now + .seconds(9)), [])
  }

  @Test("of a process without an address lead to nodes, which take its spaces before itself")
  func noNode() {
    var scene = CoordinatorScene(nodes: 2)
    scene.nodes[0].address = nil
    scene.renew()
    expectEqual(scene.want(.of(1), .free), [.route(.of(1), .to(NodeID(2)))])
    scene.nodes.remove(at: 1)
    scene.renew()
    expectEqual(scene.actions(), [.disconnect(NodeID(2)), .take(.of(1))])
  }
}
