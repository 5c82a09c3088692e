import BoardServer
import Glibc
import KillTrial
import Simulation

/// The page of a proof, in Markdown.
struct ProofPage {
  private let simulator: SimulatorProof
  private let kills: KillProof?

  init(_ simulator: SimulatorProof, _ kills: KillProof?) {
    self.simulator = simulator
    self.kills = kills
  }

  var text: String {
    let parts = [heading, promises, killed, faults, repeating].compactMap(\.self)
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private var heading: [String] {
    [
      "# Proof", "",
      "\(ProgramVersion.text), \(Self.system), \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) cores.",
      "The simulator ran \(simulator.count) seeds from \(simulator.plan.seed) in "
        + "\(simulator.time.components.seconds) s, each with \(simulator.plan.clients) clients and "
        + "\(simulator.plan.steps) steps. They read \(simulator.lines) lines, "
        + "\(simulator.batches) batches and \(simulator.snapshots) snapshots; "
        + "\(simulator.commits) groups were committed.",
    ]
  }

  private var promises: [String] {
    let broken = Dictionary(grouping: simulator.failures, by: \.fault.check)
    return ["| promise | broken in |", "| --- | --- |"]
      + RunCheck.allCases.map { check in
        let seeds = (broken[check] ?? []).map { "seed \($0.plan.seed)" }
        let result = seeds.isEmpty ? "0 of \(simulator.count) seeds" : seeds.joined(separator: ", ")
        return "| \(check.sentence) | \(result) |"
      }
  }

  private var killed: [String]? {
    guard let kills else { return nil }
    let statistics = kills.statistics
    let recovery = statistics.recovery(percentile: 99) / .milliseconds(1)
    return [
      "A server on a directory was killed \(statistics.killCount) times under load, seed "
        + "\(kills.seed): \(statistics.acknowledged) commands were acknowledged, "
        + "\(statistics.retried) were repeated, \(statistics.revisions) revisions were made. 99 of "
        + "100 starts took at most \(Int(recovery.rounded(.up))) ms.", "",
      "| violation | count |", "| --- | --- |",
    ] + statistics.violations.map { "| \($0.name) | \($0.count) |" }
  }

  private var faults: [String] {
    ["| fault | times |", "| --- | --- |"]
      + FaultKind.allCases.map { "| \($0.rawValue) | \(simulator.faults[$0] ?? 0) |" }
  }

  private var repeating: [String] {
    ["To repeat it: `proofs prove`. To run one seed: `proofs prove --seed N`."]
  }

  private static var system: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "unknown system" }
    return withUnsafeBytes(of: &name.sysname) { Self.string($0) } + " "
      + withUnsafeBytes(of: &name.machine) { Self.string($0) }
  }

  private static func string(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
