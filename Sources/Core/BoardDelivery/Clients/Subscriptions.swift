import BoardWire

/// The boards a connection watches, the one opened last at the end: that is its current board.
///
/// Nearly every connection watches one board, which is held in place and needs no array.
package struct Subscriptions: RandomAccessCollection, MutableCollection {
  /// A board, and the connection's place among the board's subscribers.
  package struct Subscription {
    package let board: LiveBoard
    package var position: Int

    /// Whether the connection is owed a snapshot that is to be written first.
    func lacksContent(in form: WireForm) -> Bool {
      let subscriber = board.subscribers[position]
      return subscriber.content == nil
        && board.lacksContent(
          from: subscriber.revision, presence: subscriber.presence, in: form)
    }
  }

  private var first: Subscription?
  private var others: [Subscription] = []

  package var startIndex: Int { 0 }
  package var endIndex: Int { first == nil ? 0 : 1 + others.count }

  package subscript(index: Int) -> Subscription {
    get { index == 0 ? first! : others[index - 1] }
    set { if index == 0 { first = newValue } else { others[index - 1] = newValue } }
  }

  package mutating func append(_ watch: Subscription) {
    if first == nil { first = watch } else { others.append(watch) }
  }

  package mutating func remove(at index: Int) -> Subscription {
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
