import BoardServer
import BoardTesting
import CheckedClients
import Glibc
import Testing

@Suite("Fifty random clients")
struct RandomClientsTests {
  private static let board =
    "First: a b c d e f g h i j k l m n o | Second: p q r s t u v w x y z 1 2 3 4 | \"\":"

  /// Three seeds, and one more that `DROPLINE_SEED` sets.
  private static let seeds: [(Int, Cadence)] = {
    let fixed: [(Int, Cadence)] = [(1, .fixed(.zero)), (2, .automatic), (3, .fixed(.zero))]
    let own = getenv("DROPLINE_SEED").flatMap { Int(String(cString: $0)) }
    return fixed + (own.map { [($0, .fixed(.zero)), ($0, .automatic)] } ?? [])
  }()

  private func server(_ cadence: Cadence = .fixed(.zero)) throws -> TestServer {
    try TestServer(boards: ["alpha": Self.board, "beta": Self.board]) {
      $0.cadence = cadence
      $0.place = .memory
    }
  }

  @Test(
    "see one board, legal batches without a gap, every drag begin and end once, and every selection",
    arguments: seeds)
  func converge(_ seed: Int, _ cadence: Cadence) throws {
    let crowd = RandomClients(of: try server(cadence), seed: seed, count: 50)
    try crowd.run(rounds: 40)
    try crowd.settle()
    let readers = crowd.members.map(\.reader)
    // Their number depends on timing; that there are some does not.
    #expect(readers.reduce(0) { $0 + $1.batchCount } > 100)
    #expect(readers.reduce(0) { $0 + $1.selectionCount } > 100)
    #expect(readers.contains { $0.renameCount > 0 } && readers.contains { $0.removalCount > 0 })
  }

  @Test("see the same after the server was killed and started again")
  func restarts() throws {
    let server = try TestServer(boards: ["alpha": Self.board, "beta": Self.board])
    let crowd = RandomClients(of: server, seed: 4)
    for _ in 0..<3 {
      try crowd.run(rounds: 10)
      try server.kill()
      try server.restart()
    }
    try crowd.settle()
  }

  @Test("follow what an app does that has a copy of the board, and the app what they do")
  func apps() async throws {
    let server = try server()
    let app = try server.client("app", .replica)
    try await app.open()
    let crowd = RandomClients(of: server, seed: 5)
    for _ in 0..<10 {
      try crowd.run(rounds: 2)
      try await app.ask("insert-section 0 board=alpha Mine")
    }
    try crowd.settle()
    try await app.expectBoard(try server.board())
  }

  @Test("say the seed, the client and its conversation, if the server does not do what it must")
  func faults() throws {
    let server = try server()
    let crowd = RandomClients(of: server, seed: 6)
    try crowd.run(rounds: 4)
    // Everybody loses the boards that they have opened, and is told nothing that a server without faults would say.
    try server.setAccess("guest viewer nothing")
    let failure = #expect(throws: TestFailure.self) {
      try crowd.run(rounds: 4)
      try crowd.settle()
    }
    #expect(failure?.message.hasPrefix("seed 6, round ") == true, "\(failure?.message ?? "")")
    #expect(failure?.conversation.isEmpty == false)
    try server.kill()
    #expect(throws: TestFailure.self) { try crowd.run(rounds: 9) }
  }
}
