import BoardCore
import BoardJournal

/// What a holder knows of a board's row, so that it need not read before it writes.
struct HeldBoard: Hashable {
  var epoch: Int
  var head: Int
  var base: Int
  /// The checksum of the policies, which may be long and seldom change.
  var policies: UInt64

  /// A new board.
  init(head: Int) {
    epoch = 1
    self.head = head
    base = 0
    policies = Self.checksum([])
  }

  init(_ board: StoredBoard) {
    epoch = board.epoch
    head = board.head
    base = board.base
    policies = Self.checksum(board.policies)
  }

  static func checksum(_ policies: [UInt8]) -> UInt64 {
    var sum = Checksum()
    sum.add(policies)
    return sum.value
  }

  /// The checksum of the row.
  func checksum(of name: BoardName) -> Int {
    var sum = Checksum()
    sum.add(name.string)
    sum.add(epoch)
    sum.add(head)
    sum.add(base)
    sum.add(policies)
    return sum.stored
  }
}
