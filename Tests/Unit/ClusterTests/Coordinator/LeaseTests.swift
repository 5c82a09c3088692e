import BoardJournal
import BoardModel
import Cluster
import TestKit
import Testing

@Suite("The lease of a process")
struct LeaseTests {
  @Test("permits to execute for 4.5 s after the last good renewal was sent, not answered")
  func execution() {
    var coordinator = ClusterCoordinator()
    #expect(!coordinator.mayExecute(at: .zero))
    let view = ClusterView(me: NodeID(1), nodes: [NodeRow(1)], owned: [])
    coordinator.renewed(view, sentAt: .seconds(1), at: .seconds(3))
    #expect(coordinator.mayExecute(at: .milliseconds(5_499)))
    #expect(!coordinator.mayExecute(at: .milliseconds(5_500)))
    coordinator.renewalFailed()
    #expect(coordinator.mayExecute(at: .milliseconds(5_499)))
    coordinator.renewed(view, sentAt: .seconds(9), at: .seconds(10))
    #expect(coordinator.mayExecute(at: .milliseconds(13_499)))
  }

  @Test("of another is declared over at each renewal after it was")
  func declaring() {
    var scene = CoordinatorScene()
    scene.nodes[1].lease = .zero
    for _ in 1...2 {
      scene.renew()
      expectEqual(scene.actions(), [scene.declaration(2)])
      scene.coordinator.declared(NodeID(2), isDead: false, at: scene.now)
    }
    scene.coordinator.declared(NodeID(2), isDead: true, at: scene.now)
    expectEqual(scene.actions(), [.disconnect(NodeID(2))])
  }

  @Test("of another is over when this process has seen no renewal of it for 5 s by its own clock")
  func silence() {
    var scene = CoordinatorScene()
    scene.renew()
    let end = scene.now + ClusterTimes.lease
    scene.silent = [NodeID(2)]
    expectEqual(scene.pass(ClusterTimes.lease - .milliseconds(1)), [])
    expectEqual(scene.coordinator.nextDeadline, end)
    expectEqual(scene.advance(end - scene.now), [scene.declaration(2)])
    // One that comes at the last moment is seen by the database: the number is another one.
    let former = scene.declaration(2)
    scene.silent = []
    scene.renew()
    #expect(scene.actions() == [] && scene.declaration(2) != former)
  }

  @Test("of another is not over between two renewals if the database does not answer any more")
  func unanswered() {
    var scene = CoordinatorScene()
    scene.renew()
    scene.silent = [NodeID(2)]
    scene.pass(.milliseconds(4_500))
    scene.coordinator.renewalFailed()
    expectEqual(scene.advance(.seconds(3)), [])
  }

  @Test("of another is declared over only after 5 s of renewals without a gap")
  func gaps() {
    let gaps: [(String, (inout CoordinatorScene) -> Void)] = [
      ("no answer", { $0.advance(.milliseconds(2_991)) }),
      ("a refusal", { $0.coordinator.renewalFailed() }),
      ("a pause", { $0.now += .seconds(20) }),
    ]
    for (name, gap) in gaps {
      var scene = CoordinatorScene()
      scene.renew()
      scene.silent = [NodeID(3)]
      gap(&scene)
      scene.renew()
      let end = scene.now + .seconds(5)
      while scene.now + .seconds(1) < end {
        expectEqual(scene.actions(), [], "\(name)")
        scene.now += .milliseconds(600)
        scene.renew()
      }
      scene.now = end - .milliseconds(10)
      scene.renew()
      expectEqual(scene.actions(), [scene.declaration(3)], "\(name)")
    }
  }

  @Test("has no gap if the next answer comes within 3 s of the last sending")
  func shortDelay() {
    var scene = CoordinatorScene()
    scene.renew()
    scene.silent = [NodeID(3)]
    scene.advance(.milliseconds(2_980))
    scene.renew()
    scene.advance(.milliseconds(2_000))
    scene.renew()
    expectEqual(scene.actions(), [scene.declaration(3)])
  }

  @Test("that was declared over ends all spaces, and the process begins again with another number")
  func declaredDead() {
    var scene = CoordinatorScene()
    scene.own()
    scene.coordinator.wanted(.of(1))
    expectEqual(scene.actions(), [.route(.of(1), .here)])
    scene.nodes[0].id = NodeID(9)
    (scene.me, scene.owned) = (NodeID(9), [])
    scene.now += .seconds(20)
    #expect(!scene.coordinator.mayExecute(at: scene.now))
    scene.renew()
    expectEqual(scene.actions(), [.dropAll, .locate(.of(1))])
    expectEqual(scene.coordinator.me, NodeID(9))
    expectEqual(scene.coordinator.ownedSpaces, [])
    #expect(scene.coordinator.mayExecute(at: scene.now))
    scene.coordinator.located(.of(1), .owned(by: 1), at: scene.now)
    expectEqual(scene.actions(), [.take(.of(1))])
  }

  @Test("that was renewed in time after an outage keeps all spaces")
  func outage() {
    var scene = CoordinatorScene()
    scene.own()
    scene.advance(.seconds(60))
    scene.silent = [NodeID(2), NodeID(3)]
    scene.renew()
    expectEqual(scene.actions(), [])
    #expect(scene.coordinator.serves(.of(1)))
  }
}
