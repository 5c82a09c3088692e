import BoardJournal
import BoardModel
import Cluster
import TestKit
import Testing

@Suite("A node that is asked for a space")
struct TakeTests {
  private var scene = CoordinatorScene(nodes: 3)

  private mutating func ask(_ space: SpaceName, _ location: SpaceLocation) -> [ClusterAction] {
    scene.coordinator.asked(space)
    expectEqual(scene.actions(), [.locate(space)])
    scene.coordinator.located(space, location, at: scene.now)
    return scene.actions()
  }

  @Test("takes it if nobody alive owns it, although the placement prefers another one")
  mutating func takes() {
    expectEqual(ask(.of(2), .free), [.take(.of(2))])
    scene.coordinator.took(.of(2), .taken, at: scene.now)
    expectEqual(scene.actions(), [.route(.of(2), .here)])
    #expect(scene.coordinator.serves(.of(2)))
    expectEqual(ask(.of(3), .owned(by: 77)), [.take(.of(3))])
  }

  @Test("takes it again if the answer to its take was lost")
  mutating func own() {
    expectEqual(ask(.of(2), .owned(by: 1)), [.take(.of(2))])
  }

  @Test("refuses if another one owns it")
  mutating func refuses() {
    expectEqual(ask(.of(1), .owned(by: 2)), [.refuse(.of(1))])
    expectEqual(ask(.of(1), .free), [.take(.of(1))])
    scene.coordinator.took(.of(1), .owned, at: scene.now)
    expectEqual(scene.actions(), [.refuse(.of(1))])
    expectNil(scene.coordinator.nextDeadline)
  }

  @Test("tries to take it if the lease of its owner was over: the node that asks may know more")
  mutating func expired() {
    scene.nodes[1].lease = .zero
    scene.renew()
    _ = scene.actions()
    expectEqual(ask(.of(1), .owned(by: 2)), [.take(.of(1))])
    scene.coordinator.took(.of(1), .owned, at: scene.now)
    expectEqual(scene.actions(), [.refuse(.of(1))])
    scene.nodes[1].lease = ClusterTimes.lease
    scene.renew()
    expectEqual(ask(.of(1), .owned(by: 2)), [.refuse(.of(1))])
  }

  @Test("refuses if the database does not answer, and leaves it at that")
  mutating func fails() {
    scene.coordinator.asked(.of(1))
    _ = scene.actions()
    scene.coordinator.locateFailed(.of(1), at: scene.now)
    expectEqual(scene.actions(), [.refuse(.of(1))])
    expectEqual(ask(.of(1), .free), [.take(.of(1))])
    scene.coordinator.took(.of(1), .failed, at: scene.now)
    expectEqual(scene.actions(), [.refuse(.of(1))])
    expectNil(scene.coordinator.nextDeadline)
  }

  @Test("says why it cannot be served")
  mutating func unusable() {
    expectEqual(ask(.of(1), .unknown), [.unknown(.of(1))])
    expectEqual(ask(.of(1), .free), [.take(.of(1))])
    scene.coordinator.took(.of(1), .unusable("newer"), at: scene.now)
    expectEqual(scene.actions(), [.unusable(.of(1), "newer")])
  }

  @Test("refuses while it drains, stops, or may not execute")
  mutating func withholds() {
    var stopping = self
    stopping.scene.coordinator.stop()
    #expect(stopping.scene.coordinator.isDraining)
    expectEqual(stopping.ask(.of(1), .free), [.refuse(.of(1))])
    var draining = self
    draining.scene.nodes[0].state = .draining
    draining.scene.renew()
    #expect(draining.scene.coordinator.isDraining)
    expectEqual(draining.ask(.of(1), .free), [.refuse(.of(1))])
    expectEqual(draining.ask(.of(1), .owned(by: 1)), [.refuse(.of(1))])
    scene.advance(.milliseconds(4_500))
    expectEqual(ask(.of(1), .free), [.refuse(.of(1))])
  }

  @Test("takes it for its clients, too, who asked another one")
  mutating func both() {
    expectEqual(scene.want(.of(2), .free), [.route(.of(2), .to(NodeID(2)))])
    expectEqual(ask(.of(2), .free), [.take(.of(2))])
    scene.coordinator.took(.of(2), .taken, at: scene.now)
    expectEqual(scene.actions(), [.route(.of(2), .here)])
  }

  @Test("serves it at once if it owns it, and refuses while it hands it over")
  mutating func owner() {
    scene.own(.of(1))
    scene.coordinator.asked(.of(1))
    expectEqual(scene.actions(), [.route(.of(1), .here)])
    scene.coordinator.releasing(.of(1))
    scene.coordinator.asked(.of(1))
    scene.coordinator.wanted(.of(1))
    expectEqual(scene.actions(), [.refuse(.of(1))])
    scene.coordinator.released(.of(1), at: scene.now)
    expectEqual(scene.actions(), [.locate(.of(1))])
  }

  @Test("drops what it took under a number that was declared dead")
  mutating func stale() {
    expectEqual(ask(.of(1), .free), [.take(.of(1))])
    scene.me = NodeID(9)
    scene.nodes[0].id = NodeID(9)
    scene.renew()
    expectEqual(scene.actions(), [.dropAll])
    scene.coordinator.took(.of(1), .taken, at: scene.now)
    expectEqual(scene.actions(), [.drop(.of(1)), .refuse(.of(1))])
    expectEqual(scene.coordinator.ownedSpaces, [])
  }

  @Test("has one take of a space under way")
  mutating func oneTake() {
    expectEqual(ask(.of(1), .free), [.take(.of(1))])
    scene.coordinator.asked(.of(1))
    scene.coordinator.wanted(.of(1))
    scene.coordinator.unwanted(.of(1))
    expectEqual(scene.advance(.seconds(3)), [])
    scene.coordinator.took(.of(1), .taken, at: scene.now)
    expectEqual(scene.actions(), [.route(.of(1), .here)])
  }

  @Test("drops a space that its row gives to others, unless it was taken after the row was read")
  mutating func lost() {
    scene.own(.of(1))
    scene.owned = []
    let late = ClusterView(me: scene.me, nodes: scene.nodes, owned: [])
    scene.coordinator.renewed(late, sentAt: scene.now, at: scene.now)
    expectEqual(scene.actions(), [])
    scene.renew()
    expectEqual(scene.actions(), [])
    scene.advance(.milliseconds(1))
    scene.renew()
    expectEqual(scene.actions(), [.drop(.of(1))])
  }

  @Test("releases a space that it owns without having it, when it has seen so twice")
  mutating func unexpectedTerms() {
    scene.owned = [OwnedSpace(name: .of(1), term: 7, pinned: nil)]
    scene.renew()
    expectEqual(scene.actions(), [])
    scene.renew()
    expectEqual(scene.actions(), [.release(.of(1), term: 7)])
    scene.owned = [OwnedSpace(name: .of(1), term: 9, pinned: nil)]
    scene.renew()
    expectEqual(scene.actions(), [])
    scene.coordinator.asked(.of(1))
    _ = scene.actions()
    scene.coordinator.located(.of(1), .owned(by: 1), at: scene.now)
    scene.renew()
    expectEqual(scene.actions(), [.take(.of(1))])
  }
}
