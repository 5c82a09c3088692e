import ArgumentParser
import Net

/// The proofs: one command for each promise that is shown, and one for what is measured.
@main
struct Proofs: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "proofs",
    abstract: "Show that the promises of Dropline hold on this machine, and how fast it is.",
    discussion: """
      Trials start the program `dropline` that was built beside this one.

      EXAMPLES
        swift run -c release proofs prove --report proof.md
        swift run -c release proofs kill 1000
        swift run -c release proofs benchmarks --quick fanout
      """,
    subcommands: [
      Prove.self, KillCommand.self, NodesCommand.self, LoadCommand.self, BenchmarksCommand.self,
      EchoCommand.self,
    ])

  /// Plays a part of a benchmark that needs a process of its own, or runs the command that the arguments name.
  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    ProcessSetup.ignoreBrokenPipes()
    ProcessSetup.raiseDescriptorLimit()
    switch words.first {
    case ServerRole.flag: try ServerRole.play(Array(words.dropFirst()))
    case StateBench.flag: try StateBench.play(Array(words.dropFirst()))
    case CountingReplicaBench.flag: try CountingReplicaBench.play(Array(words.dropFirst()))
    case _: main(words)
    }
  }
}
