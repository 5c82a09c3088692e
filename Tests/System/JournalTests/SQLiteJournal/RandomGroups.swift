import BoardJournal
import BoardModel
import Simulation
import TokenHashing

/// Random groups on a few boards that are created, removed and renamed.
struct RandomGroups {
  private static let names: [BoardName] = ["a", "b", "c", "d"]
  private static let clients: [ClientName] = ["anna", "bob"]

  private var random: SeededRandom
  /// The boards with their heads, and with the snapshots to which they may be trimmed.
  private var boards: [BoardName: (head: Int, snapshots: [Int])] = [:]

  init(seed: Int) { random = SeededRandom(seed: seed) }

  /// A group that continues the groups before it.
  mutating func next() -> JournalGroup {
    var group = JournalGroup()
    for _ in 0...random.below(6) { for entry in entries() { group.append(entry) } }
    return group
  }

  /// A group of the entries that most groups consist of.
  mutating func nextOfRows() -> JournalGroup {
    var group = JournalGroup()
    for _ in 0...random.below(4) {
      guard let name = Self.names.first(where: { boards[$0] != nil }) else { return next() }
      let key = random.one(of: ["k", "l"])
      switch random.below(8) {
      case 0..<2: group.append(.boardNumber(name, key, random.below(100)))
      case 2..<4: group.append(.number(key, random.percent(20) ? nil : random.below(100)))
      case 4:
        let reply = StoredReply(tag: "t\(random.below(9))", digest: 7, body: body())
        group.append(.reply(random.one(of: Self.clients), reply))
      default: group.append(revision(of: name))
      }
    }
    return group
  }

  /// A group that sets a number, and can be stored twice without a word.
  mutating func nextNumber() -> JournalGroup {
    [.number(random.one(of: ["k", "l"]), random.below(100))]
  }

  /// An invalid group: valid entries, then one that does not fit.
  mutating func misfit() -> JournalGroup {
    var copy = self
    var group = copy.next()
    let isFree = random.percent(50)
    let names = Self.names.filter { (copy.boards[$0] == nil) == isFree }
    guard let name = names.randomElement(using: &random) else {
      group.append(.removed("nothing"))
      return group
    }
    group.append(isFree ? .removed(name) : .created(name, revision: 0))
    return group
  }

  private mutating func entries() -> [JournalEntry] {
    let name = random.one(of: Self.names)
    guard let board = boards[name] else { return creation(of: name) }
    switch random.below(20) {
    case 0..<2:
      boards[name] = nil
      return [.removed(name)]
    case 2..<4: return renaming(of: name)
    case 4..<8: return snapshot(of: name)
    case 8..<10:
      guard let revision = board.snapshots.randomElement(using: &random) else { return [] }
      boards[name]!.snapshots.removeAll { $0 < revision }
      return [.trim(name, upTo: revision)]
    case 10..<11:
      let target = random.one(of: ["*", "s1", "s2"])
      return [.policy(name, target: target, body: random.percent(30) ? [] : body())]
    case 11..<13: return [.boardNumber(name, random.one(of: ["k", "l"]), random.below(100))]
    case 13..<14:
      let value = random.below(100)
      return [.number(random.one(of: ["k", "l"]), value < 20 ? nil : value)]
    case 14..<15: return [client()]
    default: return [revision(of: name)]
    }
  }

  private mutating func creation(of name: BoardName) -> [JournalEntry] {
    let revision = random.percent(50) ? 0 : random.below(9)
    boards[name] = (revision, [])
    guard revision > 0 || random.percent(50) else { return [.created(name, revision: 0)] }
    return [.created(name, revision: revision)] + snapshot(of: name)
  }

  private mutating func renaming(of name: BoardName) -> [JournalEntry] {
    guard let new = Self.names.first(where: { boards[$0] == nil }) else { return [] }
    boards[new] = boards.removeValue(forKey: name)
    return [.renamed(name, to: new)]
  }

  private mutating func snapshot(of name: BoardName) -> [JournalEntry] {
    let head = boards[name]!.head
    if boards[name]!.snapshots.last != head { boards[name]!.snapshots.append(head) }
    let parts = (0..<random.below(3)).map {
      JournalEntry.snapshotPart(name, revision: head, number: $0, body: body())
    }
    return parts + [.snapshot(name, revision: head, parts: parts.count, body: body())]
  }

  private mutating func revision(of name: BoardName) -> JournalEntry {
    let head = boards[name]!.head
    boards[name]!.head += 1
    return .revision(
      JournalRevision(
        board: name, from: head, to: head + 1, at: random.below(1_000),
        client: random.one(of: Self.clients), origin: random.percent(50) ? "d7" : nil,
        body: body()))
  }

  private mutating func client() -> JournalEntry {
    let name = random.one(of: Self.clients)
    switch random.below(4) {
    case 0: return .client(name, token: TokenDigest(of: "t\(random.below(9))"))
    case 1: return .forgotten(name)
    default:
      return .reply(name, StoredReply(tag: "t\(random.below(9))", digest: 7, body: body()))
    }
  }

  private mutating func body() -> [UInt8] {
    Array("reload 0.0 i\(random.below(99)) ".utf8)
      + [UInt8](repeating: 0x6D, count: random.below(random.percent(5) ? 9_000 : 40)) + [0x0A]
  }
}
