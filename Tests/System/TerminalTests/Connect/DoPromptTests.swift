import BoardTerminal
import BoardTesting
import SystemTestKit
import TestKit
import Testing

@testable import dropline

@Suite("The prompt of `do`")
struct DoPromptTests {
  private func prompt(_ stage: ConnectStage, _ arguments: String...) throws -> PtyProgram {
    try PtyProgram(
      ChildProcess.program(), ["do"] + arguments, width: 60, height: 12,
      environment: [
        "TERM=xterm", "LANG=C.UTF-8", "XDG_STATE_HOME=/dev/null",
        "DROPLINE_SERVER=127.0.0.1:\(stage.server.port)",
      ])
  }

  @Test("shows what is still to be typed, and goes on after a refusal")
  func hints() throws {
    let stage = try ConnectStage()
    let prompt = try prompt(stage, "--board", "list")
    try prompt.wait(for: "list>")
    prompt.type("move i2")
    try prompt.wait(for: "list> move i2 PLACE [force=yes] [board=BOARD]")
    prompt.type(" end:s2\r")
    try prompt.wait(for: "ok move count=1 at=1.0 rev=4")
    prompt.type("delete zz\r")
    try prompt.wait(for: "refused item-gone item=zz")
    prompt.type("moev\r")
    try prompt.wait(for: "error unknown-verb")
    prompt.type("ping one\rping typed ahead\r")
    try prompt.wait(for: "pong typed ahead")
    prompt.type("close\r")
    try prompt.wait(for: "dropline>")
    prompt.type("\u{04}")
    try expectEqual(prompt.end(), 0)
  }

  @Test("completes verbs and the names on the board, and edits blocks")
  func completion() throws {
    let stage = try ConnectStage()
    let prompt = try prompt(stage, "--board", "list")
    try prompt.wait(for: "list>")
    prompt.type("dele\t")
    try prompt.wait(for: "delete  delete-section")
    prompt.type("\u{03}")
    try prompt.wait(for: "^C")
    prompt.type("delete BRE\t")
    try prompt.wait(for: "delete i1 ")
    prompt.type("\u{03}")
    try prompt.wait(for: "^C")
    prompt.type("clear s2\u{01}\u{0B}batch list\r")
    try prompt.wait(for: "1>")
    prompt.type("delete 0.0 i1\rend\r")
    try prompt.wait(for: "ok batch list rev=4")
    prompt.type("quit\r")
    try prompt.wait(for: "ok quit")
    try expectEqual(prompt.end(), 0)
  }

  @Test("leaves the terminal as it was if the server is gone")
  func lost() throws {
    let stage = try ConnectStage()
    let prompt = try prompt(stage)
    try prompt.wait(for: "dropline>")
    stage.cut()
    stage.server.control.settle()
    prompt.type("boards\r")
    try expectEqual(prompt.end(), 75)
  }

  @Test(
    "hints at the parts that a line does not have yet",
    arguments: [
      ("", ""), ("move", ""), ("nonsense ", ""), ("{\"kind\":\"move\"} ", ""),
      ("move ", "ITEMS PLACE [force=yes] [board=BOARD]"),
      ("MOVE i2 ", "PLACE [force=yes] [board=BOARD]"),
      ("#7 move i2 0.0 force=yes ", "[board=BOARD]"), ("create ", "BOARD"), ("boards ", ""),
    ])
  func rest(_ line: String, _ hint: String) {
    expectEqual(CommandHint.rest(of: line), hint)
  }

  @Test("keeps the cursor on a row that is too narrow, and shows no control characters")
  func narrow() {
    let line = PromptLine(
      prompt: "a> ", text: "insert 0.0 long text", cursor: 20, hasColours: false)
    expectEqual(line.drawn(in: 12), "\ra> ng text\u{1B}[K\r\u{1B}[10C")
    let short = PromptLine(prompt: "a> ", text: "open ", cursor: 5, hasColours: false)
    #expect(short.drawn(in: 40).hasPrefix("\ra> open BOARD"))
  }
}
