import BoardHub
import BoardTesting
import Foundation
import Glibc
import Libuv
import Net
import SystemTestKit
import TestKit
import Testing

/// `dropline check`, as those who write other servers use it.
@Suite("The check command")
struct CheckTests {
  private static let folder = Repository.root.appending(path: "protocol/transcripts").path

  private func check(_ arguments: String...) throws -> (output: [String], status: Int32) {
    try check(arguments)
  }

  private func check(
    _ arguments: [String], after shell: String? = nil
  ) throws -> (output: [String], status: Int32) {
    let child = try ChildProcess(["check"] + arguments, after: shell)
    let (output, status) = try child.end()
    return (output.components(separatedBy: "\n"), status)
  }

  /// A server with advanced counters, and with boards that have the names of transcripts.
  private func busyServer(_ certificate: TestCertificate? = nil) throws -> TestServer {
    let server = try TestServer(boards: []) {
      $0.cadence = .automatic
      $0.certificate = certificate?.files
    }
    let client = try LoopbackClient(unixSocket: server.unixSocket)
    for board in ["list", "shelf"] {
      client.send(lines: [
        "create \(board)", "insert-section 0 board=\(board) Mine", "insert 0.0 board=\(board) one",
      ])
    }
    for _ in 0..<3 { client.send(lines: ["begin i1 board=list", "cancel"]) }
    client.send(lines: ["hello ann token=a-token-long-enough", "ping"])
    _ = try client.lines { $0 == "pong" }
    return server
  }

  enum Transport: CaseIterable {
    case tcp, unix, tls
  }

