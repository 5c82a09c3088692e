import BoardModel
import BoardReplica
import BoardWire
import Terminal
import TestKit
import Transcripts

@testable import BoardTerminal

/// What a view asks for again and again.
struct EndlessRequests: Error {
  let sent: [String]
}

/// A view of a client whose server is a hub in memory, on which others change the board. The test delivers every line.
struct ServedStage {
  private enum Expected {
    case change
    case drag(DragRequest)
    case find(BoardRequest.Find)
    case locate
    case other
  }

  static let name = "ann"
  var view = BoardView(of: "list")
  private(set) var replica: Replica
  private var hub = HubStage()
  private var reader = MessageReader()
  /// The requests that are not sent, with their tags.
  private var outgoing: [(request: Request, tag: String?, expected: Expected)] = []
  /// The requests that are not answered.
  private var awaited: [(request: Request, expected: Expected)] = []
  private var changed: [ChangeID: [ItemID]] = [:]
  private var drop: ChangeID?
  private var isStale = true
  /// The snapshots that have come.
  private(set) var reloads = 0
  /// The lines that the view has had sent, in order, without those that open the board.
  private(set) var sent: [String] = []

  /// - Parameters:
  ///   - content: What of the board the client has.
  ///   - known: How many items a client of counts remembers.
  init(
    _ content: Content, as watched: WatchedContent?, known: Int = Replica.rememberedItems,
    width: Int = 60, height: Int = 12
  ) throws {
    replica = Replica(of: "list", client: ClientName(Self.name), content: watched)
    replica.itemLimit = known
    let lines = content.flatMap { section in
      ["section \(section.id) \(section.items.count) \(section.title)"]
        + section.items.map { "item \($0.id) \($0.text)" }
    }
    try hub.start(holding: [GivenBoard(name: "list", revision: 1, lines: lines)])
    _ = try hub.connect("bob")
    try say("hello bob", "open list")
    view.resize(width: width, height: height)
    try connect()
  }

  /// A board of so many items in one section, and two small ones.
  static func content(_ count: Int) -> Content {
    [
      Section(id: "s1", title: "Many", items: (0..<count).map(item)),
      Section(
        id: "s2", title: "Few",
        items: (1...3).map { Item(id: ItemID("t\($0)")!, text: Text("Task \($0)")) }),
      Section(id: "s3", title: "None"),
    ]
  }

  private static func item(_ number: Int) -> Item {
    Item(
      id: ItemID("n\(number)")!,
      text: Text(number.isMultiple(of: 7) ? "Pear \(number)" : "Item \(number)"))
  }

  // Lines.

  /// Another client says lines.
  mutating func say(_ lines: String...) throws {
    for line in lines { try hub.send(Array((line + "\n").utf8), from: "bob") }
    while case .value = try hub.nextLine(of: "bob") {}
  }

  mutating func connect() throws {
    _ = try hub.connect(Self.name)
    reader = MessageReader()
    (outgoing, awaited) = ([], [])
    let hello = ConnectionRequest.Hello(ClientName(Self.name), token: "a-long-secret-of-ann")
    send(.connection(.hello(hello)))
    send(replica.openRequest)
    view.connection = .live
    try settle()
    perform(view.reconnected())
    try settle()
    sent = []
  }

  mutating func cut() throws {
    while case .value = try hub.nextLine(of: Self.name) {}
    try hub.cut(Self.name)
    releaseBoard()
    try follow(replica.disconnect(keepsUnanswered: true))
    let lost = awaited
    (outgoing, awaited) = ([], [])
    view.connection = .connecting
    refresh()
    for case .drag(let request) in lost.map(\.expected) {
      perform(view.receive(.lost, to: request))
    }
  }

  private mutating func send(_ request: Request, tag: String? = nil, _ expected: Expected = .other)
  {
    outgoing.append((request, tag, expected))
  }

  /// Sends what the view wants to know and do, and nothing comes back yet.
  mutating func transmit() throws {
    draw()
    for (request, tag, expected) in outgoing {
      var buffer = WireBuffer()
      buffer.append(request, tag: tag)
      sent.append(String(buffer.string.dropLast()))
      awaited.append((request, expected))
      try hub.send(buffer.bytes, from: Self.name)
    }
    outgoing = []
  }

  /// Delivers everything, until the view has what it needs.
  mutating func settle() throws {
    var rounds = 0
    repeat {
      try transmit()
      while case .value(let line) = try hub.nextLine(of: Self.name) {
        let message = try Array(line.utf8).withUnsafeBytes { try reader.read($0) }
        if let message { try receive(message) }
      }
      draw()
      if view.findDelay != nil { perform(view.continueFind()) }
      rounds += 1
      guard rounds < 100 else { throw EndlessRequests(sent: Array(sent.suffix(9))) }
    } while !outgoing.isEmpty || view.findDelay != nil
  }

  // The client.

