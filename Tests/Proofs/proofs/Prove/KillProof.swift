import ArgumentParser
import BoardWire
import KillTrial

/// A server on a directory, killed under load again and again.
struct KillProof {
  let seed: Int
  let statistics: TrialStatistics
  var isClean: Bool { statistics.isClean }

  /// - Throws: `ExitCode` if the program does not start, or ends by itself.
  static func run(for length: Duration, seed: Int) throws -> KillProof {
    let directory = try TemporaryFolder("dropline-prove")
    defer { directory.remove(below: "data") }
    let trial = Trial(of: TestedProgram.path, in: "\(directory.path)/data", seed: seed)
    let end = ContinuousClock.now + length
    let statistics = try trial.run(kills: .max) { count in
      if count.isMultiple(of: 100) { print("  \(count) kills") }
      return ContinuousClock.now < end
    }
    return KillProof(seed: seed, statistics: statistics)
  }

  func sayResult() {
    for objection in statistics.objections { print("  \(TextEscapes.escaped(objection))") }
    print(
      "kills: \(statistics.killCount) from seed \(seed), \(statistics.acknowledged) commands "
        + "acknowledged, \(statistics.revisions) revisions: "
        + (isClean ? "nothing lost, doubled or altered" : "a promise is broken"))
  }
}
