import ArgumentParser
import Foundation
import Glibc
import Logging
import SystemTestKit
import TestKit
import Testing

@testable import dropline

@Suite("A configuration file")
struct ConfigurationFileTests {
  private func faults(_ text: String) -> [String] {
    ConfigurationFile(text: text, path: "c").faults
  }

  @Test("has a key and a value on each line; blank lines and comments are skipped")
  func lines() {
    let file = ConfigurationFile(
      text: "# a comment\n\n  listen=127.0.0.1:0\r\norigin = a=b \norigin = c\n", path: "c")
    expectEqual(file.faults, [])
    expectEqual(file.settings[.listen]?.map(\.value), ["127.0.0.1:0"])
    expectEqual(file.settings[.origin]?.map(\.value), ["a=b", "c"])
    expectEqual(file.settings[.origin]?.map(\.place), ["c:4", "c:5"])
  }

  @Test("is told each wrong line with its number, and the nearest key")
  func wrongLines() {
    expectEqual(
      faults("lisen = 1\ndata = a\nlisten\ndata = b\nwindow =\n"),
      [
        "c:1: there is no key lisen; did you mean listen?",
        "c:3: a line is KEY = VALUE, as in listen = 127.0.0.1:7667",
        "c:4: data is set already, at c:2",
        "c:5: window has no value; it is auto, or a time such as 16ms",
      ])
    let far = faults("colour = red\n")
    expectEqual(far.first?.hasPrefix("c:1: there is no key colour; the keys are listen, "), true)
    #expect(faults("\u{1B}[2J = red\n")[0].hasPrefix("c:1: there is no key \\u{1b}[2J; "))
  }

  /// The long names of the options of `serve`.
  private func optionNames() throws -> Set<String> {
    let (help, _) = try ChildProcess(["serve", "--help"]).end()
    return Set(help.matches(of: /(?m)^ +--([a-z-]+)/).map { String($0.1) })
  }

  @Test("has a key for each option of `serve` but those that are of one start")
  func allOptions() throws {
    let options = try optionNames()
    let keys = ServeKey.allCases.map(\.rawValue)
    expectEqual(
      options.subtracting(["config", "check", "ready", "exit-with-parent", "version"]), Set(keys))
  }

  @Test("of the package shows each key once, as a comment that is right without its mark")
  func example() throws {
    let path = Repository.root.appending(path: "Sources/Program/dropline/Packaging/dropline.conf")
      .path
    let text = String(decoding: try contents(ofFile: path), as: UTF8.self)
    let bare = text.split(separator: "\n").filter { !$0.hasPrefix("# ") }
      .map { $0.hasPrefix("#") ? "\($0.dropFirst())\n" : "\($0)\n" }.joined()
    let file = ConfigurationFile(text: bare, path: "c")
    expectEqual(file.faults, [])
    expectEqual(Set(file.settings.keys), Set(ServeKey.allCases))
    expectEqual(ConfigurationFile(text: text, path: "c").faults, [])
    let scratch = try Scratch()
    try write(Array(bare.utf8), toFile: scratch.at("c"))
    let serve = try Serve.parse(["--config", scratch.at("c")])
    #expect(throws: Never.self) { try ServeSettings(serve, sockets: []) }
  }

  @Test("has the ports of the protocol, 7667 for lines and 7668 for the page of a demo (1.1, 16.1)")
  func ports() throws {
    let settings = try ServeSettings(Serve.parse(["--demo"]), sockets: [])
    expectEqual(settings.lines.map(\.address.port), [7667])
    expectEqual(settings.web?.address.port, 7668)
    expectNil(try ServeSettings(Serve.parse([]), sockets: []).web)
    let chosen = try ServeSettings(
      Serve.parse(["--demo", "--listen", "127.0.0.1:0"]), sockets: [])
    expectEqual(chosen.web?.address.port, 0)
  }