  private mutating func receive(_ message: ServerMessage) throws {
    var answered: (request: Request, expected: Expected)?
    if case .reply = message, !awaited.isEmpty { answered = awaited.removeFirst() }
    if replica.mayChange(with: message) { releaseBoard() }
    try follow(replica.receive(message, answering: answered?.request))
    isStale = true
    refresh()
    guard case .reply(let reply) = message, let answered else { return }
    switch answered.expected {
    case .drag(let request): perform(view.receive(.reply(reply), to: request))
    case .find(let request):
      guard case .find(let found)? = reply.ok else { return }
      view.receive(found, to: request)
    case .locate:
      guard case .where(_, let listing)? = reply.ok, let row = listing.rows.first else { return }
      if let path = replica.path(of: row) { view.go(to: path) }
    case .change, .other: break
    }
  }

  private mutating func follow(_ events: [ReplicaEvent]) throws {
    for event in events {
      switch event {
      case .update(let update): view.follow(update)
      case .settled(let change, let settlement):
        changed[change] = nil
        guard change == drop else { break }
        drop = nil
        isStale = true
        refresh()
        perform(view.receive(settlement))
      case .send(_, let tag, let request): send(request, tag: tag, .change)
      case .drag(.ended(let session, let outcome)):
        switch outcome {
        case .expired?, .gone?, .shutdown?, .cancelled?:
          view.sessionEnded(session, saying: outcome?.text)
        case .moved?, .copied?, .unchanged?, .forbidden?, nil: break
        }
      case .reload: reloads += 1
      case .drag, .selection, .policies, .role, .renamed, .removed: break
      }
      isStale = true
    }
  }

  private mutating func releaseBoard() {
    view.releaseBoard()
    isStale = true
  }

  private mutating func refresh() {
    guard isStale else { return }
    isStale = false
    perform(view.show(BoardSnapshot(replica, unconfirmed: Set(changed.values.joined()))))
  }

  @discardableResult
  mutating func draw() -> Canvas {
    refresh()
    let canvas = view.drawn()
    let rows = view.sight.map { (items: $0.items, section: $0.section) }
    for request in replica.missing(in: rows) + replica.pin(view.pins) { send(request) }
    return canvas
  }

  private mutating func perform(_ actions: [BoardView.Action]) {
    for action in actions {
      switch action {
      case .send(let request): send(request)
      case .make(let change): make(change)
      case .drag(.perform(let perform)): make(.perform(perform.drag!))
      case .drag(let request): send(.drag(request), .drag(request))
      case .find(let request): send(.board(.find(request)), .find(request))
      case .locate(let item):
        if let request = replica.whereRequest(for: [item]) { send(request, .locate) }
      case .openCommandLine, .list, .makeBoard, .open, .removeBoard, .retry, .quit, .suspend,
        .refresh:
        break
      }
    }
  }

  private mutating func make(_ change: OwnChange) {
    releaseBoard()
    do throws(Refusal) {
      let (id, events) = try replica.make(change)
      if case .perform(let session) = change {
        drop = id
        changed[id] = replica.drags[session]?.items
      }
      try? follow(events)
    } catch {
      view.refuse(Failure(error).text)
    }
  }

  // The user.

  /// Types keys, of which nothing is sent yet.
  mutating func press(_ keys: String) {
    for key in ViewStage.keys(keys) { receive(.key(key)) }
  }

  mutating func receive(_ event: InputEvent) {
    refresh()
    perform(view.receive(event))
    draw()
  }

  /// Types keys, and delivers everything after each.
  mutating func type(_ keys: String) throws {
    for key in ViewStage.keys(keys) {
      receive(.key(key))
      try settle()
    }
  }

  mutating func mouse(_ kind: MouseEvent.Kind, _ x: Int, _ y: Int) {
    receive(.mouse(MouseEvent(kind, at: Point(x: x, y: y))))
  }

  /// The rows of the screen.
  mutating func rows() -> [String] {
    let canvas = draw()
    return (0..<canvas.height).map { canvas.text(ofRow: $0) }
  }

  /// The texts of the rows in sight of the first section.
  mutating func column() -> [String] {
    rows().dropFirst(2).dropLast().map { String($0.prefix(19)).trimmed }
  }

  /// The content that the server has.
  mutating func truth() throws -> Content? {
    _ = try hub.connect("carl")
    try hub.send(Array("open list\n".utf8), from: "carl")
    var reader = MessageReader()
    var content: Content?
    while case .value(let line) = try hub.nextLine(of: "carl") {
      let message = try Array(line.utf8).withUnsafeBytes { try reader.read($0) }
      if case .snapshot(_, _, let found, _)? = message { content = found }
    }
    try hub.cut("carl")
    return content
  }

  /// The server's item at a path.
  mutating func served(_ path: IndexPath) throws -> String {
    try hub.send(Array("rows \(path) 1 board=list\n".utf8), from: "bob")
    var lines: [String] = []
    while case .value(let line) = try hub.nextLine(of: "bob") { lines.append(line) }
    return lines.last ?? ""
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text.drop { $0 == " " })
  }
}
