import ArgumentParser
import Glibc
import KillTrial
import Simulation

/// `proofs prove`: shows on this machine that the promises of the protocol hold.
struct Prove: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show on this machine that the promises hold.",
    discussion: """
      Runs the simulator, one seed after another, and then a server that is killed under load, and \
      writes a page with each promise, its figure and its seed.

      The simulator moves the server without sockets, its journal, its clients, their network and \
      the clock, step by step. It lets bytes arrive in pieces, connections break, disks fail and \
      programs end, and checks every promise after each step. A seed always gives the same run. If a \
      promise is broken, the run is made smaller, and the command that repeats it is printed.

      With --seeds or --seed only the simulator runs.

      EXAMPLES
        proofs prove --report proof.md
        proofs prove --seeds 100000
        proofs prove --seed 17 --clients 3 --steps 40 --without kills,cuts

      EXIT STATUS
        0 if all promises held, 1 if one did not, 64 if it was asked wrongly, 74 if the page cannot \
      be written.
      """)

  @Option(help: ArgumentHelp("How long the simulator and the kills take.", valueName: "count"))
  var minutes = 10

  @Option(help: ArgumentHelp("Run so many seeds, and no kills.", valueName: "count"))
  var seeds: Int?

  @Option(help: ArgumentHelp("Run this seed, or begin with it.", valueName: "number"))
  var seed: Int?

  @Option(help: ArgumentHelp("The clients of each run.", valueName: "count"))
  var clients = 6

  @Option(help: ArgumentHelp("The steps with faults of each run.", valueName: "count"))
  var steps = RunPlan.standardSteps

  @Option(
    help: ArgumentHelp(
      "Kinds of faults that do not happen: \(FaultKind.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "kind,…"))
  var without = ""

  @Option(help: ArgumentHelp("Write the page to this file.", valueName: "file"))
  var report: String?

  func validate() throws {
    guard minutes > 0, minutes <= 10_000, seeds ?? 1 > 0 else {
      throw ValidationError("--minutes and --seeds are counts from 1 on")
    }
    guard (2...100).contains(clients), (1...1_000_000).contains(steps) else {
      throw ValidationError("--clients is from 2 to 100, --steps from 1 on")
    }
    _ = try faults()
  }

  func run() throws {
    var proof = SimulatorProof(plan: try plan(seed: seed ?? 1))
    let isWhole = seeds == nil && seed == nil
    let half = Duration.seconds(30 * minutes)
    if isWhole {
      proof.run(for: half)
    } else {
      proof.run(count: seeds ?? 1)
    }
    proof.sayResult()
    let kills = isWhole ? try KillProof.run(for: half, seed: 1) : nil
    kills?.sayResult()
    if let report { try write(ProofPage(proof, kills).text, to: report) }
    if !proof.failures.isEmpty || kills?.isClean == false { throw ExitCode(1) }
  }

  private func plan(seed: Int) throws -> RunPlan {
    RunPlan(seed: seed, clients: clients, steps: steps, faults: try faults())
  }

  /// The kinds of faults that happen.
  private func faults() throws -> Set<FaultKind> {
    var faults = Set(FaultKind.allCases)
    for word in without.split(separator: ",") {
      guard let kind = FaultKind(rawValue: String(word)) else {
        throw ValidationError("there is no kind of fault `\(String(word))`")
      }
      faults.remove(kind)
    }
    return faults
  }

  private func write(_ text: String, to file: String) throws {
    guard let stream = fopen(file, "w") else { throw fault(file, String(cString: strerror(errno))) }
    let isWritten = fputs(text, stream) >= 0
    guard fclose(stream) == 0, isWritten else { throw fault(file, "it cannot be written") }
  }

  private func fault(_ file: String, _ reason: String) -> ExitCode {
    let bytes = Array("proofs: \(file): \(reason)\n".utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    return ExitCode(EX_IOERR)
  }
}
