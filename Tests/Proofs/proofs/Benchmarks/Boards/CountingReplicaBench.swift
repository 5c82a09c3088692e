import BoardModel
import BoardReplica
import BoardWire

/// Clients' copies of a board of which they have counts, while their users scroll, in a fresh process.
struct CountingReplicaBench {
  /// The first argument of the process.
  static let flag = "--scroll"

  private static let page = 60
  private static let sections = 10
  /// So many copies are measured together, since the kernel counts whole pages.
  private static let copies = 100

  private var replica: Replica
  private let perSection: Int

  private init(items: Int) throws {
    perSection = items / Self.sections
    replica = Replica(of: SampleBoard.name, content: .counts)
    let sections = (0..<Self.sections).map {
      CountedSection(SectionID(unchecked: "s\($0)"), title: "Section", itemCount: items / 10)
    }
    let opened = Reply.open(OpenReply(SampleBoard.name, revision: 1))
    _ = try replica.receive(.reply(ServerReply(.ok(opened))))
    _ = try replica.receive(.counts(SampleBoard.name, revision: 1, sections, presence: []))
  }

  static func measure(items: Int, scrolls: Int) {
    var table = Table("items", "scrolls", "known", "KB/copy", "goal", "µs/scroll")
    // Pages of a thousand items here and there, then ever more.
    for count in [1_000 / page + 1, scrolls / copies, 2 * scrolls / copies] {
      let words = BenchmarkProcess([flag, "\(items)", "\(count)"]).firstLine.split(separator: " ")
      table.add(
        items.text, (count * copies).text, String(words[0]), String(words[1]),
        count < 100 ? "≤ 1,024" : "the same", String(words[2]))
    }
    table.show()
  }

  /// Prints what a copy knows, its kilobytes, and the microseconds of a scroll.
  static func play(_ words: [String]) throws {
    let numbers = words.compactMap { Int($0) }
    let before = Machine.residentBytes(of: "self")
    var benches = try (0..<copies).map { _ in try CountingReplicaBench(items: numbers[0]) }
    let time = try nanoseconds {
      for bench in benches.indices {
        for number in 0..<numbers[1] { try benches[bench].scroll(to: number &* 58_823) }
      }
    }
    let kilobytes = Double(Machine.residentBytes(of: "self") - before) / 1_024 / Double(copies)
    let scrolls = Double(copies * numbers[1])
    ChildSide.print(
      "\(benches[0].replica.shown.knownItemCount) \(kilobytes.text) \((time / 1e3 / scrolls).text)")
  }

  /// Scrolls to an item, and receives what is missing there.
  private mutating func scroll(to number: Int) throws {
    let item = number % (perSection * Self.sections)
    let (section, start) = (item / perSection, item % perSection)
    for request in replica.missing(in: start..<start + Self.page, section: section) {
      guard case .board(.rows(let rows)) = request, case .index(let path, _) = rows.place else {
        continue
      }
      let items = (path.item..<path.item + rows.count).map {
        SampleBoard.item(path.section * perSection + $0)
      }
      let head = RowsReply(SampleBoard.name, lines: items.count, path: path, revision: 1)
      _ = try replica.receive(.reply(ServerReply(.ok(.rows(head, items)))), answering: request)
    }
  }
}
