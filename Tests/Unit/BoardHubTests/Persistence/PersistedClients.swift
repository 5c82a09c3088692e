import BoardAuthority
import BoardJournal
import BoardModel
import BoardWire
import Simulation
import TestKit

@testable import BoardDelivery
@testable import BoardHub

/// A hub whose journal is in memory, and clients with names and tokens that talk to it.
struct PersistedClients {
  static let names = ["ann", "bea", "cyn"]

  let hub = Hub(cadence: .fixed(.zero), epoch: .test, persists: true)
  let store: MemoryStore
  private let journal: MemoryJournal
  private(set) var now: Duration
  private var clients: [String: ConnectionID] = [:]

  /// A hub that begins with what a store holds, at a time of its own.
  init(_ store: MemoryStore = MemoryStore(), at time: Duration = .seconds(1)) throws {
    self.store = store
    now = time
    journal = MemoryJournal(store)
    try hub.service.restoreLazily(from: journal, at: now)
    for name in Self.names {
      clients[name] = hub.connect(at: now)
      _ = ask("hello \(name) token=a-long-token-of-\(name)", by: name)
    }
  }

  mutating func serve(_ name: BoardName, _ content: Content, revision: Int) throws {
    try hub.service.serve(name, content: content, revision: revision)
    _ = endTurn(hearing: nil)
  }

  mutating func pass(_ time: Duration) { now += time }

  /// Says lines, and returns what the client hears.
  mutating func ask(_ lines: String, by name: String) -> [String] {
    guard let client = clients[name] else { return [] }
    _ = Array("\(lines)\n".utf8).withUnsafeBytes { hub.receive($0, from: client, at: now) }
    return endTurn(hearing: client)
  }

  /// Whether choosing an item does something to it wherever it is.
  func hasAction(on board: String) -> Bool {
    hub.boards[BoardName(board)!]!.versions.policies.forBoard.onChoose != .none
  }

  func content(of board: BoardName) -> Content { hub.boards[board]!.versions.board.content }

  private func endTurn(hearing client: ConnectionID?) -> [String] {
    var heard: [String] = []
    while true {
      _ = hub.goOn(at: now)
      let turn = hub.endTurn(at: now)
      // It is fenced once a later hub has taken over, which is then asked the same questions.
      _ = journal.commit(turn.journal)
      hub.commitSnapshots(of: turn, to: journal)
      for job in turn.jobs where job.lane != .snapshots {
        job.run()
        hub.finished(job)
      }
      if turn.jobs.isEmpty && turn.isEmpty && !hub.hasUnread { return heard }
      if let client { heard += Sent(turn.effects).lines(of: client) }
    }
  }
}

/// Says whatever may be said, right or wrong, and remembers what must be known after a restart.
struct RandomCommands {
  /// Tagged commands that changed something, of each client.
  private(set) var tagged: [(client: String, lines: String)] = []
  /// Sessions and who began them.
  private(set) var sessions: [(client: String, id: String)] = []
  /// Whose undo or redo found nothing left on which board.
  private(set) var idle: Set<[String]> = []
  private(set) var verbs: Set<Substring> = []
  private var chance: SeededRandom
  private var count = 0

  init(seed: Int) { chance = SeededRandom(seed: seed) }

  /// One command of one client, and what follows from it.
  mutating func step(in crowd: inout PersistedClients) {
    crowd.pass(.milliseconds(chance.below(400)))
    let client = chance.one(of: PersistedClients.names)
    let board = chance.one(of: ["list", "notes"])
    let command = command(on: board, crowd)
    count += 1
    let isTagged = chance.percent(30)
    let lines = isTagged ? "#t\(count) \(command)" : command
    let head = crowd.hub.service.revisions[BoardName(board)!]!
    let replies = crowd.ask(lines, by: client).compactMap { RandomCommands.ok($0) }
    guard let words = replies.last else { return }
    verbs.insert(words[1])
    if isTagged, !["begin", "begin-external", "propose", "cancel"].contains(words[1]) {
      tagged.append((client, lines))
    }
    if words[1].hasPrefix("begin") { sessions.append((client, String(words[2]))) }
    if ["undo", "redo"].contains(words[1]), words.contains("rev=\(head)") {
      idle.insert([client, board])
    }
  }

