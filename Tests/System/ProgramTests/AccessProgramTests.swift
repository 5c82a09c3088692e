import BoardAuthority
import BoardModel
import Glibc
import SystemTestKit
import TestKit
import Testing
import TokenHashing
import Transcripts

@testable import dropline

@Suite("The program with access rules")
struct AccessProgramTests {
  private let scratch: Scratch
  private var path: String { scratch.at("access.txt") }

  init() throws { scratch = try Scratch() }

  private var text: String {
    get throws { String(decoding: try contents(ofFile: path), as: UTF8.self) }
  }

  private func write(_ text: String) throws {
    try SystemTestKit.write(Array(text.utf8), toFile: path)
  }

  private func run(_ words: String...) throws -> (output: String, status: Int32) {
    try ChildProcess(["token"] + words + ["--access", path]).end()
  }

  /// Adds a user, and returns the token.
  private func add(_ user: String, _ role: String, _ boards: String) throws -> String {
    let (output, status) = try run("add", user, "--role", role, "--boards", boards)
    expectEqual(status, 0, "\(output)")
    return try #require(output.split(separator: "\n").last { $0.utf8.count == 32 }.map(String.init))
  }

  private func serve() throws -> ChildProcess {
    try ChildProcess([
      "serve", "--demo", "--http", "none", "--listen", "127.0.0.1:0", "--data", "none", "--access",
      path,
    ])
  }

  private func ask(_ client: LoopbackClient, _ line: String) throws -> String {
    client.send(lines: [line])
    return try client.line() ?? "(closed)"
  }

  @Test("lets users in by the tokens that `token add` made, whose hashes alone are stored")
  func tokens() throws {
    let token = try add("ann", "owner", "*")
    #expect(try !text.contains(token))
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let child = try serve()
    let client = try LoopbackClient(port: try child.port())
    _ = try client.line()
    #expect(try ask(client, "boards").hasPrefix("refused access-denied role=viewer"))
    try expectEqual(ask(client, "hello ann token=\(token)"), "ok hello ann")
    #expect(try ask(client, "insert 0.0 board=groceries Tea").hasPrefix("ok insert"))
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
  }

  @Test("loads the rules again at SIGHUP, and keeps the old ones if a line is invalid")
  func reload() throws {
    let (ann, bob) = (try add("ann", "owner", "*"), try add("bob", "editor", "groceries"))
    let child = try serve()
    let port = try child.port()
    func connect(_ name: String, _ token: String) throws -> LoopbackClient {
      let client = try LoopbackClient(port: port)
      _ = try client.line()
      try expectEqual(ask(client, "hello \(name) token=\(token)"), "ok hello \(name)")
      return client
    }
    let (annClient, bobClient) = (try connect("ann", ann), try connect("bob", bob))
    let good = try text
    try write(good + "guest admin *\n")
    child.kill(SIGHUP)
    while let line = try child.line(), !line.contains("the access rules are as they were") {}
    #expect(try ask(bobClient, "insert 0.0 board=groceries Tea").hasPrefix("ok insert"))
    try write(good)
    try expectEqual(run("remove", "bob").status, 0)
    child.kill(SIGHUP)
    expectEqual(try bobClient.line()?.hasPrefix("bye access-denied"), true)
    expectNil(try bobClient.line())
    try expectEqual(ask(annClient, "ping"), "pong")
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
  }

  @Test("refuses rules that other users could change, also when they are loaded again")
  func writable() throws {
    let token = try add("ann", "owner", "*")
    expectEqual(chmod(path, 0o664), 0)
    let refused = try serve().end()
    expectEqual(refused.status, 1)
    #expect(
      refused.output.contains("take that away with `chmod go-w \(path)`"), "\(refused.output)")
    expectEqual(chmod(path, 0o644), 0)
    let child = try serve()
    let client = try LoopbackClient(port: try child.port())
    _ = try client.line()
    expectEqual(chmod(path, 0o666), 0)
    try write("guest owner *\n")
    child.kill(SIGHUP)
    while let line = try child.line(), !line.contains("the access rules are as they were") {}
    #expect(try ask(client, "boards").hasPrefix("refused access-denied"))
    try expectEqual(ask(client, "hello ann token=\(token)"), "ok hello ann")
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
  }

  @Test("refuses rules that cannot be read, with the line")
  func badFile() throws {
    try write("guest viewer *\n\nuser ann\n")
    let child = try serve()
    let (output, status) = try child.end()
    expectEqual(status, 1)
    #expect(output.contains("\(path):3: "), "\(output)")
  }

  @Test("lists and removes tokens, and says what is missing")
  func commands() throws {
    try expectEqual(run("list").status, 1)
    let (output, status) = try run("add", "ann")
    expectEqual(status, 1)
    #expect(output.contains("ann has no role in \(path); say --role ROLE --boards BOARDS"))
    _ = try add("ann", "owner", "*")
    try expectEqual(run("add", "ann", "--label", "the phone").status, 0)
    let list = try run("list").output.split(separator: "\n")
    expectEqual(list.count, 2)
    expectEqual(list.last?.hasSuffix(" ann the phone"), true)
    let first = try #require(list.first?.split(separator: " ").first.map(String.init))
    try expectEqual(run("remove", first).status, 0)
    try expectEqual(run("list").output.split(separator: "\n").count, 1)
    try expectEqual(run("remove", "bob").status, 1)
    try expectEqual(run("add", "guest-7", "--role", "owner", "--boards", "*").status, 1)
    #expect(
      try run("add", "bob", "--role", "king", "--boards", "*").output.contains("the roles are"))
    try expectEqual(run("list").output.split(separator: "\n").count, 1)
  }

  @Test("keeps the rules of each space apart, and those of every space before them")
  func spaces() throws {
    let role = ["--role", "editor", "--boards", "*"]
    for words in [
      ["cid", "--space", "shop"], ["dan", "--space", "shop"], ["eve", "--space", "park"], ["ann"],
    ] {
      try expectEqual(
        ChildProcess(["token", "add"] + words + role + ["--access", path]).end().status, 0)
    }
    try expectEqual(run("add", "ann", "--space", "shop", "--label", "till").status, 0)
    try expectEqual(run("add", "cid", "--space", "park").status, 1)
    try expectEqual(
      text.split(separator: "\n").map {
        $0.split(separator: " ").prefix(2).joined(separator: " ")
      },
      [
        "user ann", "token ann", "space shop", "user cid", "token cid", "user dan", "token dan",
        "space park", "user eve", "token eve", "space shop", "token ann",
      ])
    #expect(try run("list").output.contains(" ann space=shop till"))
    #expect(try run("remove", "ann", "--space", "shop").output.hasSuffix(" ann space=shop"))
    let tokens = try AccessFile(text: text).tokens
    expectEqual(tokens.map(\.user), ["ann", "cid", "dan", "eve"])
  }

  @Test("has the real hashes in the transcript of access rules")
  func transcript() throws {
    for entry in try TranscriptFiles.scenarios() where entry.file == "15-access.txt" {
      for step in entry.scenario.steps {
        guard case .access(let rules) = step.action else { continue }
        for token in try AccessFile(text: rules.joined(separator: "\n")).tokens {
          expectEqual(TokenDigest(of: token.label), token.digest)
        }
      }
    }
  }
}
