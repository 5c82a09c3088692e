import KillTrial
import Libuv
import LocalNodes
import Net

/// The clients of one scenario, on one loop in this thread, and their server, whose log is read meanwhile.
final class LoadCrowd {
  private let loop: EventLoop
  private(set) var server: LocalServer
  /// The server of the author.
  private var authorServer: LocalServer
  private(set) var watchers: [LoadClient] = []
  /// What measured watchers have measured.
  var delays = LoadDelays()
  private var edits = LoadEdits()
  private var author: LoadClient?
  /// What is awaited while the loop runs.
  private var isDone: () -> Bool = { false }

  /// - Parameter author: The server of the author, if it is not that of the watchers.
  init(_ server: LocalServer, author: LocalServer? = nil) throws {
    loop = try EventLoop()
    self.server = server
    authorServer = author ?? server
  }

  /// The time of the loop's clock.
  var nanoseconds: Int { Int(MonotonicClock.now / .nanoseconds(1)) }

  /// Connects clients, a few at a time, and waits until each is greeted or refused.
  ///
  /// - Parameter opening: What each says first.
  @discardableResult
  func connect(
    _ count: Int, to server: LocalServer? = nil, receiveBuffer: Int32? = nil,
    saying opening: String = ""
  ) throws -> [LoadClient] {
    let clients = (0..<count).map { _ in LoadClient(in: self) }
    for start in stride(from: 0, to: count, by: 200) {
      let some = clients[start..<min(start + 200, count)]
      for client in some { try connect(client, to: server, receiveBuffer, saying: opening) }
      try run("a greeting") { some.allSatisfy { $0.isGreeted || $0.isClosed } }
    }
    return clients
  }

  /// Connects clients, each again and again until the server has room for it: it learns later than this
  /// thread that another one went.
  ///
  /// - Throws: `LoadFault` if there is not room for all within a minute.
  func connectWhenThereIsRoom(
    _ count: Int, to server: LocalServer? = nil, saying opening: String
  ) throws -> [LoadClient] {
    let end = MonotonicClock.now + .seconds(60)
    var served: [LoadClient] = []
    while served.count < count {
      guard MonotonicClock.now < end else {
        throw LoadFault(
          "\(count - served.count) of \(count) got no room within a minute\n\(self.server.log)")
      }
      served += try connect(count - served.count, to: server, saying: opening).filter {
        !$0.isClosed
      }
    }
    return served
  }

  /// Connects a client, without waiting.
  func connect(
    _ client: LoadClient, to other: LocalServer? = nil, _ receiveBuffer: Int32? = nil,
    saying opening: String
  ) throws {
    let address = try SocketAddress(host: "127.0.0.1", port: (other ?? server).port ?? 0)
    let finish = { [unowned client] (result: Result<SocketStream, UVError>) in
      switch result {
      case .success(let stream):
        client.begin(stream)
        if !opening.isEmpty { client.send(opening) }
      case .failure(let error): client.fail("\(error)")
      }
    }
    if let receiveBuffer {
      try SocketStream.connect(
        to: address, on: loop, receiveBuffer: receiveBuffer, completion: finish)
    } else {
      try SocketStream.connect(to: .internet(address), on: loop, completion: finish)
    }
  }

  /// Connects watchers of the board, and waits for their snapshots.
  ///
  /// - Parameter place: Their server, if it is not the first one.
  func watch(
    _ count: Int, at place: LocalServer? = nil, measuring measured: Int = 0,
    receiveBuffer: Int32? = nil
  ) throws {
    let clients = try connect(count, to: place, receiveBuffer: receiveBuffer, saying: "open b\n")
    watchers += clients
    try run("snapshots") { clients.allSatisfy { $0.revision >= 0 } }
    for client in clients.prefix(measured) { client.isMeasured = true }
  }

  /// The server has another life: everybody has lost the connection.
  func follow(_ server: LocalServer) {
    self.server = server
    authorServer = server
    author = nil
  }

  func close() {
    author?.reset()
    for watcher in watchers { watcher.reset() }
    loop.close()
  }
}

// Time.

extension LoadCrowd {
  /// Runs the loop until a condition holds.
  ///
  /// - Throws: `LoadFault` if it does not within a minute.
  func run(_ what: String, until isDone: @escaping () -> Bool) throws {
    let end = MonotonicClock.now + .seconds(60)
    var isLate = false
    try loop {
      isLate = MonotonicClock.now > end
      return isLate || isDone()
    }
    guard !isLate else { throw LoadFault("nobody got \(what) within a minute\n\(server.log)") }
  }

  /// Runs the loop for a time.
  func run(for time: Duration) throws {
    let end = MonotonicClock.now + time
    try loop { MonotonicClock.now >= end }
  }

  private func loop(until isDone: @escaping () -> Bool) throws {
    let ticker = try Timer(on: loop) { [unowned self] in
      server.listen()
      if authorServer !== server { authorServer.listen() }
      if isDone() { loop.stop() }
    }
    ticker.start(after: .zero, repeating: .milliseconds(2))
    loop.run()
    ticker.stop()
  }
}

// Changes.

extension LoadCrowd {
  /// Changes texts at a rate for a time. A change is due at its time, whether the server keeps up or not.
  ///
  /// - Returns: The changes that were confirmed in that time, per second.
  @discardableResult
  func edit(_ rate: Int, for time: Duration) throws -> Double {
    let author = try readyAuthor()
    let (begin, doneBefore) = (nanoseconds, author.done)
    var sent = 0
    let end = MonotonicClock.now + time
    try loop { [unowned self] in
      let due = (nanoseconds - begin) * rate / 1_000_000_000
      // A peer that takes no more is not sent more.
      if author.unsentBytes < 1 << 20 {
        let limit = min(due, sent + 20_000)
        author.send(
          (sent..<limit).map { edits.next(at: begin + $0 * 1_000_000_000 / rate) }.joined())
        sent = limit
      }
      return MonotonicClock.now >= end
    }
    return Double(author.done - doneBefore) / (time / .seconds(1))
  }

  /// Waits until all clients that read have all changes.
  func settle(_ clients: [LoadClient]? = nil) throws {
    let author = try readyAuthor()
    edits.pinged()
    let replies = edits.count
    author.send("ping\n")
    try run("the last reply") { author.failed > 0 || author.isClosed || author.done >= replies }
    guard author.failed == 0, !author.isClosed else {
      throw LoadFault("the author was told \(author.lastWord)")
    }
    let head = author.revision
    let clients = clients ?? watchers
    try run("the last revision") { clients.allSatisfy { $0.revision == head || $0.isClosed } }
    if let lost = clients.first(where: \.isClosed) {
      throw LoadFault("a client lost its connection: \(lost.lastWord)")
    }
  }

  /// The revision that the author has seen.
  var head: Int { author?.revision ?? -1 }

  private func readyAuthor() throws -> LoadClient {
    if let author { return author }
    let client = try connectWhenThereIsRoom(1, to: authorServer, saying: "open b\n")[0]
    try run("a snapshot") { client.revision >= 0 }
    edits.begin(replies: client.done)
    author = client
    return client
  }
}

/// The commands of the author: each changes the text of an item to the time at which it is due.
private struct LoadEdits {
  /// The replies that the commands so far have, with those to other commands of the author.
  private(set) var count = 0
  private var item = 0

  mutating func begin(replies: Int) { count = replies }

  mutating func pinged() { count += 1 }

  mutating func next(at nanoseconds: Int) -> String {
    count += 1
    item = (item + 7) % LoadSite.items
    return "edit i\(item) t\(nanoseconds)\n"
  }
}
