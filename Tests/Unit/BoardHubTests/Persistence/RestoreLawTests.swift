import BoardJournal
import BoardModel
import Simulation
import TestKit
import Testing

@testable import BoardHub

@Suite("A hub that restores the journal of many clients")
struct RestoreLawTests {
  private static let content: Content = (0..<4).map { section in
    Section(
      id: SectionID("s\(section)")!, title: Text("Section \(section)"),
      items: (0..<4).map { Item(id: ItemID("x\(section)\($0)")!, text: Text("item \($0)")) })
  }

  @Test("answers every client as the previous hub did", arguments: randomSeeds(1))
  func sameAnswers(seed: Int) throws {
    var before = try PersistedClients()
    try before.serve("list", Self.content, revision: 40)
    _ = before.ask("create notes\ninsert-section 0 board=notes N", by: "ann")
    var talk = RandomCommands(seed: seed)
    for _ in 0..<300 { talk.step(in: &before) }
    for (client, id) in talk.sessions { _ = before.ask("cancel \(id)", by: client) }
    // Ids of items that were brought and never dropped are stored with the next revision.
    for board in ["list", "notes"] {
      _ = before.ask("insert-section 0 board=\(board) the last", by: "ann")
    }
    let after = try PersistedClients(before.store, at: before.now)
    expectEqual(after.hub.service.revisions, before.hub.service.revisions)
    try compare(sessions: talk, before, after, seed)
    var pair = Pair(before: before, after: after, seed: seed)
    for (client, lines) in talk.tagged { pair.ask(lines, by: client) }
    for question in Self.questions(before.hub.service.revisions) { pair.ask(question, by: "ann") }
    for question in Self.changes(seed, idle: talk.idle) {
      pair.ask(question.line, by: question.client)
    }
    for question in Self.questions(pair.before.hub.service.revisions) {
      pair.ask(question, by: "bea")
    }
  }

  /// How sessions ended that dropped something; the others have ended as `shutdown`.
  private func compare(
    sessions talk: RandomCommands, _ before: PersistedClients, _ after: PersistedClients,
    _ seed: Int
  ) throws {
    var (before, after) = (before, after)
    for (client, id) in talk.sessions {
      let old = before.ask("resume \(id)", by: client)
      let new = after.ask("resume \(id)", by: client)
      let isKept = old.contains { $0.contains(" moved ") || $0.contains(" copied ") }
      #expect(
        isKept ? new == old : new.first?.contains("shutdown") == true || new == old,
        "seed \(seed): \(client) \(id): \(old) \(new)")
    }
  }

  private static func questions(_ heads: [BoardName: Int]) -> [String] {
    heads.sorted { $0.key < $1.key }.flatMap { board, head in
      let revisions = stride(from: board == "list" ? 40 : 0, through: head, by: 3)
      return [
        "show \(board)", "history \(board)", "policy * board=\(board)", "policy board=\(board)",
        "boards",
      ]
        + revisions.map { "show \(board) rev=\($0)" }
        + revisions.flatMap { ["open \(board) since=\($0)", "close \(board)"] }
    }
  }

  /// What each client takes back, and new names. An undo that found nothing left may be named again
  /// after a restart, so what follows from it is not compared.
  private static func changes(
    _ seed: Int, idle: Set<[String]>
  ) -> [(client: String, line: String)] {
    var chance = SeededRandom(seed: -seed)
    var lines: [(client: String, line: String)] = []
    for _ in 0..<60 {
      let client = chance.one(of: PersistedClients.names)
      let board = chance.one(of: ["list", "notes"])
      let force = chance.percent(30) ? " force=yes" : ""
      switch chance.below(8) {
      case 0: lines.append((client, "insert-section 0 board=\(board) one more"))
      case 1: lines.append((client, "insert 0.0 board=\(board) one more"))
      case 2...5:
        if !idle.contains([client, board]) {
          lines.append((client, "undo \(board)\(force)"))
        }
      default:
        if !idle.contains([client, board]) {
          lines.append((client, "redo \(board)\(force)"))
        }
      }
      lines.append((client, "show \(board)"))
    }
    return lines
  }
}

/// The hub before a restart and the one after it, which hear the same.
private struct Pair {
  var before: PersistedClients
  var after: PersistedClients
  let seed: Int

  mutating func ask(_ lines: String, by client: String) {
    let old = before.ask(lines, by: client)
    expectEqual(after.ask(lines, by: client), old, "seed \(seed): \(client): \(lines)")
  }
}
