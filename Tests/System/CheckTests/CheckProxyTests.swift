import BoardHub
import BoardModel
import BoardTesting
import Foundation
import SystemTestKit
import TestKit
import Testing
import Transcripts

/// Runs `check` and the clients of `protocol/clients` against a server behind a proxy.
@Suite("A proxy")
struct CheckProxyTests {
  private static let folder = Repository.root.appending(path: "protocol/transcripts").path

  @Test(
    "that changes only what the protocol leaves open passes every scenario, each on a server of its own",
    arguments: try TranscriptFiles.scenarios())
  func harmless(_ scenario: TranscriptFiles.Entry) throws {
    var stage = RewritingStage(try runningStage()) {
      FramedRewriting(HarmlessRewriting())
    }
    try TranscriptPlayer.play(scenario.scenario, of: scenario.file, on: &stage)
  }

  @Test("that changes only what the protocol leaves open passes check (slow: all scenarios)")
  func harmlessCheck() throws {
    let server = try TestServer(boards: [])
    let proxy = try Proxy.start(before: server.port) { HarmlessRewriting() }
    defer { proxy.close() }
    let output = try check("127.0.0.1:\(proxy.port)", "--transcripts", Self.folder)
    expectEqual(output.filter { $0.hasPrefix("  FAIL") }, [])
    #expect(output.count { $0.hasPrefix("  pass") } > 200)
  }

  @Test(
    "that splits what passes as it likes passes every scenario, whatever names the server gives",
    arguments: try splits())
  func split(_ entry: TranscriptFiles.Entry, _ size: SplitRewriting.Size) throws {
    let (scenario, file) = (entry.scenario, entry.file)
    var conditions = PlayConditions.exact
    var names: InventedNames?
    // Elsewhere the names are part of what is shown.
    if scenario.needs.isEmpty, !scenario.steps.contains(where: { $0.action == .crash }) {
      conditions.names = NameMapping(of: scenario, ending: "")
      names = InventedNames(given: scenario.boards.flatMap(\.lines))
    }
    var stage = RewritingStage(HubStage()) { SplitRewriting(size, names) }
    try TranscriptPlayer.play(scenario, of: file, on: &stage, under: conditions)
  }

  /// Each scenario with a size in turn, and as proofs with each.
  private static func splits() throws -> [(TranscriptFiles.Entry, SplitRewriting.Size)] {
    let sizes = SplitRewriting.Size.allCases
    return try TranscriptFiles.scenarios().enumerated().flatMap { index, entry in
      (isProof ? sizes : [sizes[index % sizes.count]]).map { (entry, $0) }
    }
  }

  @Test(
    "that splits what passes as it likes, down to single bytes, passes check with all scenarios (slow: all scenarios)",
    arguments: isProof ? SplitRewriting.Size.allCases : [.byte])
  func splitCheck(_ size: SplitRewriting.Size) throws {
    let server = try TestServer(boards: []) { $0.cadence = .automatic }
    let port = server.port
    let proxy = try Proxy.start(at: { port }, { SplitRewriting(size) })
    defer { proxy.close() }
    let output = try check("127.0.0.1:\(proxy.port)", "--transcripts", Self.folder)
    expectEqual(output.filter { $0.hasPrefix("  FAIL") }, [])
    #expect(output.count { $0.hasPrefix("  pass") } > 200)
  }

  @Test("with a fault fails the scenario for this fault", arguments: Fault.all)
  func faulty(_ fault: Fault) throws {
    try expectFailure(in: fault.file, fault.scenario) { FaultyRewriting(fault: fault) }
  }

  @Test("that executes a repeated command again fails the scenario for it")
  func repeating() throws {
    let scenario = "A tagged command of a client with a token is executed once"
    try expectFailure(in: "06-resuming.txt", scenario) { RepeatingRewriting() }
  }

  private func expectFailure(
    in file: String, _ scenario: String,
    _ rewriting: @escaping @Sendable () -> some MessageRewriting
  ) throws {
    let server = try TestServer(boards: [])
    let proxy = try Proxy.start(before: server.port, rewriting)
    defer { proxy.close() }
    let output = try check(
      "127.0.0.1:\(proxy.port)", "--transcripts", "\(Self.folder)/\(file)", "--only", scenario,
      "--patience", "2s")
    let failed = output.filter { $0.hasPrefix("  FAIL") }
    #expect(failed.count == 1 && failed[0].contains(scenario), "\(output)")
  }

  private func check(_ arguments: String...) throws -> [String] {
    let child = try ChildProcess(["check", "--longest-wait", "0s"] + arguments)
    return try child.end().output.components(separatedBy: "\n")
  }

  @Test("that adds keys and events does not disturb a client", arguments: PublishedClient.allCases)
  func clients(_ client: PublishedClient) throws {
    let server = try TestServer(boards: [BoardFile("list", revision: 1, [])])
    let proxy = try Proxy.start(before: server.port) { HarmlessRewriting() }
    defer { proxy.close() }
    let child = try client.start(board: "list", port: proxy.port)
    let author = try LoopbackClient(port: server.port)
    _ = try author.line()
    let commands = [
      "insert-section 0 board=list To buy", "insert 0.0 board=list Bread",
      "insert 0.1 board=list Milk  e=mc2", "insert-section 1 board=list Done",
      "insert 0.2 board=list Tea", "move i1,i3 1.0 board=list", "edit i1 board=list a: b=c",
      "move-section s2 0 board=list", "delete i3 board=list", "rename-section s1 board=list ",
    ]
    let content: Content = [
      Section(id: "s2", title: "Done", items: [Item(id: "i1", text: "a: b=c")]),
      Section(id: "s1", title: "", items: [Item(id: "i2", text: "Milk  e=mc2")]),
    ]
    for (index, command) in commands.enumerated() {
      // Only a client's output shows that it is subscribed.
      try expect(in: child, board: "list \(index + 1)")
      author.send(command)
      _ = try author.line()
    }
    try expect(in: child, board: "list \(commands.count + 1)")
    var printed: [String] = []
    while let line = try child.line(), !line.isEmpty { printed.append(line) }
    expectEqual(printed, client.lines(of: content))
  }

  /// Reads what a client prints up to the head of a board.
  private func expect(in child: ChildProcess, board head: String) throws {
    var output: [String] = []
    while let line = try child.line() {
      if line == head { return }
      output.append(line)
    }
    Issue.record("the client has ended: \(output)")
    throw ChildError.silence
  }
}
