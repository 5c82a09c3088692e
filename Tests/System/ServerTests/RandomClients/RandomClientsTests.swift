import BoardHub
import Glibc
import Simulation
import Testing

@Suite("Fifty random clients")
struct RandomClientsTests {
  /// Three seeds, and one more that `DROPLINE_SEED` sets.
  private static let seeds: [(Int, Cadence)] = {
    let fixed: [(Int, Cadence)] = [(1, .fixed(.zero)), (2, .automatic), (3, .fixed(.zero))]
    let own = getenv("DROPLINE_SEED").flatMap { Int(String(cString: $0)) }
    return fixed + (own.map { [($0, .fixed(.zero)), ($0, .automatic)] } ?? [])
  }()

  @Test(
    "see one board, legal batches without a gap, every drag begin and end once, and every selection",
    arguments: seeds)
  func converge(_ seed: Int, _ cadence: Cadence) throws {
    let group = try RandomClientGroup(seed: seed, cadence: cadence)
    do {
      try group.run(rounds: 40)
      try group.settle()
    } catch {
      Issue.record("seed \(seed): \(error)")
      return
    }
    try compare(group, seed: seed)
    #expect(group.falseClaim() == nil, "seed \(seed)")
    let readers = group.members.map(\.reader)
    // Their number depends on timing; that there are some does not.
    #expect(readers.reduce(0) { $0 + $1.batchCount } > 100)
    #expect(readers.reduce(0) { $0 + $1.selectionCount } > 100)
    #expect(readers.contains { $0.renameCount > 0 } && readers.contains { $0.removalCount > 0 })
  }

  private func compare(_ group: RandomClientGroup, seed: Int) throws {
    for name in ["alpha", "beta"] + RandomClient.names {
      let mirror = try group.reference(name)
      for member in group.members where member.boards.contains(name) {
        let board = member.reader.mirror.boards[name]
        let isOpen = member.reader.openBoards.contains(name)
        guard let reference = mirror.boards[name], let board, isOpen else {
          #expect(!isOpen && mirror.boards[name] == nil, "seed \(seed): \(member.number), \(name)")
          continue
        }
        #expect(board.sections == reference.sections, "seed \(seed): client \(member.number)")
        #expect(board.revision <= reference.revision, "seed \(seed)")
        let selections = member.reader.mirror.selections[name] ?? [:]
        #expect(selections == mirror.selections[name] ?? [:], "seed \(seed): \(member.number)")
      }
    }
    for member in group.members {
      let sessions = member.reader.shown + member.reader.own
      #expect(sessions == [], "seed \(seed): client \(member.number) waits for an end")
    }
  }
}
