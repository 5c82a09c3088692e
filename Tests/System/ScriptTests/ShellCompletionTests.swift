import BoardModel
import BoardTesting
import Foundation
import SystemTestKit
import TestKit
import Testing

@testable import dropline

/// The script of `--generate-completion-script` in a shell that a person types in.
@Suite("Completion in a shell", .timeLimit(.minutes(10)))
struct ShellCompletionTests {
  private let server: TestServer

  init() throws {
    server = try TestServer(boards: [
      BoardFile(
        "list", revision: 1,
        [
          Section(id: "first", title: "A", items: [Item(id: "apple", text: "")]),
          Section(id: "second", title: "B"),
        ])
    ])
  }

  private func bash() throws -> PtyProgram {
    let program = try ChildProcess.program()
    let folder = program[..<(program.lastIndex(of: "/") ?? program.endIndex)]
    let bash = try PtyProgram(
      "/bin/bash", ["--norc", "--noprofile", "-i"], width: 100, height: 20,
      environment: [
        "TERM=xterm", "LANG=C.UTF-8", "PS1=$ ", "HOME=/nonexistent", "PATH=\(folder):/usr/bin:/bin",
        "DROPLINE_SERVER=127.0.0.1:\(server.port)",
      ], leadsSession: true)
    // A shell with job control has a terminal of its own. Without one it may stop the process group of
    // the tests (SIGTTIN).
    bash.type(
      "source <(dropline --generate-completion-script bash); [[ $- == *m* ]] && echo read''y\r")
    // Before the prompt the terminal itself would echo what is typed.
    try bash.wait { $0.rows.contains("ready") && $0.rows.last { !$0.isEmpty } == "$" }
    return bash
  }

  /// What is typed before Tab, and the line behind it. A completed word ends with a blank.
  static let lines = [
    ("rename-bo", "rename-board "), ("show l", "show list "),
    ("move list/apple end:sec", "move list/apple end:second "),
    ("move list/apple list/end:fi", "move list/apple list/end:first "),
    ("move --board list apple end:", "move --board list apple end:"),
    ("move --board list apple before:", "move --board list apple before:apple "),
    ("insert list/af", "insert list/after:apple "),
    ("clear list/f", "clear list/first "), ("set list/a", "set list/apple "),
    ("set list/apple do", "set list/apple done\\=yes "),
    ("move-section list/first e", "move-section list/first end "),
  ]

  @Test("of bash completes boards, items and sections, also behind a colon")
  func typed() throws {
    let bash = try bash()
    for (line, completed) in Self.lines {
      // What is to stay as it is cannot be told from what a slow server did not complete: a few times are enough.
      let became = try complete(line, in: bash, tries: completed == line ? 10 : 500)
      expectEqual(became, "dropline \(completed)|", "\(line): \(bash.picture)")
    }
  }

  /// Types a line and Tab, and returns the line that it became. A server that is slow gives no completions,
  /// so a line that stays as it is is typed again.
  private func complete(_ line: String, in bash: PtyProgram, tries: Int) throws -> String {
    var became = ""
    for _ in 0..<tries {
      bash.type("dropline \(line)\t|")
      try bash.wait { $0.rows.last { !$0.isEmpty }?.hasSuffix("|") == true }
      became = String(bash.screen.rows.last { !$0.isEmpty }?.dropFirst(2) ?? "")
      // The line becomes a comment, and the next one begins on another row.
      bash.type("\u{01}#\r")
      try bash.wait { $0.rows.last { !$0.isEmpty } == "$" }
      if became != "dropline \(line)|" { break }
    }
    return became
  }

  @Test("of bash lists what may come, without what is there already")
  func listed() throws {
    let bash = try bash()
    bash.type("dropline move --board list apple end:\t\t")
    try bash.wait { $0.rows.contains { $0.split(separator: " ") == ["first", "second"] } }
  }

  @Test("has no descriptions behind colons for zsh, and none to escape for others")
  func escapes() throws {
    for (shell, place) in [("zsh", "end\\:second"), ("bash", "end:second"), ("fish", "end:second")]
    {
      let words = ["dropline", "move", "list/apple", "end"]
      let request = ["---completion", "move", "--", "positional@0", "3", "3"] + words
      let setting = "export SAP_SHELL=\(shell) DROPLINE_SERVER=127.0.0.1:\(server.port)"
      let (output, status) = try ChildProcess(request, after: setting).end()
      expectEqual(status, 0)
      #expect(output.split(separator: "\n").contains(Substring(place)), "\(shell): \(output)")
    }
  }
}
