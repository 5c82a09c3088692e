import BoardClient
import BoardModel
import BoardReplica
import BoardWire
import Libuv

/// A connection, and a list view that follows its board by updates alone.
final class Follower: ConnectionDelegate {
  let connection: Connection
  private(set) var list = ListView()
  /// The first fault, as text.
  private(set) var fault: String?
  /// Called at the end of a drag session; nil if the outcome is unknown.
  var onDragEnd: ((SessionID, ReportedOutcome?) -> Void)?
  var onSettled: ((ChangeID, Settlement) -> Void)?
  /// The times of recent inserts and moves, by item.
  private(set) var recentChanges: [ItemID: Duration] = [:]

  init(_ connection: Connection) {
    self.connection = connection
    connection.delegate = self
  }

  var isLive: Bool { connection.state == .live }
  var board: Board { connection.replica.shown }
  var revision: Int? { connection.replica.revision }

  /// Swaps two cells, to test the comparison.
  func spoil() { list.spoil() }

  /// Removes changes before a time.
  func forgetChanges(before time: Duration) {
    recentChanges = recentChanges.filter { $0.value >= time }
  }

  func boardDidReload(_ connection: Connection) { list.reload(from: board) }

  func board(_ connection: Connection, performBatchUpdates update: ViewUpdate) {
    do throws(ListView.Fault) {
      try list.perform(update, of: board)
    } catch { return find("an update did not fit: \(error)") }
    let time = connection.loop.now
    for path in update.insertedItems + update.movedItems.map(\.to) {
      recentChanges[board.itemID(at: path)] = time
    }
    guard board.itemCount <= DemoPlayer.wholeItems else { return }
    if let difference = firstDifference(of: list.content, from: board.content) {
      find("an update left the list view wrong: \(difference)")
    }
  }

  func connection(
    _ connection: Connection, dragSessionDidEnd session: SessionID, outcome: ReportedOutcome?
  ) { onDragEnd?(session, outcome) }

  func connection(_ connection: Connection, didChange state: Connection.State) {
    switch state {
    case .connecting, .live: break
    case .waiting(_, .fault(let fault)): find("a batch did not fit: \(fault)")
    case .waiting(_, .malformed(let line)): find("a line cannot be read: \(line)")
    case .waiting: break
    case .closed(.byOwner): break
    case .closed(let reason): find("the server does not let it in: \(reason)")
    }
  }

  func connection(_ connection: Connection, didSettle change: ChangeID, _ settlement: Settlement) {
    onSettled?(change, settlement)
  }

  private func find(_ fault: String) { self.fault = self.fault ?? fault }
}
