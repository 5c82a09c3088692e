import BoardClient
import BoardModel
import BoardReplica
import BoardTesting
import Foundation
import Simulation
import SystemTestKit
import TestKit
import Testing

@Suite("The documentation of the libraries")
struct ExampleTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
  }

  @Test("quotes only code that is compiled and run here")
  func quotes() throws {
    let examples = [
      "ClientTests/BoardClient/Examples/CollectionAdapter.swift",
      "ClientTests/BoardClient/Examples/ListMirror.swift",
      "ClientTests/BoardClient/Examples/Following.swift",
      "ClientTests/BoardReplica/Examples/BoardSession.swift",
      "ServerTests/Examples/Serving.swift", "ServerTests/Examples/TestingTests.swift",
    ]
    let sources = try examples.map { try Self.text("Tests/System/\($0)") }
    let (client, server) = (
      "Sources/Clients/BoardClient/BoardClient.docc", "Sources/Server/BoardServer/BoardServer.docc"
    )
    let articles = [
      "README.md", "\(client)/BoardClient.md", "\(client)/FollowingABoard.md",
      "\(client)/Adapters.md", "\(client)/OwnTransport.md", "\(server)/ServingInAnApp.md",
      "Sources/Program/BoardTesting/BoardTesting.docc/TestingAnApp.md",
    ]
    var count = 0
    for article in articles {
      let parts = try Self.text(article).components(separatedBy: "```")
      for (number, part) in parts.enumerated() where number % 2 == 1 {
        let code = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        guard code[0] == "swift", code.count == 2 else { continue }
        let isThere = sources.contains { $0.contains(code[1]) }
        #expect(isThere, "\(article) quotes code that is nowhere:\n\(code[1])")
        count += 1
      }
    }
    #expect(count >= 13)
  }

  @Test("has an adapter that keeps a collection view, and one that keeps an array, in step")
  func adapters() throws {
    let server = try TestServer(boards: [BoardFile("list", revision: 3, FollowingTests.list)])
    let scene = try Scene()
    let author = try scene.connect(to: server.port)
    let (shelf, mirror) = (try scene.connect(to: server.port), ListMirror())
    let view = UICollectionView()
    let source = CollectionSource(shelf.connection)
    view.dataSource = source
    let adapter = CollectionAdapter(view)
    shelf.connection.delegate = adapter
    let own = try scene.connect(to: server.port)
    own.connection.delegate = mirror
    let connections = [author, shelf, own].map(\.connection)
    try scene.run { connections.allSatisfy { $0.state == .live } }
    var life = OwnChanges(seed: 7)
    for _ in 0..<300 {
      // The mirror's own changes are shown at once, under provisional ids.
      let connection = life.random.percent(50) ? author.connection : own.connection
      if let change = life.next(on: connection.replica.shown) { try connection.make(change) }
      if life.random.percent(20) { try scene.run { connection.replica.unanswered.isEmpty } }
    }
    try scene.run {
      connections.allSatisfy { $0.replica.unanswered.isEmpty }
        && Set(connections.map(\.replica.revision)).count == 1
    }
    expectEqual(mirror.sections, own.shown)
    view.layoutIfNeeded()
    expectEqual(view.faults, [])
    expectEqual(
      view.cells.map { $0.map(\.label) }, author.shown.map { $0.items.map(\.text.string) })
    #expect(author.connection.replica.revision! > 100)
  }

  @Test("has a data source that asks for the items it shows, and shows them when they arrive")
  func prefetching() throws {
    let server = try TestServer(boards: [BoardFile("list", revision: 3, FollowingTests.list)])
    let scene = try Scene()
    let author = try scene.connect(to: server.port)
    let shelf = try scene.connect(to: server.port, content: .counts)
    let view = UICollectionView()
    let source = PrefetchingSource(shelf.connection)
    (view.dataSource, view.prefetchDataSource) = (source, source)
    let adapter = CollectionAdapter(view)
    shelf.connection.delegate = adapter
    try scene.run { [author, shelf].allSatisfy { $0.connection.state == .live } }
    view.layoutIfNeeded()
    #expect(view.cells.joined().allSatisfy { $0.label == "…" } && !view.cells.joined().isEmpty)
    var life = OwnChanges(seed: 7)
    for _ in 0..<200 {
      if let change = life.next(
        on: author.shown.isEmpty ? Board() : author.connection.replica.shown)
      {
        try author.connection.make(change)
      }
      if life.random.percent(20) { try scene.run { author.connection.replica.unanswered.isEmpty } }
    }
    var path: BoardModel.IndexPath?
    let last = author.shown.flatMap(\.items).last?.id ?? "none"
    try scene.run {
      author.connection.replica.unanswered.isEmpty
        && author.connection.replica.revision == shelf.connection.replica.revision
    }
    shelf.connection.locate(last) { path = $0 }
    try scene.run { !view.cells.joined().contains { $0.label == "…" } }
    expectEqual(view.faults, [])
    expectEqual(
      view.cells.map { $0.map(\.label) }, author.shown.map { $0.items.map(\.text.string) })
    expectEqual(path, author.connection.replica.shown.indexPath(of: last))
  }

  @Test("shows how to follow a board, move a row, undo a change and find a text")
  func following() throws {
    let server = try TestServer(boards: [BoardFile("list", revision: 3, FollowingTests.list)])
    let scene = try Scene()
    let view = try scene.connect(to: server.port)
    try scene.run { view.connection.state == .live }
    try moveItem(from: [0, 0], to: [0, 1], over: view.connection)
    expectEqual(view.shown[0].items.map(\.id), ["b", "a"])
    try moveItem(from: [0, 0], to: [1, 1], over: view.connection)
    try scene.run { view.connection.replica.revision == 5 }
    undo(over: view.connection)
    try scene.run { view.connection.replica.revision == 6 }
    expectEqual(view.shown[0].items.map(\.id), ["b", "a"])
    find("pear", over: view.connection)
    var isAnswered = false
    view.connection.send(.connection(.ping(.init()))) { _ in isAnswered = true }
    try scene.run { isAnswered }
  }
}
