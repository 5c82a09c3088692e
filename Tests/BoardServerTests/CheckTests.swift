import BoardHub
import Foundation
import Glibc
import TestSupport
import Testing

/// `dropline check`, as those who write other servers use it.
@Suite("The check")
struct CheckTests {
  private static let folder = Repository.root.appending(path: "protocol/transcripts").path

  private func check(_ arguments: String...) throws -> (output: [String], status: Int32) {
    let child = try ChildProcess(["check"] + arguments)
    let (output, status) = try child.end()
    return (output.components(separatedBy: "\n"), status)
  }

  /// A server on which much has been counted already, with boards that transcripts speak of.
  private func busyServer() throws -> RunningServer {
    let server = try RunningServer(cadence: .automatic)
    let client = try LoopbackClient(port: server.port)
    client.send(lines: ["create list", "insert-section list/0 Mine", "insert list/0.0 one"])
    client.send(lines: ["create shelf", "insert-section shelf/0 Mine", "insert shelf/0.0 two"])
    for _ in 0..<3 { client.send(lines: ["begin list/i1", "cancel"]) }
    client.send(lines: ["hello ann a-token", "ping"])
    _ = try client.lines { $0 == "pong" }
    return server
  }

  @Test("passes a real server, whatever else is on it, and leaves its boards empty")
  func passes() throws {
    let server = try busyServer()
    let (output, status) = try check(
      "127.0.0.1:\(server.port)", "--transcripts", Self.folder, "--longest-wait", "0s")
    let skipped = output.filter { $0.hasPrefix("  skip") }
    let failed = output.filter { $0.hasPrefix("  FAIL") }
    let scenarios = try TranscriptFiles.scenarios().count
    #expect(failed == [])
    #expect(
      output.last == "\(scenarios - skipped.count) passed, 0 failed, \(skipped.count) skipped")
    #expect(scenarios - skipped.count > 150)
    let reasons = [
      "waits for", "the server would have to crash", "the disk of the server", "needs given boards",
    ]
    for line in skipped { #expect(reasons.contains { line.contains($0) }, "\(line)") }
    #expect(status == 0)
    let left = try LoopbackClient(port: server.port)
    left.send(lines: ["boards", "ping"])
    let all = try left.lines { $0 == "pong" }
    for mine in ["list", "shelf"] {
      #expect(all.contains("| \(mine) revision=2 sections=1 items=1 watchers=0"))
    }
    let boards = all.filter { $0.contains("-check") }
    #expect(boards.count > 100)
    #expect(boards.allSatisfy { $0.contains(" sections=0 items=0 ") }, "\(boards[0])")
  }

  @Test("starts a server for each scenario, and kills it where it has to crash")
  func serves() throws {
    let program = try ChildProcess.program()
    let serve = "'\(program)' serve --listen 127.0.0.1:{port} --window 0ms --log-level error"
    let (output, status) = try check(
      "--serve", "\(serve) --board {boards} --data {data}", "--transcripts",
      "\(Self.folder)/01-first-conversation.txt", "--transcripts", "\(Self.folder)/09-crashes.txt")
    let skipped = output.filter { $0.hasPrefix("  skip") }
    #expect(output.last == "11 passed, 0 failed, 2 skipped")
    #expect(skipped.allSatisfy { $0.contains("the disk of the server would have to be full") })
    #expect(status == 0)
  }

