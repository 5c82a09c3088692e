import BoardJournal
import BoardModel
import Cluster
import TestKit
import Testing

@Suite("A space that clients want")
struct SearchTests {
  private var scene = CoordinatorScene(nodes: 5)
  private let two = NodeID(2)
  private let one = NodeID(1)

  @Test("is looked for once, however many want it")
  mutating func once() {
    for _ in 1...3 { scene.coordinator.wanted(.of(2)) }
    expectEqual(scene.actions(), [.locate(.of(2))])
    scene.coordinator.wanted(.of(2))
    expectEqual(scene.actions(), [])
  }

  @Test("is forgotten when nobody wants it any more")
  mutating func unwanted() {
    scene.want(.of(2), .owned(by: 2))
    scene.coordinator.unwanted(.of(2))
    scene.coordinator.linkIsUp(two, false, at: scene.now)
    expectEqual(scene.actions(), [])
    expectNil(scene.coordinator.nextDeadline)
    scene.coordinator.wanted(.of(2))
    expectEqual(scene.actions(), [.locate(.of(2))])
  }

  @Test("is served by its owner, whatever the placement says")
  mutating func owned() {
    expectEqual(scene.want(.of(2), .owned(by: 3)), [.route(.of(2), .to(NodeID(3)))])
    scene.coordinator.wanted(.of(2))
    expectEqual(scene.actions(), [.route(.of(2), .to(NodeID(3)))])
    expectEqual(scene.pass(.seconds(20)), [])
  }

  @Test("that does not exist or cannot be served is refused")
  mutating func refused() {
    expectEqual(scene.want(.of(2), .unknown), [.unknown(.of(2))])
    expectEqual(scene.want(.of(2), .unusable("moved")), [.unusable(.of(2), "moved")])
    expectNil(scene.coordinator.nextDeadline)
  }

  @Test("without an owner is taken by the node that the placement prefers")
  mutating func placed() {
    expectEqual(scene.want(.of(2), .free), [.route(.of(2), .to(two))])
    expectEqual(scene.want(.of(1), .free), [.take(.of(1))])
    scene.coordinator.took(.of(1), .taken, at: scene.now)
    expectEqual(scene.actions(), [.route(.of(1), .here)])
    let pinned = SpaceLocation.found(owner: nil, pinned: "n3:1")
    expectEqual(scene.want(.of(1, 1), pinned), [.route(.of(1, 1), .to(NodeID(3)))])
  }

  @Test("of a dead process has no owner")
  mutating func dead() {
    expectEqual(scene.want(.of(2), .owned(by: 77)), [.route(.of(2), .to(two))])
  }

  @Test("is asked for at the next node after 1 s of silence, and looked for again at the end")
  mutating func silence() {
    scene.want(.of(3), .free)
    expectEqual(scene.advance(.milliseconds(999)), [])
    expectEqual(scene.advance(.milliseconds(1)), [.take(.of(3))])
    scene.coordinator.took(.of(3), .failed, at: scene.now)
    expectEqual(scene.advance(.milliseconds(100)), [.locate(.of(3))])
    scene.coordinator.located(.of(3), .free, at: scene.now)
    for number in [2, 4, 5] {
      expectEqual(scene.actions(), [.route(.of(3), .to(NodeID(number)))])
      scene.renew()
      scene.now += .milliseconds(990)
    }
    expectEqual(scene.actions(), [])
    expectEqual(scene.advance(.milliseconds(200)), [.locate(.of(3))])
    scene.coordinator.located(.of(3), .free, at: scene.now)
    expectEqual(scene.actions(), [.route(.of(3), .to(NodeID(3)))])
  }

  @Test("is not asked for at a node that has been out of reach for 1 s")
  mutating func unreachable() {
    scene.coordinator.linkIsUp(two, false, at: scene.now)
    scene.pass(.milliseconds(400))
    expectEqual(scene.want(.of(2), .free), [])
    expectEqual(scene.advance(.milliseconds(599)), [])
    expectEqual(scene.advance(.milliseconds(1)), [.take(.of(2))])
    scene.pass(.seconds(1))
    expectEqual(scene.want(.of(2, 1), .free), [.take(.of(2, 1))])
  }

  @Test("is asked for when the link comes up meanwhile")
  mutating func lateLink() {
    scene.coordinator.linkIsUp(two, false, at: scene.now)
    expectEqual(scene.want(.of(2), .free), [])
    scene.coordinator.linkIsUp(two, true, at: scene.now)
    expectEqual(scene.actions(), [.route(.of(2), .to(two))])
  }