  @Test(
    "passes a real server with all scenarios over each transport, whatever other boards it has, and leaves no board behind (slow: all scenarios)",
    arguments: Transport.allCases)
  func passes(over transport: Transport) throws {
    let certificate = transport == .tls ? try TestCertificate(in: Scratch()) : nil
    let server = try busyServer(certificate)
    let address =
      switch transport {
      case .tcp: "127.0.0.1:\(server.port)"
      case .unix: "unix:\(server.unixSocket)"
      case .tls: "tls://localhost:\(server.port)"
      }
    let (output, status) = try check(
      [address, "--transcripts", Self.folder, "--longest-wait", "0s"],
      after: certificate.map { "export DROPLINE_CA='\($0.certificate)'" })
    let skipped = output.filter { $0.hasPrefix("  skip") }
    let failed = output.filter { $0.hasPrefix("  FAIL") }
    let scenarios = try TranscriptFiles.scenarios().count
    expectEqual(failed, [])
    expectEqual(
      output.last, "\(scenarios - skipped.count) passed, 0 failed, \(skipped.count) skipped")
    #expect(scenarios - skipped.count > 200)
    let reasons = [
      "waits for", "the server would have to crash", "the disk of the server", "needs given boards",
      "needs a fresh server", "these access rules", "would have to drain",
      "would have to be silent",
    ]
    for line in skipped { #expect(reasons.contains { line.contains($0) }, "\(line)") }
    expectEqual(status, 0)
    try expectEqual(
      boards(of: server),
      [
        "list rev=2 sections=1 items=1 watchers=0", "shelf rev=2 sections=1 items=1 watchers=0",
      ])
  }

  /// The rows of `boards`.
  private func boards(of server: TestServer) throws -> [String] {
    let client = try LoopbackClient(unixSocket: server.unixSocket)
    client.send(lines: ["boards", "ping"])
    return Array(try client.lines { $0 == "pong" }.dropFirst(2).dropLast())
  }

  @Test(
    "starts a server for each scenario, and kills it if the scenario requires a crash (slow: 15 servers)"
  )
  func serves() throws {
    let program = try ChildProcess.program()
    let serve = "'\(program)' serve --listen 127.0.0.1:{port} --window 0ms --log-level error"
    let (output, status) = try check(
      "--serve", "\(serve) --board {boards} --data {data}", "--transcripts",
      "\(Self.folder)/01-first-conversation.txt", "--transcripts", "\(Self.folder)/09-crashes.txt")
    let skipped = output.filter { $0.hasPrefix("  skip") }
    expectEqual(output.last, "15 passed, 0 failed, 2 skipped")
    #expect(skipped.allSatisfy { $0.contains("the disk of the server would have to be full") })
    expectEqual(status, 0)
  }

  @Test(
    "fails a server with a wrong line, and reports its number, the expected and the received line"
  )
  func wrongLines() throws {
    let server = try busyServer()
    let liar = try LyingServer.start(before: server.port) { line in
      line.hasPrefix("move 0.0 0.2 a") ? "move 0.0 0.3 a\u{1B}[2J" : line
    }
    defer { liar.close() }
    let (output, status) = try check(
      "127.0.0.1:\(liar.port)", "--transcripts", "\(Self.folder)/02-editing.txt", "--longest-wait",
      "0s", "--only", "move counts its destination")
    expectEqual(
      output,
      [
        "02-editing.txt", "  FAIL  move counts its destination after the item is taken out",
        "        02-editing.txt:\(try line(of: "u1< move 0.0 0.2 a", in: "02-editing.txt"))",
        "        u1 expected: move 0.0 0.2 a", "        u1 got:      move 0.0 0.3 a\\u{1b}[2J",
        "0 passed, 1 failed, 0 skipped",
      ])
    expectEqual(status, 1)
  }

  @Test("fails a server that gives one name to two things, or two names to one")
  func mixedNames() throws {
    let server = try busyServer()
    let liar = try LyingServer.start(before: server.port) { line in
      line.hasPrefix("drag d") && line.contains(" ended ") ? "drag d3 ended moved rev=4" : line
    }
    defer { liar.close() }
    let (output, status) = try check(
      "127.0.0.1:\(liar.port)", "--transcripts", "\(Self.folder)/01-first-conversation.txt",
      "--only", "One person drags", "--json")
    let line = try line(of: "u1< drag d1 ended moved rev=4", in: "01-first-conversation.txt")
    expectEqual(output.first?.contains("\"result\":\"failed\",\"at\":\(line),"), true)
    expectEqual(output.first?.contains("\"got\":\"drag d3 ended moved rev=4\"}"), true)
    expectEqual(output.last, "{\"passed\":0,\"failed\":1,\"skipped\":0}")
    expectEqual(status, 1)
  }

  /// The number of the first such line.
  private func line(of text: String, in file: String) throws -> Int {
    let lines = try String(contentsOfFile: "\(Self.folder)/\(file)", encoding: .utf8)
      .components(separatedBy: "\n")
    return try #require(lines.firstIndex(of: text)) + 1
  }

  @Test("fails a server that sends an extra line, or none")
  func extraLines() throws {
    let server = try busyServer()
    let chatty = try LyingServer.start(before: server.port) {
      $0.hasPrefix("bye")
        ? nil : $0.hasPrefix("ok close") ? "\($0)\nselected nowhere ann items=a" : $0
    }
    defer { chatty.close() }
    let (output, status) = try check(
      "127.0.0.1:\(chatty.port)", "--transcripts", Self.folder, "--longest-wait", "0s", "--only",
      "every form of a place")
    #expect(output.contains("        u2 expected: no more lines"))
    #expect(output.contains("        u2 got:      selected nowhere ann items=a"))
    expectEqual(status, 1)
    let quiet = try check(
      "127.0.0.1:\(chatty.port)", "--transcripts", Self.folder, "--only", "One person drags")
    #expect(quiet.output.contains("        u1 expected: bye quit"))
    #expect(quiet.output.contains("        u1 got:      (closed)"))
  }

  @Test(
    "exits with 69 if there is no server of the protocol, and with 64 if its options are invalid")
  func statuses() throws {
    let gone = try Doorkeeper { close($0) }
    gone.close()
    try expectEqual(check("127.0.0.1:\(gone.port)", "--transcripts", Self.folder).status, 69)
    let web = try Doorkeeper { client in
      let bytes = Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)
      send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      close(client)
    }
    defer { web.close() }
    let (output, status) = try check("127.0.0.1:\(web.port)", "--transcripts", Self.folder)
    expectEqual(
      output, ["dropline: no greeting of Dropline 1, but: HTTP/1.1 400 Bad Request\\u{d}"])
    expectEqual(status, 69)
    let none = try check("--serve", "exit 3 # {port} {boards}", "--transcripts", Self.folder)
    expectEqual(none.status, 69)
    try expectEqual(check().status, 64)
    try expectEqual(check("a:1", "--serve", "x {port}").status, 64)
    try expectEqual(check("--serve", "serve on 80").status, 64)
    try expectEqual(check("a:1", "--profile", "core,edits").status, 64)
    try expectEqual(check("127.0.0.1:1", "--transcripts", "/nowhere").status, 64)
    try expectEqual(
      check("127.0.0.1:1", "--transcripts", Self.folder, "--only", "no such title").status, 64)
    try expectEqual(check("127.0.0.1:1", "--transcripts", "\(Self.folder)/README.md").status, 64)
  }