  @Test("yields to the environment, and that to an option; a list is replaced whole")
  func layers() {
    let file = ConfigurationFile(
      text: """
        log-level = error
        log-format = json
        window = 5ms
        origin = http://a.example
        demo = no
        """, path: "c")
    let variables = ["DROPLINE_LOG_LEVEL": "debug", "DROPLINE_LOG_FORMAT": "text"]
    var layers = SettingLayers(file: file) { variables[$0] }
    let level = layers.value(.logLevel, LogLevel(.trace))?.level
    expectEqual(level, .trace)
    let format = layers.value(.logFormat, LogFormat?.none)
    expectEqual(format, .text)
    let window = layers.value(.window, Window?.none)
    #expect(window != nil)
    let connections = layers.value(.connections, Int?.none)
    expectNil(connections)
    let (own, other) = (layers.values(.origin, ["o"]), layers.values(.origin, [String]()))
    #expect(own == ["o"] && other == ["http://a.example"])
    let (isDemo, isForced) = (layers.isOn(.demo, false), layers.isOn(.demo, true))
    #expect(!isDemo && isForced)
    expectEqual(layers.faults, [])
  }

  @Test("is told which value is of a wrong kind, as the environment is")
  func wrongValues() {
    let file = ConfigurationFile(text: "window = often\ndemo = true\n", path: "c")
    var layers = SettingLayers(file: file) { $0 == "DROPLINE_CONNECTIONS" ? "many" : nil }
    _ = layers.value(.window, Window?.none)
    _ = layers.isOn(.demo, false)
    _ = layers.value(.connections, Int?.none)
    expectEqual(
      layers.faults,
      [
        "c:1: window is auto, or a time such as 16ms, and not often",
        "c:2: demo is yes or no, and not true",
        "DROPLINE_CONNECTIONS: connections is a positive number, and not many",
      ])
  }
}

@Suite("`serve --check`")
struct ServeCheckTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Checks a configuration: its output, and its status.
  private func check(_ text: String) throws -> (output: String, status: Int32) {
    try write(Array(text.utf8), toFile: scratch.at("c"))
    return try ChildProcess(["serve", "--check", "--config", scratch.at("c")]).end()
  }

  private var usual: String { "listen = 127.0.0.1:0\ndata = \(scratch.at("data"))\n" }

  @Test("says that all is well, and makes nothing")
  func good() throws {
    let result = try check(usual)
    #expect(result == ("all is well", 0))
    #expect(access(scratch.at("data"), F_OK) != 0)
  }

  @Test("says everything that is wrong with the configuration at once, and ends with 64")
  func configuration() throws {
    let (output, status) = try check("lisen = 1\nwindow = often\nlisten = 0.0.0.0:0\n")
    expectEqual(status, 64)
    for part in ["c:1: there is no key lisen", "c:2: window is", "0.0.0.0:0 can be reached"] {
      #expect(output.contains(part), "\(output)")
    }
  }

  @Test("says what is wrong with the files that it names, and ends as the server would")
  func files() throws {
    try write(Array("nonsense\n".utf8), toFile: scratch.at("bad.board"))
    try write(Array("nonsense\n".utf8), toFile: scratch.at("access"))
    let (output, status) = try check(
      usual + "board = \(scratch.at("bad.board"))\naccess = \(scratch.at("access"))\n")
    expectEqual(status, 1)
    #expect(output.contains("bad.board:1: ") && output.contains("access:1: "), "\(output)")
    mkdir(scratch.at("data"), 0o700)
    chmod(scratch.at("data"), 0o777)
    let (open, openStatus) = try check(usual)
    expectEqual(openStatus, 74)
    #expect(open.contains("other users can write to the data directory"), "\(open)")
  }

  @Test("says which address is taken, but not of the server that is to load the configuration")
  func running() throws {
    let child = try ChildProcess(
      ["serve", "--listen", "127.0.0.1:0", "--data", scratch.at("data")])
    let port = try child.port()
    let (output, status) = try check("listen = 127.0.0.1:\(port)\ndata = none\n")
    expectEqual(status, 1)
    #expect(output.contains("cannot listen at 127.0.0.1:\(port)"), "\(output)")
    let own = try check("listen = 127.0.0.1:\(port)\ndata = \(scratch.at("data"))\n")
    expectEqual(own.status, 0)
    #expect(own.output.contains("is served by process \(child.id)\nall is well"), "\(own.output)")
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
  }

  @Test("serves what a configuration says without it")
  func serving() throws {
    try write(Array((usual + "demo = yes\nhttp = none\n").utf8), toFile: scratch.at("c"))
    let child = try ChildProcess(["serve", "--config", scratch.at("c")])
    let client = try LoopbackClient(port: try child.port())
    _ = try client.line()
    client.send("open groceries")
    try expectEqual(client.line(), "ok open groceries 3")
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
  }
}
