import BoardModel
import Testing

@testable import BoardHub

@Suite("The boards a connection watches")
struct WatchesTests {
  private let boards = (0..<4).map { LiveBoard(BoardName("b\($0)")!) }

  private func watches(_ count: Int) -> Watches {
    var watches = Watches()
    for index in 0..<count { watches.append(.init(board: boards[index], position: index)) }
    return watches
  }

  @Test("are in the order in which they were opened, whichever is closed", arguments: 0..<4)
  func order(_ closed: Int) {
    var watches = watches(4)
    #expect(watches.remove(at: closed).board === boards[closed])
    #expect(watches.map(\.position) == (0..<4).filter { $0 != closed })
    #expect(watches.last?.board === boards[closed == 3 ? 2 : 3])
  }

  @Test("can each be moved, and all be closed")
  func changes() {
    for count in 1...4 {
      var watches = watches(count)
      for index in watches.indices { watches[index].position = 10 * index }
      #expect(watches.map(\.position) == (0..<count).map { 10 * $0 })
      while !watches.isEmpty { _ = watches.remove(at: watches.count - 1) }
      #expect(watches.last == nil)
      watches.append(.init(board: boards[0], position: 7))
      #expect(watches.map(\.position) == [7])
    }
  }
}