  @Test("is looked for again after a refusal, with a delay that doubles up to 1 s")
  mutating func backOff() {
    scene.want(.of(2), .owned(by: 2))
    for delay in [100, 200, 400, 800, 1_000, 1_000] {
      scene.coordinator.refused(.of(2), by: two, at: scene.now)
      expectEqual(scene.advance(.milliseconds(delay - 1)), [])
      expectEqual(scene.advance(.milliseconds(1)), [.locate(.of(2))])
      scene.coordinator.located(.of(2), .owned(by: 2), at: scene.now)
      expectEqual(scene.actions(), [.route(.of(2), .to(two))])
    }
    scene.coordinator.accepted(.of(2), by: two)
    scene.coordinator.refused(.of(2), by: two, at: scene.now)
    expectEqual(scene.advance(.milliseconds(100)), [.locate(.of(2))])
  }

  @Test("is not asked for twice at a node that refuses while nobody owns it")
  mutating func refusals() {
    scene.want(.of(2), .free)
    scene.coordinator.refused(.of(2), by: two, at: scene.now)
    expectEqual(scene.advance(.milliseconds(100)), [.locate(.of(2))])
    scene.coordinator.located(.of(2), .free, at: scene.now)
    expectEqual(scene.actions(), [.take(.of(2))])
  }

  @Test("ignores the refusal of a node that is not asked any more")
  mutating func lateRefusal() {
    scene.want(.of(2), .owned(by: 3))
    scene.coordinator.refused(.of(2), by: two, at: scene.now)
    expectEqual(scene.advance(.seconds(5)), [])
  }

  @Test("is passed to a node that accepts it late")
  mutating func lateAnswer() {
    scene.want(.of(3), .free)
    scene.coordinator.refused(.of(3), by: NodeID(3), at: scene.now)
    scene.coordinator.accepted(.of(3), by: two)
    expectEqual(scene.advance(.seconds(5)), [.route(.of(3), .to(two))])
  }

  @Test("waits for the link to its owner, and is looked for again meanwhile")
  mutating func linkDown() {
    scene.want(.of(2), .owned(by: 2))
    scene.coordinator.linkIsUp(two, false, at: scene.now)
    expectEqual(scene.advance(.milliseconds(100)), [.locate(.of(2))])
    scene.coordinator.located(.of(2), .owned(by: 2), at: scene.now)
    expectEqual(scene.actions(), [])
    expectEqual(scene.advance(.milliseconds(200)), [.locate(.of(2))])
    scene.coordinator.located(.of(2), .owned(by: 2), at: scene.now)
    scene.coordinator.linkIsUp(two, true, at: scene.now)
    expectEqual(scene.advance(.seconds(5)), [.route(.of(2), .to(two))])
  }

  @Test("gets another owner as soon as its owner is declared dead, by this process or by others")
  mutating func ownerDies() {
    for isOwn in [true, false] {
      var scene = CoordinatorScene(nodes: 5)
      scene.want(.of(2), .owned(by: 2))
      scene.nodes[1].lease = .zero
      scene.renew()
      expectEqual(scene.actions(), [scene.declaration(2)])
      scene.nodes.remove(at: 1)
      if isOwn {
        scene.coordinator.declared(two, isDead: true, at: scene.now)
      } else {
        scene.renew()
      }
      expectEqual(scene.actions(), [.disconnect(two), .take(.of(2))])
    }
  }

  @Test("is looked for again at once when its owner has handed it over")
  mutating func moved() {
    scene.want(.of(3), .owned(by: 2))
    scene.coordinator.moved(.of(3), from: two)
    expectEqual(scene.actions(), [.locate(.of(3))])
    scene.coordinator.located(.of(3), .free, at: scene.now)
    expectEqual(scene.actions(), [.route(.of(3), .to(NodeID(3)))])
  }

  @Test("waits while the database does not answer, and known routes stay usable")
  mutating func outage() {
    scene.want(.of(2), .owned(by: 2))
    scene.coordinator.wanted(.of(3))
    expectEqual(scene.actions(), [.locate(.of(3))])
    for _ in 1...20 {
      scene.coordinator.renewalFailed()
      scene.coordinator.locateFailed(.of(3), at: scene.now)
      let actions = scene.advance(.seconds(1))
      expectEqual(actions, [.locate(.of(3))])
    }
    scene.coordinator.wanted(.of(2))
    expectEqual(scene.actions(), [.route(.of(2), .to(two))])
  }

  @Test("waits until the process has seen the others")
  func beforeFirstRenewal() {
    var coordinator = ClusterCoordinator()
    coordinator.wanted(.of(1))
    expectEqual(coordinator.nextActions(at: .zero), [.locate(.of(1))])
    coordinator.located(.of(1), .free, at: .zero)
    expectEqual(coordinator.nextActions(at: .zero), [])
    expectEqual(coordinator.nextDeadline, .milliseconds(100))
  }
}
