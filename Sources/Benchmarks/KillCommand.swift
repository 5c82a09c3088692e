import Glibc
import KillTrial

/// `Benchmarks kill [COUNT [SEED]]`: kills the real program under load, repeatedly on one
/// directory, and checks it against everything that it sent.
enum KillCommand {
  static let word = "kill"

  /// Exits with status 1 on any violation.
  static func run(_ words: [String]) throws {
    let count = words.first.flatMap { Int($0) } ?? 1_000
    let seed = words.dropFirst().first.flatMap { Int($0) } ?? Int(getpid())
    let directory = try makeDirectory()
    print("\(Machine.summary)\n\nkill: \(count) kills, seed \(seed), in \(directory)")
    let trial = Trial(of: try program(), in: "\(directory)/data", seed: seed)
    try judge(try run(trial, kills: count, seed: seed), seed: seed)
    remove(directory)
  }

  /// Exits with status 1 on any violation.
  static func judge(_ statistics: TrialStatistics, seed: Int) throws {
    show(statistics)
    guard statistics.isClean else {
      print("\nNOT CLEAN, seed \(seed):")
      for objection in statistics.objections { print("  \(objection)") }
      exit(1)
    }
  }

  /// A program that does not start, or ends by itself, has failed as well.
  static func run(_ trial: Trial, kills count: Int, seed: Int) throws -> TrialStatistics {
    var done = 0
    do {
      return try trial.run(kills: count) { kills in
        done = kills
        if kills.isMultiple(of: 100) { print("  \(kills) kills") }
        return true
      }
    } catch {
      print("\nNOT CLEAN after \(done) kills, seed \(seed): \(error)")
      exit(1)
    }
  }

  private static func show(_ statistics: TrialStatistics) {
    var kills = Table("killed", "times", "recovery p50, ms", "p99, ms")
    for (kind, count) in statistics.kills.sorted(by: { $0.key < $1.key }) {
      let recoveries = [50, 99].map { statistics.recovery(percentile: $0, behind: kind) }
      kills.add(
        kind, count.text, (recoveries[0] / .milliseconds(1)).text,
        (recoveries[1] / .milliseconds(1)).text)
    }
    kills.show()
    var table = Table("what", "count")
    table.add("kills", statistics.killCount.text)
    table.add("commands acknowledged", statistics.acknowledged.text)
    table.add("revisions", statistics.revisions.text)
    table.add("commands asked again", statistics.retried.text)
    table.add("drags resumed", statistics.resumed.text)
    for (name, count) in statistics.violations { table.add(name, count.text) }
    table.add("recovery p50, ms", (statistics.recovery(percentile: 50) / .milliseconds(1)).text)
    table.add("recovery p99, ms", (statistics.recovery(percentile: 99) / .milliseconds(1)).text)
    table.show()
  }

  /// The program is in the same folder as this one.
  static func program() throws -> String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    let own = String(decoding: path[..<max(0, count)].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return own[..<(own.lastIndex(of: "/") ?? own.startIndex)] + "/dropline"
  }

  /// In memory if possible: the test is about process crashes, not power failures.
  private static func makeDirectory() throws -> String {
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var path = Array(
      ("\(parent)/dropline-kill-" + String(repeating: "X", count: 6)).utf8CString)
    guard mkdtemp(&path) != nil else { throw TrialError.system(errno) }
    return String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func remove(_ directory: String) {
    for file in ["journal.db", "journal.db-wal", "journal.db-shm", "lock", "witness", "reserve"] {
      unlink("\(directory)/data/\(file)")
    }
    rmdir("\(directory)/data")
    rmdir(directory)
  }
}
