import BoardClient

// Quoted by `FollowingABoard.md`.

final class Printer: ConnectionDelegate {
  func connection(_ connection: Connection, didChange state: Connection.State) {
    print("now \(state)")
  }

  func boardDidReload(_ connection: Connection) { draw(connection.replica.shown) }

  func board(_ connection: Connection, performBatchUpdates update: ViewUpdate) {
    draw(connection.replica.shown)
  }

  private func draw(_ board: Board) {
    for section in board.content {
      print(section.title, section.items.count)
      for item in section.items { print("  ", item.text) }
    }
  }
}

func follow(host: String, port: UInt16) throws {
  let loop = try EventLoop()
  let connection = Connection(to: host, port: port, board: "groceries", as: "anna", on: loop)
  let printer = Printer()
  connection.delegate = printer
  try connection.open()
  loop.run()
}

/// A view calls this when the user drops a row.
func moveItem(
  from source: IndexPath, to destination: IndexPath, over connection: Connection
) throws(Refusal) {
  let board = connection.replica.shown
  let item = board.itemID(at: source)
  guard let place = board.anchor(at: destination, moving: [item]) else { return }
  try connection.make(.move([item], to: place))
}

func undo(over connection: Connection) {
  let undo = Request.undo(.undo(.init(connection.replica.board)))
  connection.send(undo) { answer in
    guard case .reply(let reply) = answer else { return }
    switch reply.outcome {
    case .ok(.undo(let undone)): print("reverted revision", undone.of)
    case .ok: break
    case .refused(let failure), .error(let failure): print("not reverted:", failure.sentence)
    }
  }
}

func find(_ text: Text, over connection: Connection) {
  connection.send(.board(.find(.init(on: connection.replica.board, text: text)))) { answer in
    guard case .reply(let reply) = answer, case .find(let listing) = reply.ok else { return }
    for row in listing.rows { print(row.path, row.text) }
  }
}
