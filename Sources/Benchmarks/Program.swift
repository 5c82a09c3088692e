import Libuv

/// `Benchmarks [--quick] [NAME…]`: measures the parts of the server, and then the server.
/// `Benchmarks kill [COUNT [SEED]]`, `Benchmarks nodes`, `Benchmarks load` and `Benchmarks echo PORT` are others,
/// see `KillCommand`, `NodesCommand`, `LoadCommand` and `EchoCommand`.
///
/// Absolute times vary; compare ratios within one run.
@main
struct Program {
  /// Memory is measured first: it would reuse memory freed by other groups.
  static let groups: [Group] = [
    .memory, .moves, .board, .compose, .catchUp, .wire, .hub, .pipelined, .journal, .start, .fanOut,
    .webSocket, .latency, .stalled, .bystander,
  ]

  static func main() throws {
    let words = CommandLine.arguments.dropFirst()
    ProcessSetup.ignoreBrokenPipes()
    ProcessSetup.raiseDescriptorLimit()
    switch words.first {
    case ServerRole.flag: return try ServerRole.play(Array(words.dropFirst()))
    case StateBench.flag: return try StateBench.play(Array(words.dropFirst()))
    case NodesCommand.word: return try NodesCommand.run(Array(words.dropFirst()))
    case KillCommand.word: return try KillCommand.run(Array(words.dropFirst()))
    case LoadCommand.word: return try LoadCommand.run(Array(words.dropFirst()))
    case EchoCommand.word: return try EchoCommand.run(Array(words.dropFirst()))
    default: break
    }
    let names = words.filter { $0 != "--quick" }
    let scale: Scale = words.contains("--quick") ? .quick : .full
    for name in names where !groups.contains(where: { $0.name == name }) {
      return explain(unknown: name)
    }
    print(Machine.summary)
    for group in groups where names.isEmpty || names.contains(group.name) {
      print("\n\(group.name): \(group.summary)")
      try group.run(scale)
    }
  }

  private static func explain(unknown name: String) {
    print("\(name) is no group of benchmarks. Usage: Benchmarks [--quick] [NAME…], with NAME of:")
    for group in groups { print("  \(group.name): \(group.summary)") }
    print("Or: Benchmarks kill [COUNT [SEED]], which kills the real program under load,")
    print("or: Benchmarks load [SCENARIO…], which puts the real program under load,")
    print("or: Benchmarks echo PORT, a WebSocket server for the public test suite.")
  }
}
