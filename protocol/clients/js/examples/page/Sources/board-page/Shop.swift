import BoardServer

/// A server with a page of its own, whose app takes part in the board.
struct Shop {
  let server: BoardServer

  /// - Parameter folder: With the files of the page.
  init(page folder: String) throws {
    var configuration = BoardServer.Configuration()
    configuration.boards = [
      try BoardFile("groceries", outline: "To buy: Bread \"Oat milk\" Pears | Basket:")
    ]
    var web = WebConfiguration(address: try SocketAddress(host: "127.0.0.1", port: 0))
    web.folder = folder
    configuration.web = web
    server = try BoardServer(configuration)
  }

  var page: String { "http://\(server.webAddress!)/" }

  /// Says how much is in the basket after each batch, until the server stops.
  func count(_ say: (Int) -> Void) async throws {
    let clerk = try await server.client(named: "clerk")
    let messages = clerk.messages
    try await clerk.ask("open groceries")
    for await message in messages {
      guard case .batch = message else { continue }
      say(try server.withBoard("groceries") { $0.board.content[1].items.count })
    }
  }
}