  @Test("leaves no server and no directory behind if a signal ends it")
  func interrupted() throws {
    let pipe = "\(NSTemporaryDirectory())dropline-check-test.\(getpid())"
    try #require(mkfifo(pipe, 0o600) == 0)
    defer { unlink(pipe) }
    let reading = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reading) }
    let child = try ChildProcess([
      "check", "--serve", "echo $$ {data} > '\(pipe)'; sleep 600 # {port} {boards}",
      "--transcripts", Self.folder,
    ])
    var request = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    try #require(poll(&request, 1, 60_000) == 1)
    var bytes = [UInt8](repeating: 0, count: 1_024)
    let count = read(reading, &bytes, bytes.count)
    let words = String(decoding: bytes[..<max(0, count)], as: UTF8.self).split {
      $0 == " " || $0 == "\n"
    }
    try #require(words.count == 2)
    kill(child.id, SIGINT)
    try expectEqual(child.end().status, 130)
    let server = try #require(pid_t(words[0]))
    #expect(kill(server, 0) == -1 && errno == ESRCH)
    #expect(!FileManager.default.fileExists(atPath: String(words[1])))
  }

  @Test("removes its boards if a signal ends it", arguments: [SIGINT, SIGTERM])
  func interruptedRemotely(_ signal: Int32) throws {
    let server = try TestServer(boards: []) { $0.cadence = .automatic }
    let child = try ChildProcess([
      "check", "127.0.0.1:\(server.port)", "--transcripts", "\(Self.folder)/05-watching.txt",
      "--only", "A watcher may ask for a slower cadence",
    ])
    // From its last change on the scenario waits for ten seconds.
    var rows: [String] = []
    while !rows.contains(where: { $0.contains(" rev=6 ") }) { rows = try boards(of: server) }
    kill(child.id, signal)
    try expectEqual(child.end().status, 128 + signal)
    try expectEqual(boards(of: server), [])
  }

  @Test("plays the profiles of the greeting, or those of its options")
  func profiles() throws {
    let server = try TestServer(boards: []) { $0.cadence = .automatic }
    let small = try LyingServer.start(before: server.port) { line in
      guard line.hasPrefix("dropline 1 "), let profiles = line.firstRange(of: "profiles=") else {
        return line
      }
      return line[..<profiles.upperBound] + "core"
    }
    defer { small.close() }
    let arguments = [
      "127.0.0.1:\(small.port)", "--transcripts", "\(Self.folder)/11-selection.txt",
      "--transcripts", "\(Self.folder)/12-json.txt", "--longest-wait", "0s",
    ]
    let reasons = { (output: [String]) in
      Set(
        output.filter { $0.hasPrefix("  skip") }.compactMap {
          $0.components(separatedBy: ": ").last
        })
    }
    let core = try check(arguments)
    expectEqual(core.status, 0)
    #expect(
      reasons(core.output).isSuperset(of: ["needs the profile edit", "needs the profile select"]))
    #expect(core.output.count { $0.hasPrefix("  pass") } > 5)
    // A server without `edit` cannot remove them.
    #expect(try boards(of: server).allSatisfy { $0.contains(" sections=0 items=0 ") })
    let named = try check(arguments + ["--profile", "edit,drag", "--profile", "select"])
    expectEqual(named.status, 0)
    #expect(
      reasons(named.output).isDisjoint(with: ["needs the profile edit", "needs the profile select"])
    )
    #expect(reasons(named.output).contains("needs the profile people"))
  }

  @Test("waits for a silent server no longer than its options permit")
  func silence() throws {
    let silent = try Doorkeeper { client in
      let greeting = Array(
        "dropline 1 epoch=k7qx client=guest-7 line=4096 text=1024 profiles=core,drag\n".utf8)
      send(client, greeting, greeting.count, Int32(MSG_NOSIGNAL))
      var byte: UInt8 = 0
      while recv(client, &byte, 1, 0) > 0 {}
      close(client)
    }
    defer { silent.close() }
    let (output, status) = try check(
      "127.0.0.1:\(silent.port)", "--transcripts", Self.folder, "--only", "One person drags",
      "--patience", "900ms")
    #expect(output.contains { $0.hasSuffix("the server says nothing for 900 ms") })
    expectEqual(output.last, "0 passed, 1 failed, 0 skipped")
    expectEqual(status, 1)
  }
}
