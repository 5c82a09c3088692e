import BoardAuthority
import BoardModel
import TestKit
import Testing

@testable import BoardDelivery

@Suite("The boards a connection watches")
struct SubscriptionsTests {
  private let boards = (0..<4).map {
    LiveBoard(VersionedBoard(BoardName("b\($0)")!), budget: TurnBudget())
  }

  private func subscriptions(_ count: Int) -> Subscriptions {
    var subscriptions = Subscriptions()
    for index in 0..<count { subscriptions.append(.init(board: boards[index], position: index)) }
    return subscriptions
  }

  @Test("are in the order in which they were opened, whichever is closed", arguments: 0..<4)
  func order(_ closed: Int) {
    var subscriptions = subscriptions(4)
    #expect(subscriptions.remove(at: closed).board === boards[closed])
    expectEqual(subscriptions.map(\.position), (0..<4).filter { $0 != closed })
    #expect(subscriptions.last?.board === boards[closed == 3 ? 2 : 3])
  }

  @Test("can be updated one by one, and all be closed")
  func changes() {
    for count in 1...4 {
      var subscriptions = subscriptions(count)
      for index in subscriptions.indices { subscriptions[index].position = 10 * index }
      expectEqual(subscriptions.map(\.position), (0..<count).map { 10 * $0 })
      while !subscriptions.isEmpty { _ = subscriptions.remove(at: subscriptions.count - 1) }
      expectNil(subscriptions.last)
      subscriptions.append(.init(board: boards[0], position: 7))
      expectEqual(subscriptions.map(\.position), [7])
    }
  }
}
