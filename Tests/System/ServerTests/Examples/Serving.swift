import BoardServer

// Quoted by `README.md` and `ServingInAnApp.md`.

func serve() async throws -> BoardServer {
  let server = try BoardServer(boards: ["groceries": "To buy: Bread \"Oat milk\" | Basket:"])
  print("nc 127.0.0.1 \(server.port), then: open groceries")
  let bot = try await server.client(named: "bot")
  try await bot.ask("insert end:s1 board=groceries Tea")
  try server.withBoard("groceries") { print($0.revision, $0.board.content.outline) }
  return server
}

func serve(fromDirectory path: String, rules: String) throws -> BoardServer {
  var configuration = BoardServer.Configuration()
  configuration.place = .directory(path)
  configuration.boards = [try BoardFile("groceries", outline: "To buy: Bread | Basket:")]
  configuration.addresses = [.internet(try SocketAddress(host: "0.0.0.0", port: 7667))]
  configuration.web = WebConfiguration(address: try SocketAddress(host: "127.0.0.1", port: 7668))
  configuration.access = try AccessFile(text: rules).rules()
  return try BoardServer(configuration)
}

/// Moves what others insert into the first section to the end of the second one.
func tidy(_ server: BoardServer) async throws {
  let bot = try await server.client(named: "tidy")
  let messages = bot.messages
  try await bot.ask("open groceries")
  for await message in messages {
    guard case .batch(_, _, _, let batch) = message else { continue }
    for insert in batch.inserts where insert.path.section == 0 {
      // Somebody may drag it already.
      _ = try? await bot.ask("move \(insert.arrival.item.id) end:s2 board=groceries")
    }
  }
}
