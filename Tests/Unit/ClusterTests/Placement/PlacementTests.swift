import BoardJournal
import BoardModel
import Foundation
import Simulation
import TestKit
import Testing

@testable import Cluster

@Suite("The placement of spaces")
struct PlacementTests {
  private static let names = (0..<10_000).map { SpaceName("space-\($0)")! }

  @Test("ranks the nodes that are alive, serve and have an address")
  func candidates() {
    let nodes = [
      NodeRow(1), NodeRow(2, isAlive: false), NodeRow(3, state: .draining), NodeRow(4),
      NodeRow(NodeID(5), address: nil),
    ]
    let ranking = Placement.ranking(of: .standard, pinned: nil, among: nodes)
    expectEqual(Set(ranking), [NodeID(1), NodeID(4)])
    expectEqual(ranking.count, 2)
    expectEqual(Placement.ranking(of: .standard, pinned: nil, among: []), [])
  }

  @Test("prefers the node that a space is pinned to, if that is a candidate")
  func pinned() {
    for name in Self.names.prefix(100) {
      let nodes = (1...5).map { NodeRow($0) }
      let ranking = Placement.ranking(of: name, pinned: nil, among: nodes)
      for (index, node) in nodes.enumerated() {
        let first = [node.id] + ranking.filter { $0 != node.id }
        expectEqual(Placement.ranking(of: name, pinned: node.address?.link, among: nodes), first)
        expectEqual(
          Placement(nodes).winner(of: name, pinned: node.address?.link), node.id)
        var others = nodes
        others[index].state = .draining
        let rest = ranking.filter { $0 != node.id }
        expectEqual(Placement.ranking(of: name, pinned: node.address?.link, among: others), rest)
      }
      expectEqual(Placement.ranking(of: name, pinned: "nowhere:1", among: nodes), ranking)
      expectEqual(Placement(nodes).winner(of: name, pinned: nil), ranking.first)
    }
  }

  @Test("counts a link once, for the process that registered last")
  func restarted() {
    let old = NodeRow(1)
    let new = NodeRow(NodeID(7), address: old.address)
    for nodes in [[old, NodeRow(2), new], [new, NodeRow(2), old]] {
      let ranking = Placement.ranking(of: .standard, pinned: nil, among: nodes)
      #expect(Set(ranking) == [NodeID(2), NodeID(7)] && ranking.count == 2)
    }
  }

  @Test("does not depend on the order of the nodes or their numbers")
  func agreement() {
    for seed in randomSeeds(5) {
      var random = SeededRandom(seed: seed)
      let nodes = (1...1 + random.below(8)).map { NodeRow($0, weight: 1 + random.below(9)) }
      var others = nodes.shuffled(using: &random)
      for index in others.indices { others[index].id = NodeID(others[index].id.number + 100) }
      let name = random.one(of: Self.names)
      let ranking = Placement.ranking(of: name, pinned: nil, among: nodes)
      let same = Placement.ranking(of: name, pinned: nil, among: others)
      expectEqual(ranking.map(\.number), same.map { $0.number - 100 }, "seed \(seed)")
    }
  }

  /// A share deviates by at most 4 standard deviations, which is below 2 % of all spaces.
  @Test(
    "gives each node a share in proportion to its weight",
    arguments: [[1, 1, 1], [1, 2, 5], [100, 1, 99, 300]])
  func shares(_ weights: [Int]) {
    let nodes = weights.enumerated().map { NodeRow($0 + 1, weight: $1) }
    let placement = Placement(nodes)
    let winners = Dictionary(grouping: Self.names) { placement.winner(of: $0, pinned: nil)! }
    for node in nodes {
      let share = Double(node.weight) / Double(weights.reduce(0, +))
      let count = Double(winners[node.id]?.count ?? 0)
      let deviation = (share * (1 - share) * Double(Self.names.count)).squareRoot()
      #expect(abs(count - share * Double(Self.names.count)) < 4 * deviation, "\(node.id): \(count)")
    }
  }

  @Test("moves only the spaces of a node that is removed, added or has another weight")
  func moves() {
    var nodes = (1...6).map { NodeRow($0, weight: $0) }
    let all = Placement(nodes)
    let changed = nodes.remove(at: 2)
    let rest = Placement(nodes)
    nodes.append(NodeRow(changed.id.number, weight: 9))
    let heavier = Placement(nodes)
    for name in Self.names {
      let ranking = all.ranking(of: name, pinned: nil)
      expectEqual(rest.ranking(of: name, pinned: nil), ranking.filter { $0 != changed.id })
      let winner = heavier.winner(of: name, pinned: nil)
      #expect(winner == changed.id || winner == ranking.first)
    }
  }

  /// These values must never change: processes of different versions place the same spaces.
  @Test("is the same in every version")
  func golden() {
    let nodes = (1...5).map { NodeRow($0, weight: $0) }
    let rankings = ["main", "a", "b", "groceries", "space-0"].map { name in
      Placement.ranking(of: SpaceName(name)!, pinned: nil, among: nodes).map(\.number)
    }
    let expected = [
      [4, 3, 2, 5, 1], [4, 5, 2, 1, 3], [4, 3, 2, 1, 5], [1, 5, 2, 3, 4], [1, 4, 5, 2, 3],
    ]
    expectEqual(rankings, expected)
  }

  @Test("computes logarithms that differ from the true ones by less than 2 in the last place")
  func logarithms() {
    var random = SeededRandom(seed: 1)
    let numbers = (0..<1_000).map { _ in random.next() >> UInt64(random.below(60)) }
    for number in numbers + [0, 1, 2, 3, .max, .max - 1, 1 << 63, 1 << 62] {
      let exact = 64 - log2(Double(max(1, number)))
      let value = Double(PlacementCost.negativeLogarithm(of: number))
      let place = Double(UInt64(1) << PlacementCost.fractionBits)
      #expect(abs(value - exact * place) <= 2, "\(number)")
      #expect(value >= 1)
    }
  }

  @Test("compares quotients without overflow")
  func quotients() {
    let light = PlacementCost(space: 1, link: 2, weight: 1)
    let heavy = PlacementCost(space: 1, link: 2, weight: .max)
    #expect(heavy < light && !(light < heavy) && heavy != light)
    expectEqual(light, PlacementCost(space: 1, link: 2, weight: 1))
  }
}
