import ArgumentParser
import Glibc
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
    let trial = Trial(of: ownProgram, in: "\(directory.path)/data", seed: seed)
    let end = ContinuousClock.now + length
    let statistics = try trial.run(kills: .max) { count in
      if count.isMultiple(of: 100) { sayLine("  \(count) kills") }
      return ContinuousClock.now < end
    }
    return KillProof(seed: seed, statistics: statistics)
  }

  func sayResult() {
    for objection in statistics.objections { sayLine(printable("  \(objection)")) }
    sayLine(
      "kills: \(statistics.killCount) from seed \(seed), \(statistics.acknowledged) commands "
        + "acknowledged, \(statistics.revisions) revisions: "
        + (isClean ? "nothing lost, doubled or altered" : "a promise is broken"))
  }

  /// The path of this program.
  private static var ownProgram: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    return String(decoding: path[..<max(0, count)].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// A folder of its own, in memory if possible.
private struct TemporaryFolder {
  let path: String

  init(_ name: String) throws {
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var bytes = Array("\(parent)/\(name)-\(String(repeating: "X", count: 6))".utf8CString)
    guard mkdtemp(&bytes) != nil else { throw TrialError.system(errno) }
    path = String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Removes the folder, and the files of a journal in a folder in it.
  func remove(below folder: String) {
    for file in ["journal.db", "journal.db-wal", "journal.db-shm", "lock", "witness", "reserve"] {
      unlink("\(path)/\(folder)/\(file)")
    }
    rmdir("\(path)/\(folder)")
    rmdir(path)
  }
}
