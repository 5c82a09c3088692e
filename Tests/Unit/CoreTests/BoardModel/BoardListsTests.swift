import TestKit
import Testing

@testable import BoardModel

@Suite("Ordered lists")
struct BoardListsTests {
  @Test("are consistent however many elements they are filled with")
  func fill() {
    for count in 0...200 {
      let lists = filled(with: count)
      #expect(lists.isConsistent && lists.count(of: 7) == count)
      expectEqual(lists.elements(of: 7), Array(0..<Slot(count)))
    }
  }

  @Test("remain consistent if elements are removed at the front, at the back or in the middle")
  func drain() {
    for place in [0.0, 0.5, 1.0] {
      var lists = filled(with: 200)
      var model = Array(0..<Slot(200))
      while !model.isEmpty {
        let gone = model.remove(at: Int(Double(model.count - 1) * place))
        lists.remove(gone)
        #expect(lists.isConsistent && lists.elements(of: 7) == model)
      }
      expectEqual(lists.freeNodes.count, lists.nodes.count)
    }
  }

  @Test("remain consistent if elements are inserted at one place")
  func growInOnePlace() {
    for place in [0.0, 0.5, 1.0] {
      var lists = filled(with: 0)
      var model: [Slot] = []
      for element in 0..<Slot(200) {
        let index = Int(Double(model.count) * place)
        model.insert(element, at: index)
        lists.insert(element, at: index, in: 7)
        #expect(lists.isConsistent && lists.position(of: element) == (7, index))
      }
      expectEqual(lists.elements(of: 7), model)
    }
  }

  @Test("return any range of a list")
  func ranges() {
    let lists = filled(with: 60)
    for start in 0...60 {
      for end in start...60 {
        var seen: [Slot] = []
        lists.forEach(in: 7, start..<end) { seen.append($0) }
        expectEqual(seen, Array(Slot(start)..<Slot(end)))
      }
    }
  }

  @Test("use no memory while they are empty")
  func emptyLists() {
    var lists = filled(with: 20)
    lists.removeAll(from: 7)
    #expect(lists.freeNodes.count == lists.nodes.count && lists.count(of: 7) == 0)
    expectEqual(lists.count(of: 9), 0)
  }

  private func filled(with count: Int) -> OrderedLists {
    var lists = OrderedLists(leafCapacity: 4, branching: 4)
    lists.fill(7, with: Array(0..<Slot(count)))
    return lists
  }
}

extension OrderedLists {
  fileprivate func elements(of list: Slot) -> [Slot] {
    (0..<count(of: list)).map { element(at: $0, in: list) }
  }
}
