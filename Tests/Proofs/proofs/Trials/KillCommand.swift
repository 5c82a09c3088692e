import ArgumentParser
import Glibc
import KillTrial
import LocalNodes

/// `proofs kill`: kills the real program under load, repeatedly on one directory, and checks it against everything
/// that it sent.
struct KillCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kill",
    abstract: "Kill the program under load, again and again on one directory.",
    discussion: """
      EXIT STATUS
        0 if nothing that was acknowledged is lost, doubled or altered, 1 otherwise.
      """)

  @Argument(help: "How often.")
  var count = 1_000

  @Argument(help: "What the run is drawn from; a new one if none is given.")
  var seed = Int(getpid())

  func run() throws {
    let directory = try TemporaryFolder("dropline-kill")
    print("\(Machine.summary)\n\nkill: \(count) kills, seed \(seed), in \(directory.path)")
    let trial = Trial(of: TestedProgram.path, in: "\(directory.path)/data", seed: seed)
    try Self.judge(try Self.run(trial, kills: count, seed: seed), seed: seed)
    directory.remove(below: "data")
  }

  /// Exits with status 1 on any violation.
  static func judge(_ statistics: TrialStatistics, seed: Int) throws {
    show(statistics)
    guard statistics.isClean else {
      print("\nNOT CLEAN, seed \(seed):")
      for objection in statistics.objections { print("  \(objection)") }
      throw ExitCode.failure
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
      throw ExitCode.failure
    }
  }

  private static func show(_ statistics: TrialStatistics) {
    var kills = Table(
      "killed", "times", "greeting p50, ms", "p99, ms", "all served p50, ms", "max, ms")
    for (kind, count) in statistics.kills.sorted(by: { $0.key < $1.key }) {
      let times =
        [50, 99].map { statistics.recovery(percentile: $0, behind: kind) }
        + [50, 100].map { statistics.serving(percentile: $0, behind: kind) }
      kills.add(kind, [count.text] + times.map { ($0 / .milliseconds(1)).text })
    }
    kills.show()
    var table = Table("what", "count")
    table.add("kills", statistics.killCount.text)
    table.add("commands acknowledged", statistics.acknowledged.text)
    table.add("revisions", statistics.revisions.text)
    table.add("commands asked again", statistics.retried.text)
    table.add("drags resumed", statistics.resumed.text)
    table.add("all are served within, ms", (statistics.servingLimit / .milliseconds(1)).text)
    table.add("boards first asked for without a database", statistics.latecomers.text)
    table.add("boards that could not be read for a while", statistics.waits.text)
    table.add("connections of the database while it held commits up", statistics.connections.text)
    table.add("new epochs", statistics.epochs.text)
    for (name, count) in statistics.violations { table.add(name, count.text) }
    table.add("recovery p50, ms", (statistics.recovery(percentile: 50) / .milliseconds(1)).text)
    table.add("recovery p99, ms", (statistics.recovery(percentile: 99) / .milliseconds(1)).text)
    table.show()
  }
}
