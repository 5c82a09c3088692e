import ArgumentParser

/// `proofs benchmarks`: measures the parts of the server, and then the server.
///
/// Absolute times vary; compare ratios within one run.
struct BenchmarksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmarks",
    abstract: "Measure the parts of the server, and then the server.",
    discussion: """
      Absolute times vary; compare ratios within one run.

      GROUPS
      \(groups.map { "  \($0.name): \($0.summary)" }.joined(separator: "\n"))

      DROPLINE_STORE=postgres://… measures a database beside a directory, and `spaces` in it, PEER=COMMAND another program that sends the \
      same bytes to as many WebSockets, and ATTACK=TEXT only the rows of `bystander` with this text in their names.
      """)

  /// Memory is measured first: it would reuse memory freed by other groups.
  private static let groups: [Group] = [
    .memory, .moves, .board, .compose, .catchUp, .counts, .wire, .hub, .pipelined, .journal,
    .spaces, .start,
    .fanOut, .webSocket, .latency, .stalled, .bystander,
  ]

  @Flag(help: "Measure less, in about 30 seconds.")
  var quick = false

  @Argument(help: ArgumentHelp("The groups; all if none is named.", valueName: "group"))
  var names: [String] = []

  func validate() throws {
    for name in names where !Self.groups.contains(where: { $0.name == name }) {
      throw ValidationError("\(name) is no group of benchmarks")
    }
  }

  func run() throws {
    print(Machine.summary)
    for group in Self.groups where names.isEmpty || names.contains(group.name) {
      print("\n\(group.name): \(group.summary)")
      try group.run(quick ? .quick : .full)
    }
  }
}
