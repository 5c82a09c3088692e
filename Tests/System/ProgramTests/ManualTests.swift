import BoardModel
import BoardTesting
import Foundation
import Glibc
import SystemTestKit
import TestKit
import Testing

@testable import dropline

/// Checks the manual page against the program's own help.
@Suite("The manual")
struct ManualTests {
  private static let path = Repository.root.appending(
    path: "Sources/Program/dropline/Manual/dropline.1")

  private func commands() throws -> [DumpedCommand] { try DumpedCommand.all() }

  /// The lines of the manual by the title of their part; those of a section before its first part
  /// under the section's own title.
  private func parts() throws -> [String: [String]] {
    var title = ""
    var parts: [String: [String]] = [:]
    for line in try String(contentsOf: Self.path, encoding: .utf8).components(separatedBy: "\n") {
      if line.hasPrefix(".Ss ") || line.hasPrefix(".Sh ") {
        title = String(line.dropFirst(4))
      } else {
        parts[title, default: []].append(line)
      }
    }
    return parts
  }

  /// The names of the commands in the synopsis, in which each line has one.
  private func synopses() throws -> [String] {
    let lines = try #require(parts()["SYNOPSIS"])
    return try lines.split(separator: ".Nm").compactMap { line in
      let names = line.filter { $0.hasPrefix(".Cm ") }.map { String($0.dropFirst(4)) }
      try #require(names.count <= 1, "one line of the synopsis has the commands \(names)")
      return names.first
    }
  }