  /// The words of a reply, without its tag, or nil if it is none that is ok.
  private static func ok(_ line: String) -> [Substring]? {
    let words = line.split(separator: " ")
    let reply = Array(words.first?.first == "#" ? words.dropFirst() : words[...])
    return reply.first == "ok" ? reply : nil
  }

  private mutating func command(on board: String, _ crowd: PersistedClients) -> String {
    let other = chance.one(of: ["list", "notes"])
    let (item, place) = (path(), path())
    let section = chance.below(5)
    switch chance.below(28) {
    case 0, 1: return "insert \(place) board=\(board) new \(chance.below(100))"
    case 2: return "delete \(item) board=\(board)"
    case 3: return "edit \(item) board=\(board) changed \(chance.below(100))"
    case 4: return "insert-section \(section) board=\(board) Another"
    case 5:
      return chance.percent(30)
        ? "delete-section \(section) force=yes board=\(board)" : "clear \(section) board=\(board)"
    case 6: return "move-section \(section) \(chance.below(4)) board=\(board)"
    case 7: return "rename-section \(section) board=\(board) Renamed \(chance.below(100))"
    case 8, 9: return "undo \(board)\(chance.percent(30) ? " force=yes" : "")"
    case 10, 11: return "redo \(board)\(chance.percent(30) ? " force=yes" : "")"
    case 12:
      let empty = chance.percent(50) ? "remove" : "keep"
      return "policy \(section) board=\(board) empty=\(empty)"
    case 13: return "policy * limit=\(10 + chance.below(10)) board=\(board)"
    case 14: return "begin \(item),\(path()) board=\(board)"
    case 15: return "begin-external board=\(board) from outside"
    case 16, 17:
      return "propose \(path())\(chance.percent(40) ? " op=copy" : "") board=\(other)"
    case 18, 19: return "perform"
    case 20: return "cancel"
    case 21:
      let highlight = chance.percent(90) ? "yes" : "no"
      return "policy \(section) \(action()) highlight=\(highlight) board=\(board)"
    // Where there is no action it would be about selections, which are not kept.
    case 22: return "policy * board=\(board) \(action())"
    case 23, 24:
      return crowd.hasAction(on: board) ? "choose \(item) board=\(board)" : "history \(board)"
    case 25: return "move \(item),\(path()) \(place) force=yes board=\(board)"
    default: return block(on: board, crowd)
    }
  }

  private mutating func action() -> String {
    "on-choose=\(chance.percent(70) ? "move:\(chance.below(5))" : "delete")"
  }

  private mutating func path() -> String { "\(chance.below(4)).\(chance.below(5))" }

  /// A `replace` or a `batch` that moves, renames, drops and adds sections and items.
  private mutating func block(on board: String, _ crowd: PersistedClients) -> String {
    let name = BoardName(board)!
    let before = crowd.content(of: name)
    var after = before
    for _ in 0..<1 + chance.below(5) { change(&after) }
    var buffer = WireBuffer()
    if chance.percent(50) {
      buffer.appendContent(Board(after))
      return "replace \(board) force=yes\n\(buffer.string)end"
    }
    let composition = Composition(Edit.difference(from: before, to: after))
    buffer.append(rows: composition.batch(content: Board(after)))
    return "batch \(board) force=yes\n\(buffer.string)end"
  }

  private mutating func change(_ content: inout Content) {
    count += 1
    let new = Section(
      id: SectionID("n\(count)")!, title: "New",
      items: [Item(id: ItemID("m\(count)")!, text: "in a block")])
    guard !content.isEmpty else { return content.append(new) }
    let (from, to) = (chance.below(content.count), chance.below(content.count))
    switch chance.below(7) {
    case 0: content[from].title = Text("Title \(count)")
    case 1: content.insert(content.remove(at: from), at: to)
    case 2: content.append(new)
    case 3: if content.count > 3 { content.remove(at: from) }
    case 4:
      guard let item = content[from].items.popLast() else { return }
      content[to].items.insert(item, at: 0)
    case 5: if !content[from].items.isEmpty { content[from].items[0].text = Text("by \(count)") }
    default: content[from].items.append(Item(id: ItemID("k\(count)")!, text: "behind"))
    }
  }
}
