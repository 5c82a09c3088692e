import ArgumentParser
import BoardModel
import Glibc
import Libuv
import LocalNodes
import Net
import PostgresJournal

/// Nodes on this machine with a database of their own, to try what several do.
final class ClusterTry {
  /// A node, and whether the loop watches what it prints.
  private final class Node {
    let number: Int
    let server: LocalServer
    var watcher: DescriptorWatcher?

    init(_ number: Int, _ server: LocalServer) {
      self.number = number
      self.server = server
    }
  }

  private static let space = SpaceName("main")!

  private let loop: EventLoop
  private let database: PostgresServer
  private var nodes: [Node] = []
  /// Where the next node listens, if the ports are free.
  private var (port, webPort): (UInt16, UInt16) = (7_667, 8_080)
  private var signals: [SignalWatcher] = []
  private var isStopping = false
  private var hasFailed = false

  /// Starts the database and the nodes.
  init(nodes count: Int) throws {
    loop = try EventLoop()
    database = try PostgresServer(tables: Schema.sql, ["fsync=on"])
    guard let url = StoreURL(database.address()) else { throw ExitCode.failure }
    try PostgresDatabase(url).create(Self.space)
    sayLine("database  DROPLINE_STORE='\(database.address())'")
    for number in 1...count { try start(number) }
  }

  private func start(_ number: Int) throws {
    let (port, webPort) = (try Self.takeFree(&port), try Self.takeFree(&webPort))
    let words = [
      "--listen", "127.0.0.1:\(port)", "--http", "127.0.0.1:\(webPort)", "--link", "127.0.0.1:0",
      "--space", "\(Self.space)",
    ]
    let server = try LocalServer(
      ["/proc/self/exe", "serve"] + words, ["DROPLINE_STORE=\(database.address())"])
    server.onLine = { sayLine("\(number)  \($0)") }
    let node = Node(number, server)
    nodes.append(node)
    sayLine(
      "node \(number)  nc 127.0.0.1 \(port)  http://127.0.0.1:\(webPort)/  kill -9 \(server.id)")
    let watcher = try DescriptorWatcher(of: server.output, on: loop) { [unowned self] in
      read(node)
    }
    try watcher.start(for: .readable)
    node.watcher = watcher
  }

  /// The first port from this one on that nobody has.
  private static func takeFree(_ port: inout UInt16) throws -> UInt16 {
    while (try? SocketAddress(host: "127.0.0.1", port: port).checkFree()) == nil { port += 1 }
    defer { port += 1 }
    return port
  }

  /// Runs until all nodes have ended, which a signal makes them.
  func run() throws {
    for signal in [SIGINT, SIGTERM] {
      signals.append(try SignalWatcher(for: signal, on: loop) { [unowned self] in stop() })
    }
    loop.run()
    signals = []
    loop.close()
    if hasFailed { throw ExitCode.failure }
  }

  /// Each node ends as an operator would end it, and then the database.
  private func stop() {
    isStopping = true
    for node in nodes { node.server.kill(SIGTERM) }
  }

  private func read(_ node: Node) {
    node.server.listen()
    guard node.server.hasEnded else { return }
    node.watcher?.stop()
    node.watcher = nil
    nodes.removeAll { $0 === node }
    let status = node.server.wait()
    if !isStopping {
      // Ctrl-C may have ended it already.
      hasFailed = hasFailed || (1..<128).contains(status)
      sayLine("node \(node.number) has ended with status \(status)")
    }
    if nodes.isEmpty { loop.stop() }
  }
}