  @Test("has every command and option, with the texts of its help")
  func complete() throws {
    let parts = try parts()
    let common = parts.filter { $0.key.hasPrefix("Options ") }.flatMap(\.value)
    let synopses = try synopses()
    for command in try commands() {
      let name = command.commandName
      let part = try #require(parts["dropline \(name)"], "\(name) has no part")
      #expect(
        synopses.contains { "\($0) ".hasPrefix("\(name) ") }, "\(name) is not in the synopsis")
      #expect(plain(part).hasPrefix(command.abstract ?? "nothing"), "\(name) is another thing")
      for head in (command.arguments ?? []).compactMap(\.head) {
        #expect(part.contains(head) || common.contains(head), "\(name) takes \(head)")
      }
    }
  }

  @Test("has the commands that are made from the tables as their help has them")
  func verbs() throws {
    let made = Set(VerbHelp.all.map(\.verb.rawValue))
    let commands = try commands().filter { made.contains($0.commandName) }
    let common = try Set(parts().filter { $0.key.hasPrefix("Options ") }.flatMap(\.value))
    let page = try ManualPage(of: Self.path)
    let drawn = try page.replacing(
      synopses: commands.flatMap { $0.synopsis(besides: common) },
      parts: commands.flatMap { $0.part(besides: common) })
    guard ProcessInfo.processInfo.environment["DRAW"] == nil else {
      return try drawn.write(to: Self.path, atomically: true, encoding: .utf8)
    }
    #expect(drawn == page.text, "`DRAW=1 bash .ci/test --filter ManualTests/verbs` writes them")
  }

  @Test("has no other command or option")
  func nothingElse() throws {
    let commands = try commands()
    let all = Set(commands.flatMap { $0.arguments ?? [] }.compactMap(\.head))
    for (title, lines) in try parts() {
      let heads = lines.filter { $0.hasPrefix(".It Fl ") }
      if title.hasPrefix("Options ") {
        for head in heads { #expect(all.contains(head), "nothing takes \(head)") }
      } else if title.hasPrefix("dropline ") {
        let command = try #require(
          commands.first { "dropline \($0.commandName)" == title }, "\(title) is no command")
        let own = (command.arguments ?? []).compactMap(\.head)
        for head in heads { #expect(own.contains(head), "\(title) does not take \(head)") }
      }
    }
  }

  @Test("has the exit statuses, the signals and the variables")
  func sections() throws {
    let parts = try parts()
    for status in ["0", "1", "2", "64", "69", "74", "75", "76"] {
      expectEqual(parts["EXIT STATUS"]?.contains(".It \(status)"), true, "\(status)")
    }
    for name in ["SERVER", "BOARD", "NAME", "TOKEN", "LISTEN", "DATA", "ACCESS"] {
      expectEqual(parts["ENVIRONMENT"]?.contains(".It Ev DROPLINE_\(name)"), true, "\(name)")
    }
    for title in ["FILES", "SIGNALS", "EXAMPLES"] { #expect(parts[title] != nil, "\(title)") }
  }

  @Test("has each article as a page, with all its words")
  func articles() throws {
    let scratch = try Scratch()
    let script = Self.path.deletingLastPathComponent().appending(path: "articles.py").path
    let made = try ChildProcess(running: ["/usr/bin/env", "python3", script, scratch.path]).end()
    try #require(made.status == 0, "\(made.output)")
    let pages = Set(HelpArticle.all.map { "dropline-\($0.topic).7" })
    expectEqual(Set(try FileManager.default.contentsOfDirectory(atPath: scratch.path)), pages)
    let manual = try String(contentsOf: Self.path, encoding: .utf8)
    for article in HelpArticle.all {
      let name = "dropline-\(article.topic)"
      let page = try String(contentsOfFile: scratch.at("\(name).7"), encoding: .utf8)
      let behindTitle = String(article.text.drop { $0 != "\n" })
      let missing = Self.words(of: behindTitle.replacing(/\]\([^)]*\)/, with: " "))
        .subtracting(
          Self.words(of: page.replacing(/\\(?:\(oq|\(cq|e)/, with: " ")))
      #expect(missing.isEmpty, "\(name): \(missing.sorted())")
      #expect(manual.contains("\n.Xr \(name) 7"), "\(name) is not referred to")
      if Self.hasMandoc { try expectNoWarning(of: scratch.at("\(name).7")) }
    }
  }

  /// The words of a text but those of the head of a table, which a page may leave out.
  private static func words(of text: String) -> Set<Substring> {
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
    let kept = rows.indices.filter { $0 + 1 == rows.count || !rows[$0 + 1].hasPrefix("| ---") }
    return Set(kept.flatMap { rows[$0].split { !$0.isLetter && !$0.isNumber } })
  }

  /// The text of a part without its markup, as one line.
  private func plain(_ lines: [String]) -> String {
    lines.filter { !$0.hasPrefix(".") }.joined(separator: " ")
      .replacingOccurrences(of: "\\(oq", with: "`").replacingOccurrences(of: "\\(cq", with: "`")
  }

  private static let hasMandoc = ["/usr/bin/mandoc", "/usr/local/bin/mandoc"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test("passes mandoc's lint without a warning", .enabled(if: hasMandoc))
  func lint() throws {
    try expectNoWarning(of: Self.path.path)
  }

  private func expectNoWarning(of page: String) throws {
    let lint = "exec mandoc -T lint -W warning '\(page)'"
    let (output, status) = try ChildProcess([], after: lint).end()
    expectEqual(output, "")
    expectEqual(status, 0)
  }
}

@Suite("Completions")
struct CompletionTests {
  @Test("are generated for each shell, and have all commands", arguments: ["bash", "zsh", "fish"])
  func scripts(_ shell: String) throws {
    let (output, status) = try ChildProcess(["--generate-completion-script", shell]).end()
    expectEqual(status, 0)
    for word in ["check", "tail", "drop", "find", "rename-board", "longest-wait"] {
      #expect(output.contains(word))
    }
  }

  @Test("ask the server for the names of its boards")
  func boards() throws {
    let server = try TestServer(boards: [
      BoardFile("list", revision: 1, []), BoardFile("other", revision: 1, []),
    ])
    let complete = ["---completion", "tail", "--", "positional@0", "1", "0", "dropline", "tail"]
    let at = "export DROPLINE_SERVER=127.0.0.1:\(server.port)"
    try expectEqual(ChildProcess(complete, after: at).end().output, "list\nother")
  }

  @Test("have the items, sections and places of a board where they stand")
  func content() throws {
    let list: Content = [
      Section(id: "A", title: "Fruit", items: [Item(id: "a", text: "apple")]),
      Section(id: "B", title: "Dairy"),
    ]
    let server = try TestServer(boards: [
      BoardFile("list", revision: 1, list), BoardFile("lists", revision: 1, []),
      BoardFile("other", revision: 1, list),
    ])
    func complete(_ command: String, _ word: String, with setting: String = "true") throws
      -> [String]
    {
      let words = ["dropline", command, word]
      let request = ["---completion", command, "--", "positional@0", "2", "\(word.utf8.count)"]
      let at = "export DROPLINE_SERVER=127.0.0.1:\(server.port); \(setting)"
      return try ChildProcess(request + words, after: at).end().output
        .split(separator: "\n").map(String.init)
    }
    try expectEqual(complete("delete", "li"), ["list/", "lists/"])
    // A shell would end the word behind the only board.
    try expectEqual(complete("delete", "o"), ["other/a"])
    try expectEqual(complete("delete", "list/"), ["list/a"])
    try expectEqual(complete("clear", "list/"), ["list/A", "list/B"])
    try expectEqual(
      complete("move", "list/"),
      [
        "list/a", "list/end:A", "list/start:A", "list/end:B", "list/start:B", "list/before:a",
        "list/after:a",
      ])
    try expectEqual(
      complete("insert-section", "list/"),
      ["list/end", "list/before:A", "list/after:A", "list/before:B", "list/after:B"])
    try expectEqual(
      complete("edit", "", with: "export DROPLINE_BOARD=list"), ["a", "list/", "lists/", "other/"])
    try expectEqual(complete("edit", "nowhere/"), [])
    try expectEqual(complete("edit", "no board/"), [])
  }

  @Test("are empty without a valid reply")
  func hostile() throws {
    let complete = ["---completion", "tail", "--", "positional@0", "1", "0", "dropline", "tail"]
    let hostile = try Doorkeeper { client in
      let numbers = "rev=1 sections=1 items=0 watchers=0"
      let greeting = "dropline 1 epoch=k7qx client=guest-1 line=4096 text=1024 profiles=core"
      let bytes = Array("\(greeting)\nok boards 2\n$(reboot) \(numbers)\nlist \(numbers)\n".utf8)
      send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      close(client)
    }
    defer { hostile.close() }
    let there = "export DROPLINE_SERVER=127.0.0.1:\(hostile.port)"
    try expectEqual(ChildProcess(complete, after: there).end().output, "")
    let gone = try Doorkeeper { _ in }
    gone.close()
    let nowhere = "export DROPLINE_SERVER=127.0.0.1:\(gone.port)"
    try expectEqual(ChildProcess(complete, after: nowhere).end().output, "")
  }
}
