import BoardAuthority
import BoardModel
import BoardTesting
import Glibc
import Libuv
import Net
import Simulation
import SystemTestKit
import TestKit
import Testing

@testable import BoardServer

@Suite("A client of a server with access rules")
struct SignInTests {
  private static let zeros = String(repeating: "0", count: 63)
  private static let rules = [
    "user ann owner *", "user cid viewer *",
    "token ann \(zeros)1 annannannannannann", "token cid \(zeros)2 cidcidcidcidcidcid",
  ]
  private let stage: ConnectStage

  init() throws {
    stage = try ConnectStage()
    stage.server.setAccess(try stage.server.host.accessRules(Self.rules))
  }

  private func connect(_ words: [String] = [], _ variables: [String] = []) throws -> PtyProgram {
    try stage.program(
      ["127.0.0.1:\(stage.server.port)", "list"] + words, width: 100, variables: variables)
  }

  @Test("is asked for its name and its token, which is not shown and is kept")
  func asked() throws {
    let folder = try Scratch()
    let variables = ["XDG_STATE_HOME=\(folder.path)", "USER=ann"]
    let first = try connect([], variables)
    try first.wait(for: "name [ann]:")
    first.type("\r")
    try first.wait(for: "token of ann:")
    first.type("a-token-that-is-wrong\r")
    try first.wait(for: "do not go together")
    try first.wait { $0.rows.filter { $0.hasPrefix("token of ann:") }.count == 2 }
    #expect(!first.picture.contains("wrong"))
    first.type("annannannannannann\r")
    try first.wait(for: "you are ann")
    #expect(!first.picture.contains("annannann") && !first.picture.contains("view only"))
    first.type("q")
    try expectEqual(first.end(), 0)
    let again = try connect(["--name", "ann"], variables)
    try again.wait(for: "you are ann")
  }

  @Test("is asked for its name alone on a Unix socket, if the user of the machine may have it")
  func localUser() throws {
    let rules = Self.rules + ["local-user ann \(geteuid())"]
    stage.server.setAccess(try stage.server.host.accessRules(rules))
    let folder = try Scratch()
    let program = try stage.program(
      ["unix:\(stage.server.unixSocket)", "list"], width: 100,
      variables: ["XDG_STATE_HOME=\(folder.path)", "USER=ann"])
    try program.wait(for: "name [ann]:")
    program.type("\r")
    try program.wait(for: "you are ann")
    #expect(!program.picture.contains("token of ann"))
    program.type("q")
    try expectEqual(program.end(), 0)
  }

  @Test("shows a viewer that it views, and the role that it gets")
  func viewer() throws {
    let cid = try connect(["--name", "cid"], ["DROPLINE_TOKEN=cidcidcidcidcidcid"])
    try cid.wait(for: "view only")
    cid.type(" ")
    try cid.wait(for: "you can only view this board")
    let rules = Self.rules.map { $0.replacing("cid viewer", with: "cid editor") }
    stage.server.setAccess(try stage.server.host.accessRules(rules))
    try cid.wait { !$0.rows[0].contains("view only") }
    stage.server.setAccess(try stage.server.host.accessRules(Array(rules.prefix(3))))
    try cid.wait(for: "your token or your role on the board is gone")
  }

  @Test("ends with status 1 after three wrong tokens, or none")
  func refused() throws {
    let none = try connect(["--name", "ann"])
    try none.wait(for: "token of ann:")
    none.type("\r")
    try expectEqual(none.end(), 1)
    let wrong = try connect(["--name", "ann"])
    for number in 1...3 {
      try wrong.wait { $0.rows.filter { $0.hasPrefix("token of ann:") }.count == number }
      wrong.type("a-token-that-is-wrong\r")
    }
    try expectEqual(wrong.end(), 1)
  }
}
