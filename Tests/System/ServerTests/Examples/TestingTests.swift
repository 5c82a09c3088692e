import BoardTesting
import Testing

// Quoted by `README.md` and `TestingAnApp.md`.

@Test func moving() async throws {
  let server = try TestServer("To buy: Bread Milk | Basket:")
  let ann = try server.client("ann")
  let bob = try server.client("bob")
  try await bob.open()
  try await ann.drag("Milk", to: "Basket")
  try await bob.expectBatch("move 0.1 1.0")
  try await server.converged()
}

@Test func twoDragsOfOneItem() async throws {
  let server = try TestServer("To buy: Bread Milk | Basket:")
  let ann = try server.client("ann")
  let bob = try server.client("bob", .webSocket)
  try await bob.open()
  try await ann.ask("begin i2 board=list")
  try await bob.expectEvent("drag d1 began list ann items=i2")
  #expect(try await bob.reply(to: "begin i2 board=list").hasPrefix("refused leased item=i2 by=ann"))
  // The lease of a drag that nobody continues expires.
  try server.advance(by: .seconds(120))
  #expect(try await bob.ask("begin i2 board=list") == "ok begin d2 items=i2")
}

@Test(arguments: [("ann", "bob"), ("bob", "ann")])
func aRace(first: String, second: String) async throws {
  let server = try TestServer("To buy: Bread Milk | Basket:")
  let one = try server.client(first)
  let other = try server.client(second)
  async let reply = one.reply(to: "begin i2 board=list")
  async let otherReply = other.reply(to: "begin i2 board=list")
  let replies = try await [reply, otherReply]
  #expect(replies.count { $0.hasPrefix("ok begin d1") } == 1, "\(server.conversation)")
  #expect(replies.count { $0.hasPrefix("refused leased item=i2 by=") } == 1)
}

@Test func aKillInTheMiddle() async throws {
  let server = try TestServer("To buy: Bread Milk | Basket:")
  let ann = try server.client("ann")
  let bob = try server.client("bob", .replica)
  try await bob.open()
  try await ann.drag("Milk", to: "Basket")
  try server.kill()
  try server.restart()
  try await ann.reconnect()
  try await ann.drag("Bread", to: "Basket")
  try await bob.expectBoard("To buy: | Basket: Milk Bread")
}

@Test func aCrowd() async throws {
  let server = try TestServer("To buy: Bread Milk | Basket:")
  let bob = try server.client("bob", .replica)
  try await bob.open()
  let crowd = RandomClients(of: server, count: 5)
  try crowd.run(rounds: 10)
  try crowd.settle()
  try await server.converged()
}
