import BoardJournal
import BoardModel

/// What a holder knows of a board's row, so that it need not read before it writes.
struct JournaledBoard: Hashable {
  /// What the rows of the board are stored under. A rename leaves it as it is.
  let id: Int
  var head: Int
  /// The checksum of the policies, which may be long and seldom change.
  var policies: UInt64

  init(id: Int, head: Int, policies: [UInt8] = []) {
    self.id = id
    self.head = head
    self.policies = Checksum(policies).value
  }

  /// The checksum of the row.
  func checksum(of name: BoardName) -> Int {
    var sum = Checksum()
    sum.add(id)
    sum.add(name.string)
    sum.add(head)
    sum.add(policies)
    return sum.stored
  }
}

/// The boards of a journal while a group is being written: the changes of the group over what was
/// committed.
struct BoardOverlay {
  let committed: [BoardName: JournaledBoard]
  /// The boards that the group is about, as its entries so far leave them; nil if there is no such
  /// board any more.
  private(set) var changed: [BoardName: JournaledBoard?] = [:]

  init(_ committed: [BoardName: JournaledBoard]) { self.committed = committed }

  subscript(name: BoardName) -> JournaledBoard? {
    get { changed[name] ?? committed[name] }
    set { changed.updateValue(newValue, forKey: name) }
  }
}
