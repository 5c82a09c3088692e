/// The boards a connection watches, the one opened last at the end: that is its current board.
///
/// Nearly every connection watches one board, which is held in place and needs no array.
struct Subscriptions: RandomAccessCollection, MutableCollection {
  /// A board, and the connection's place among the board's subscribers.
  struct Subscription {
    let board: LiveBoard
    var position: Int
  }

  private var first: Subscription?
  private var others: [Subscription] = []

  var startIndex: Int { 0 }
  var endIndex: Int { first == nil ? 0 : 1 + others.count }

  subscript(index: Int) -> Subscription {
    get { index == 0 ? first! : others[index - 1] }
    set { if index == 0 { first = newValue } else { others[index - 1] = newValue } }
  }

  mutating func append(_ watch: Subscription) {
    if first == nil { first = watch } else { others.append(watch) }
  }

  mutating func remove(at index: Int) -> Subscription {
    let removed = self[index]
    if index > 0 {
      others.remove(at: index - 1)
    } else {
      first = others.isEmpty ? nil : others.removeFirst()
    }
    if others.isEmpty { others = [] }
    return removed
  }
}