  @Test("fails a server that lies, and names the line, what stands there and what came")
  func lies() throws {
    let server = try busyServer()
    let liar = try LyingServer.start(before: server.port) { line in
      line.hasPrefix("move 0.0 0.2 a") ? "move 0.0 0.3 a\u{1B}[2J" : line
    }
    defer { liar.close() }
    let (output, status) = try check(
      "127.0.0.1:\(liar.port)", "--transcripts", "\(Self.folder)/02-editing.txt", "--longest-wait",
      "0s", "--only", "move counts its destination")
    #expect(
      output == [
        "02-editing.txt", "  FAIL  move counts its destination after the item is taken out",
        "        02-editing.txt:\(try line(of: "u1< move 0.0 0.2 a", in: "02-editing.txt"))",
        "        u1 expected: move 0.0 0.2 a", "        u1 got:      move 0.0 0.3 a\\u{1b}[2J",
        "0 passed, 1 failed, 0 skipped",
      ])
    #expect(status == 1)
  }

  @Test("fails a server that gives two things one name, or one thing two")
  func mixedNames() throws {
    let server = try busyServer()
    let liar = try LyingServer.start(before: server.port) { line in
      line.hasPrefix("drag d") && line.contains(" ended ") ? "drag d3 ended moved 4" : line
    }
    defer { liar.close() }
    let (output, status) = try check(
      "127.0.0.1:\(liar.port)", "--transcripts", "\(Self.folder)/01-first-conversation.txt",
      "--only", "One person drags", "--json")
    let line = try line(of: "u1< drag d1 ended moved 4", in: "01-first-conversation.txt")
    #expect(output.first?.contains("\"result\":\"failed\",\"at\":\(line),") == true)
    #expect(output.first?.contains("\"got\":\"drag d3 ended moved 4\"}") == true)
    #expect(output.last == "{\"passed\":0,\"failed\":1,\"skipped\":0}")
    #expect(status == 1)
  }

  /// The number of the first such line.
  private func line(of text: String, in file: String) throws -> Int {
    let lines = try String(contentsOfFile: "\(Self.folder)/\(file)", encoding: .utf8)
      .components(separatedBy: "\n")
    return try #require(lines.firstIndex(of: text)) + 1
  }

  @Test("fails a server that says a line too many, or none at all")
  func extraLines() throws {
    let server = try busyServer()
    let chatty = try LyingServer.start(before: server.port) {
      $0.hasPrefix("bye") ? nil : $0.hasPrefix("ok close") ? "\($0)\nnote hello" : $0
    }
    defer { chatty.close() }
    let (output, status) = try check(
      "127.0.0.1:\(chatty.port)", "--transcripts", Self.folder, "--longest-wait", "0s", "--only",
      "every form of a place")
    #expect(output.contains("        u2 expected: no more lines"))
    #expect(output.contains("        u2 got:      note hello"))
    #expect(status == 1)
    let quiet = try check(
      "127.0.0.1:\(chatty.port)", "--transcripts", Self.folder, "--only", "One person drags")
    #expect(quiet.output.contains("        u1 expected: bye quit"))
    #expect(quiet.output.contains("        u1 got:      (closed)"))
  }

  @Test("says 69 where there is no server, or none of ours, and 64 where it is asked wrongly")
  func statuses() throws {
    let gone = try Doorkeeper { close($0) }
    gone.close()
    #expect(try check("127.0.0.1:\(gone.port)", "--transcripts", Self.folder).status == 69)
    let web = try Doorkeeper { client in
      let bytes = Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)
      send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      close(client)
    }
    defer { web.close() }
    let (output, status) = try check("127.0.0.1:\(web.port)", "--transcripts", Self.folder)
    #expect(output == ["dropline: no greeting of Dropline 1, but: HTTP/1.1 400 Bad Request\\u{d}"])
    #expect(status == 69)
    let none = try check("--serve", "exit 3 # {port} {boards}", "--transcripts", Self.folder)
    #expect(none.status == 69)
    #expect(try check().status == 64)
    #expect(try check("a:1", "--serve", "x {port}").status == 64)
    #expect(try check("--serve", "serve on 80").status == 64)
    #expect(try check("127.0.0.1:1", "--transcripts", "/nowhere").status == 64)
    #expect(
      try check("127.0.0.1:1", "--transcripts", Self.folder, "--only", "no such title").status == 64
    )
    #expect(try check("127.0.0.1:1", "--transcripts", "\(Self.folder)/README.md").status == 64)
  }

  @Test("leaves no server and no folder behind where a signal ends it")
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
    #expect(try child.end().status == 130)
    let server = try #require(pid_t(words[0]))
    #expect(kill(server, 0) == -1 && errno == ESRCH)
    #expect(!FileManager.default.fileExists(atPath: String(words[1])))
  }

  @Test("waits no longer for a server that says nothing than it was told")
  func silence() throws {
    let silent = try Doorkeeper { client in
      let greeting = Array("dropline 1 ready; it says\n".utf8)
      send(client, greeting, greeting.count, Int32(MSG_NOSIGNAL))
      var byte: UInt8 = 0
      while recv(client, &byte, 1, 0) > 0 {}
      close(client)
    }
    defer { silent.close() }
    let (output, status) = try check(
      "127.0.0.1:\(silent.port)", "--transcripts", Self.folder, "--only", "One person drags",
      "--patience", "20ms")
    #expect(output.contains { $0.hasSuffix("the server says nothing for 20 ms") })
    #expect(output.last == "0 passed, 1 failed, 0 skipped")
    #expect(status == 1)
  }
}
