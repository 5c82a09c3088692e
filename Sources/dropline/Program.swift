import ArgumentParser

/// The program: one command for each job.
@main
struct Dropline: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dropline",
    abstract: "Shared lists that many clients drag items in.",
    version: "dropline 0.1, protocol 1",
    subcommands: [Serve.self],
    defaultSubcommand: Serve.self)
}
