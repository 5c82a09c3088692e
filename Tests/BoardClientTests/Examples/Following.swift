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

/// What a view calls when the user drops a row.
func moveItem(
  from source: IndexPath, to destination: IndexPath, over connection: Connection
) throws(Refusal) {
  let board = connection.replica.shown
  let item = board.itemID(at: source)
  guard let place = board.anchor(at: destination, moving: [item]) else { return }
  try connection.make(.move([item], to: place))
}

func takeBack(over connection: Connection) {
  connection.send("undo") { answer in
    if case .reply(let reply) = answer, reply.kind == .refused {
      print("cannot be taken back:", reply.sentence ?? reply.words.joined(separator: " "))
    }
  }
}
