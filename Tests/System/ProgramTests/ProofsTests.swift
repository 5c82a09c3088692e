import SystemTestKit
import TestKit
import Testing

/// The proofs as a program: what they say at once.
@Suite("The program of the proofs")
struct ProofsTests {
  @Test(
    "has an exit status for each outcome",
    arguments: [
      ("prove --seed 7 --steps 40", 0), ("prove --without typhoons", 64),
      ("prove --seeds 0", 64), ("prove --seed 7 --steps 5 --report {dir}/none/page", 74),
      ("benchmarks nothing", 64), ("load nothing", 64), ("load --seconds 0", 64), ("echo", 64),
      ("--help", 0),
    ] as [(String, Int32)])
  func statuses(_ line: String, _ status: Int32) throws {
    let scratch = try Scratch()
    let words = line.replacing("{dir}", with: scratch.path).split(separator: " ").map(String.init)
    let program = try ChildProcess.program().replacing(/dropline$/, with: "proofs")
    try expectEqual(ChildProcess(running: [program] + words).end().status, status)
  }
}
