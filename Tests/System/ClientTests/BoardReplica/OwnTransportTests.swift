import BoardHub
import BoardModel
import BoardReplica
import BoardServer
import BoardTesting
import Foundation
import Simulation
import SystemTestKit
import TestKit
import Testing

@Suite("An app with its own transport")
@MainActor
struct OwnTransportTests {
  private static let list: Content = [
    Section(
      id: "s1", title: "A", items: [Item(id: "i1", text: "apple"), Item(id: "i2", text: "pear")]),
    Section(id: "s2", title: "B"),
  ]

  /// The data source of the view, with the board that the replica shows.
  private final class Source: UICollectionViewDataSource {
    var board = Board()

    func numberOfSections(in view: UICollectionView) -> Int { board.sectionCount }

    func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int {
      board.itemCount(in: section)
    }

    func collectionView(
      _ view: UICollectionView, cellForItemAt path: Foundation.IndexPath
    ) -> UICollectionViewCell {
      let cell = view.dequeueReusableCell(withReuseIdentifier: "item", for: path)
      cell.label = board.item(at: [path.section, path.item]).text.string
      return cell
    }
  }

  /// The changes that the session has shown, as far as `wait` has not looked at them.
  private let changes = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))

  /// Waits for a condition, which is looked at after each change that is shown.
  private func wait(_ condition: () -> Bool) async throws {
    if condition() { return }
    for await _ in changes.stream where condition() { return }
    try #require(condition())
  }

  @Test(
    "follows a board, changes it, drags, and goes on after the server's end",
    .timeLimit(.minutes(15)))
  func session() async throws {
    let reserved = try ReservedPort()
    let server = try TestServer(boards: [BoardFile("list", revision: 3, Self.list)]) {
      $0.web = WebConfiguration(address: .loopback(reserved.number))
    }
    let port = server.webPort
    let (view, source) = (UICollectionView(), Source())
    var shown: () -> Board = { Board() }
    let session = BoardSession(of: "list", as: "ann", token: "down-the-rabbit-hole") { event in
      source.board = shown()
      show(event, in: view)
      changes.continuation.yield()
    }
    shown = { session.replica.shown }
    view.dataSource = source
    let task = Task { await session.follow { try WebSocketChannel(port: port) } }
    try await wait { session.replica.isCurrent }
    let author = try LoopbackClient(port: server.port)
    _ = try author.line()
    author.send("move i2 end:s2 board=list")
    try await wait { session.replica.shown.itemCount(in: 1) == 1 }
    try session.make(.insert("Tea", at: .end("s2")))
    expectEqual(session.replica.shown.itemCount(in: 1), 2)
    session.begin(["i1"])
    try await wait { session.replica.drags.values.contains { $0.isOwn } }
    let drag = try #require(session.replica.drags.first { $0.value.isOwn }?.key)
    session.propose(drag, at: .start("s2"))
    try await wait { session.replica.drags[drag]?.proposal != nil }
    try session.make(.perform(drag))
    try await wait { session.replica.unanswered.isEmpty }
    expectEqual(session.replica.shown.itemCount(in: 0), 0)
    try server.kill()
    try session.make(.edit("i2", "pears"))
    try server.restart()
    try await wait { session.replica.unanswered.isEmpty && session.replica.isCurrent }
    expectEqual(server.control.board("list")?.board.content, session.replica.shown.content)
    expectEqual(view.faults, [])
    view.layoutIfNeeded()
    expectEqual(view.cells.map { $0.map(\.label) }, [[], ["apple", "pears", "Tea"]])
    task.cancel()
  }

  @Test(
    "counts a board, has the rows that it asked for, and gets those again that the server's end has cut off",
    .timeLimit(.minutes(15)))
  func counting() async throws {
    let reserved = try ReservedPort()
    let items = (0..<3_000).map { Item(id: ItemID("i\($0)")!, text: Text("\($0)")) }
    let board = BoardFile("list", revision: 3, [Section(id: "s1", title: "A", items: items)])
    let server = try TestServer(boards: [board]) {
      $0.web = WebConfiguration(address: .loopback(reserved.number))
    }
    let port = server.webPort
    let session = BoardSession(
      of: "list", as: "ann", token: "down-the-rabbit-hole", content: .counts
    ) { _ in changes.continuation.yield() }
    let task = Task { await session.follow { try WebSocketChannel(port: port) } }
    try await wait { session.replica.isCurrent }
    expectEqual(session.replica.itemCount(in: 0), 3_000)
    session.fetch(1_000..<1_060, in: 0)
    try await wait { session.replica.item(at: [0, 1_059]) != nil }
    expectNil(session.replica.item(at: [0, 1_060]), "what nobody asked for is not here")
    session.fetch(2_000..<2_060, in: 0)
    try server.kill()
    try server.restart()
    try await wait { session.replica.item(at: [0, 2_000]) != nil }
    expectEqual(session.replica.item(at: [0, 2_000]), items[2_000])
    try session.make(.move(["i1000"], to: .end("s1")))
    try await wait { session.replica.unanswered.isEmpty }
    expectEqual(session.replica.item(at: [0, 2_999])?.id, "i1000")
    task.cancel()
  }
}
