import BoardTesting
import Testing

#if canImport(Tidy)
  import Tidy
#endif

/// The app is tested as its users have it: on a real server, over a network with faults, and with others who drag.
@Suite("A tidy list")
struct TidyListTests {
  private let server: TestServer

  init() throws { server = try TestServer("To buy: Bread Milk | Basket:") }

  @Test("deletes what somebody inserts twice, and others see that")
  func duplicates() async throws {
    let app = TidyList(of: "list", at: server.port)
    let ann = try server.client("ann")
    try await ann.open()
    try await ann.ask("insert end:s2 board=list Milk")
    try await ann.expectBatch("insert 1.0 i3 Milk")
    try await ann.expectBatch("delete 1.0")
    try await server.expect("the app to show it") { app.texts == [["Bread", "Milk"], []] }
  }

  @Test("lets a drag end before it deletes the item, whoever is first")
  func races() async throws {
    let app = TidyList(of: "list", at: server.port)
    let ann = try server.client("ann")
    let bob = try server.client("bob")
    try await server.expect("the app to follow") { !app.texts.isEmpty }
    // Bob holds the item before the app can know it.
    try await bob.ask("begin i2 board=list")
    try await ann.ask("edit i1 board=list Milk")
    try await ann.ask("insert end:s1 board=list Tea")
    try await server.expect("both") { app.texts == [["Milk", "Milk", "Tea"], []] }
    try await bob.ask("propose end:s2")
    #expect(try await bob.ask("perform").hasPrefix("ok perform d1 moved"))
    try await server.expect("one Milk") { app.texts == [["Milk", "Tea"], []] }
  }

  @Test("deletes what came while its connection was cut, and its server was killed")
  func outages() async throws {
    let proxy = try server.proxy()
    let app = TidyList(of: "list", at: proxy.port)
    let ann = try server.client("ann")
    try await ann.open()
    try await server.expect("the app to follow") { !app.texts.isEmpty }
    try proxy.stall()
    try await ann.ask("insert end:s2 board=list Bread")
    try server.kill()
    try proxy.cut()
    try server.restart()
    try proxy.resume()
    try await ann.reconnect()
    try await ann.expectBoard("To buy: Bread Milk | Basket:", within: .seconds(30))
  }

  @Test("follows a crowd that does everything that the protocol has")
  func crowds() async throws {
    let app = TidyList(of: "list", at: server.port)
    let crowd = RandomClients(of: server)
    for _ in 0..<5 { try crowd.run(rounds: 4) }
    try crowd.settle()
    try await server.expect("no text to be there twice") {
      let texts = app.texts.flatMap(\.self)
      return texts.count == Set(texts).count
    }
    try await server.converged()
  }
}
