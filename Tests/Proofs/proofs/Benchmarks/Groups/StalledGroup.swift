import BoardDelivery
import Libuv
import Net

extension Group {
  static let stalled = Group(
    name: "stalled", summary: "some of the audience stop reading in the middle of a run of drops"
  ) { scale in
    var table = Table(
      "watchers", "stalled", "drops/s of the others", "/ without (goal ≥ 0.95)",
      "server grew KB", "more than without KB (goal ≤ 2,048)", "missed drops", "in kernel KB each",
      "of it sent unread KB", "most KB (goal ≤ 160)", "updates on waking: most")
    for (watchers, stalled) in scale.pick([(50, 5), (1_000, 100)], quick: [(50, 5)]) {
      let bench = try StalledBench(watchers: watchers, stalled: stalled)
      bench.measure(
        rounds: scale.pick(7, quick: 3),
        of: scale.pick(.milliseconds(500), quick: .milliseconds(200)), into: &table)
    }
    table.show()
  }
}

/// The same server twice: with some stalled subscribers, and with none.
private struct StalledBench {
  private static let inFlight = 64

  private let stalled: Int
  private let with: Contender
  private let without: Contender

  init(watchers: Int, stalled: Int) throws {
    self.stalled = stalled
    with = try .ours(.automatic, watchers: watchers)
    without = try .ours(.automatic, watchers: watchers)
  }

  func measure(rounds: Int, of time: Duration, into table: inout Table) {
    // By then one-time allocations are done.
    _ = run(rounds: 2, of: time)
    let before = (with.server.residentBytes, without.server.residentBytes)
    let sleepers = with.room.audience[..<stalled]
    for guest in sleepers { guest.stall() }
    let first = with.drops
    let ratios = run(rounds: rounds, of: time)
    let growth = (with.server.residentBytes - before.0, without.server.residentBytes - before.1)
    let unread = KernelQueues.bytes(ofPort: with.server.address.port).unread
    let held = bufferedByKernel(sleepers)
    let updates = wakeWholly(sleepers)
    table.add(
      with.watchers.text, stalled.text, ratios.rates.median.text, ratios.ratios.median.text,
      Table.kilobytes(growth.0), Table.kilobytes(growth.0 - growth.1), (with.drops - first).text,
      held.median.text, (unread.median / 1_024).text, (held.max() ?? 0).text, updates.text)
  }

  private func run(rounds: Int, of time: Duration) -> (rates: [Double], ratios: [Double]) {
    var rates: [Double] = []
    var ratios: [Double] = []
    for _ in 0..<rounds {
      let rate = with.dropInARow(inFlight: Self.inFlight, for: time).dropRate
      let floor = without.dropInARow(inFlight: Self.inFlight, for: time).dropRate
      rates.append(rate)
      ratios.append(rate / floor)
    }
    return (rates, ratios)
  }

  /// Reads the bytes buffered for the stalled subscribers while the server is stopped; in KB.
  private func bufferedByKernel(_ sleepers: ArraySlice<Guest>) -> [Double] {
    let before = sleepers.map(\.bytes)
    with.server.halt()
    for guest in sleepers { guest.wake() }
    with.room.rest(.milliseconds(300))
    return zip(sleepers, before).map { Double($0.bytes - $1) / 1_024 }
  }

  /// Resumes the server, and waits until the stalled subscribers have caught up.
  ///
  /// - Returns: The most batches and snapshots for one of them, including the one that filled the
  ///   kernel's buffer.
  private func wakeWholly(_ sleepers: ArraySlice<Guest>) -> Int {
    let before = sleepers.map(\.updates)
    with.server.resume()
    with.wait()
    return zip(sleepers, before).map { $0.updates - $1 }.max() ?? 0
  }
}

extension Table {
  /// Bytes in KB; negative if there are fewer than before.
  fileprivate static func kilobytes(_ bytes: Int) -> String {
    bytes < 0 ? "-\((-bytes / 1_024).text)" : (bytes / 1_024).text
  }
}
