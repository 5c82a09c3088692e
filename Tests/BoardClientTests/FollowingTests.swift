import BoardClient
import BoardCore
import BoardReplica
import BoardWire
import Libuv
import Testing

@testable import BoardServerTests

@Suite("A connection")
struct FollowingTests {
  final class Recorder: ConnectionDelegate {
    var onSettled: (() -> Void)?
    var onReload: (() -> Void)?
    var updates: [ViewUpdate] = []
    func boardDidReload(_ connection: Connection) { onReload?() }
    func board(_ connection: Connection, performBatchUpdates update: ViewUpdate) {
      updates.append(update)
    }
    func connection(_ connection: Connection, didSettle change: ChangeID, _ settlement: Settlement)
    { onSettled?() }
  }

  @Test("opens the board, shows an own change at once, and has it confirmed")
  func follows() throws {
    let server = try RunningServer(boards: [
      (name: "list", content: [Section(id: "s1", title: "A")], revision: 3)
    ])
    let loop = try EventLoop()
    let recorder = Recorder()
    let connection = Connection(to: "localhost", port: server.port, board: "list", on: loop)
    connection.delegate = recorder
    recorder.onReload = {
      #expect(connection.replica.revision == 3)
      _ = try? connection.make(.insert("tea", at: .end("s1")))
    }
    recorder.onSettled = { connection.close() }
    try connection.open()
    loop.run()
    loop.close()
    #expect(connection.replica.revision == 4)
    #expect(connection.replica.shown.itemCount == 1)
    #expect(recorder.updates.count == 2)
    withExtendedLifetime(server) {}
  }
}
