import BoardModel
import BoardTesting
import Foundation
import Glibc
import KillTrial
import LocalNodes
import SystemTestKit
import TestKit
import Testing

@testable import dropline

/// The exit status of each command with right and wrong arguments, as the manual's EXIT STATUS has them.
///
/// `{}` stands for the server, `{db}` for a database, `{space}` for a name of no space in it, `{data}` for a directory with the board `list`, `{dir}` for a folder with
/// the board files `good.board` and `bad.board` and the backup `copy`.
@Suite("Commands and their statuses")
struct CommandStatusTests {
  static let rows: [(line: String, status: Int32)] = [
    ("serve --data none --board {dir}/bad.board --listen 127.0.0.1:0", 1),
    ("serve --listen nowhere", 64), ("serve --help", 0),
    ("serve --access {dir}/none", 1), ("serve --config {dir}/none", 64),
    ("serve --config {dir}/bad.board", 64), ("serve --config {dir}/bad.board --check", 64),
    ("serve --check --data none --listen 127.0.0.1:0", 0),
    ("serve --check --data none --listen 127.0.0.1:0 --http 127.0.0.1:0 --page {dir}/none", 1),
    ("serve --data none --listen 127.0.0.1:0 --http 127.0.0.1:0 --page {dir}/none", 1),
    ("serve --data none --listen 127.0.0.1:0 --page {dir}", 64),
    ("serve --check --data {dir}/none/data --listen 127.0.0.1:0", 74),
    ("token add ann --role owner --boards * --access {dir}/access", 0),
    ("token add ann --access {dir}/access", 1), ("token add ann --role owner", 64),
    ("token list --access {dir}/none", 1), ("token list", 64), ("token", 0), ("token x", 64),
    ("token remove ann --access {dir}/none", 1),
    ("backup --data {data} {dir}/new", 0), ("backup --data {data} {dir}/copy", 74),
    ("backup --data {data}", 64), ("backup --data {dir}/none {dir}/new", 74),
    ("schema", 0), ("schema x", 64), ("schema --from 1", 0), ("schema --from 4", 0),
    ("schema --from 5", 0), ("schema --from 8", 0), ("schema --from 10", 0),
    ("schema --from 11", 0), ("schema --from 12", 64),
    ("schema --grant dropline --grant-backup x", 0), ("schema --grant-backup x", 64),
    ("space accept-loss main-2 --store {db}", 74), ("space accept-loss NAME --store {db}", 64),
    ("space list --store {db}", 0), ("space create {space} --store {db}", 0),
    ("space create main-2 --store postgres://127.0.0.1:1/none", 74),
    ("space create NAME --store {db}", 64), ("space list", 64),
    ("space list --store mysql://db", 64),
    ("cluster --store postgres://127.0.0.1:1/none", 74), ("cluster", 64), ("cluster --try 0", 64),
    ("cluster --try 2 --store {db}", 64),
    ("serve --link 127.0.0.1:0 --data none --listen 127.0.0.1:0", 64),
    ("serve --store {db} --link 0.0.0.0:0 --listen 127.0.0.1:0", 64),
    ("serve --store {db} --link 127.0.0.1:0 --listen unix:{dir}/socket", 64),
    ("serve --store {db} --link 127.0.0.1:0 --listen 127.0.0.1:0 --space {space}", 74),
    ("migrate {data} {db} --space {space}", 0), ("migrate {data} {dir}/copy", 64),
    ("migrate {dir}/none/none {db} --space {space}", 74),
    ("serve --store {db} --space {space} --listen 127.0.0.1:0", 74),
    ("serve --space main --listen 127.0.0.1:0", 64),
    ("serve --store {db} --data {dir}/new --listen 127.0.0.1:0", 64),
    ("serve --check --store {db} --space {space} --listen 127.0.0.1:0", 74),
    ("restore --data {dir}/new {dir}/copy", 0), ("restore --data {data} {dir}/copy", 74),
    ("restore --data {dir}/new {dir}/bad.board", 74), ("restore", 64),
    ("export --data {data}", 0), ("export --data {data} nowhere", 1),
    ("export --data {dir}/none", 74), ("export --data {data} --format pdf", 64),
    ("import --data {data} {dir}/good.board", 0), ("import --data {data} {dir}/bad.board", 1),
    ("import --data {data} {dir}/none.board", 1), ("import --data {data}", 64),
    ("connect {} list", 0), ("connect 127.0.0.1:1 list", 69), ("connect {} a b c", 64),
    ("demo --quick", 64), ("demo --clients 2 --drops 20 --seed 1", 0),
    ("boards --server {}", 0), ("boards --server 127.0.0.1:1", 69), ("boards x", 64),
    ("boards --server 127.0.0.1:99999", 64),
    ("show list --server {}", 0), ("show nowhere --server {}", 1), ("show --server {}", 64),
    ("show list --at 99 --server {}", 1), ("show list --at x --server {}", 64),
    ("find apple --server {}", 0), ("find --server {}", 64),
    ("find --board nowhere x --server {}", 1), ("find done=yes --server {}", 0),
    ("find done= --server {}", 64),
    ("tail list --count 1 --snapshot --server {}", 0), ("tail nowhere --server {}", 1),
    ("tail list --server 127.0.0.1:1", 69), ("tail list --count x --server {}", 64),
    ("history list --server {}", 0), ("history nowhere --server {}", 1),
    ("history --server {}", 64),
    ("who --server {}", 0), ("who nowhere --server {}", 1), ("who a b --server {}", 64),
    ("stats --server {}", 0), ("stats boards --server {}", 0), ("stats bords --server {}", 64),
    ("drags --server {}", 0), ("drags nowhere --server {}", 1), ("drags a/b --server {}", 64),
    ("drop list/a end:B --server {}", 0), ("drop list/zz end:B --server {}", 1),
    ("drop list/a end:full --server {}", 2), ("drop list/a --server {}", 64),
    ("drop list/a end:B --server 127.0.0.1:1", 69),
    ("insert list/end:B Tea --server {}", 0), ("insert list/end:zz Tea --server {}", 1),
    ("insert list/B Tea --server {}", 64), ("insert list/end:B --server {}", 64),
    ("edit list/a Tea --server {}", 0), ("edit list/zz Tea --server {}", 1),
    ("edit list/a --server {}", 64),
    ("insert list/end:B --field due=x Tea --server {}", 0),
    ("insert list/end:B --field due= Tea --server {}", 64),
    ("insert list/end:B --field a-b=c Tea --server {}", 64),
    ("set list/a done=yes due= --server {}", 0), ("set list/zz done=yes --server {}", 1),
    ("set list/a list/a done=yes --server {}", 1), ("set list/a --server {}", 64),
    ("set done=yes --server {}", 64), ("set list/a rev=1 --server {}", 64),
    ("set list/a done=yes list/b --server {}", 64), ("set list/a other/b x=y --server {}", 64),
    ("delete list/a --server {}", 0), ("delete list/B --server {}", 1), ("delete --server {}", 64),
    ("delete a --server {}", 1),
    ("move list/a end:B --server {}", 0), ("move list/a 0.9 --server {}", 1),
    ("move list/a 2 --server {}", 64), ("move list/a other/0.0 --server {}", 64),
    ("clear list/A --server {}", 0), ("clear list/a --server {}", 1), ("clear --server {}", 64),
    ("choose list/a --server {}", 0), ("choose list/zz --server {}", 1), ("choose --server {}", 64),
    ("insert-section list/end New --server {}", 0), ("insert-section list/9 New --server {}", 1),
    ("insert-section list/end --server {}", 64),
    ("rename-section list/A New --server {}", 0), ("rename-section list/a New --server {}", 1),
    ("rename-section list/A --server {}", 64),
    ("move-section list/A end --server {}", 0), ("move-section list/A 7 --server {}", 1),
    ("move-section list/A --server {}", 64),
    ("delete-section list/A --server {}", 0), ("delete-section list/a --server {}", 1),
    ("delete-section --server {}", 64),
    ("policy list/A limit=3 --server {}", 0), ("policy list/zz limit=3 --server {}", 1),
    ("policy list/A empty=maybe --server {}", 64), ("policy list/A emtpy=keep --server {}", 64),
    ("fields list due=date --server {}", 0), ("fields nowhere --server {}", 1),
    ("fields list due=day --server {}", 64), ("fields --server {}", 64),
    ("undo --board list --server {}", 64), ("undo --board list --name ann --server {}", 1),
    ("undo --board nowhere --name ann --server {}", 1),
    ("redo --board list --server {}", 64), ("redo --board list --name ann --server {}", 1),
    ("boards --server unix:{dir}/none", 69), ("boards --server tls://unix:{dir}/none", 69),
    ("serve --check --data none --listen unix:{dir}/socket", 0),
    ("serve --check --data none --listen unix:{dir}/none/socket", 1),
    ("serve --check --data none --listen unix:{dir}/bad.board", 1),
    ("serve --check --data none --listen 127.0.0.1:0 --proxy 10.0.0.0/8", 0),
    ("serve --check --data none --listen 127.0.0.1:0 --proxy localhost", 64),
    ("create today --server {}", 0), ("create list --server {}", 1), ("create 7 --server {}", 64),
    ("remove-board list --server {}", 0), ("remove-board nowhere --server {}", 1),
    ("remove-board --server {}", 64),
    ("rename-board list new --server {}", 0), ("rename-board nowhere new --server {}", 1),
    ("rename-board list --server {}", 64),
    ("do boards --server {}", 0), ("do perform --server {}", 1), ("do moev --server {}", 64),
    ("do boards --server 127.0.0.1:1", 69),
    ("play protocol/transcripts/08-bad-input.txt --only Empty", 0),
    ("play protocol/transcripts/08-bad-input.txt 127.0.0.1:1", 69), ("play", 64),
    ("play {dir}/bad.board", 64), ("play {dir}/none", 64), ("record", 64),
    ("record {dir}/new.txt 127.0.0.1:1", 69), ("record {dir}/bad.board", 74),
    ("check {} --only nothing-of-that-name", 64), ("check 127.0.0.1:1", 69), ("check", 64),
    ("check {} --only Empty --transcripts protocol/transcripts/08-bad-input.txt", 0), ("moev", 64),
    ("help", 0), ("help moev", 64), ("--version", 0),
    ("help nonsense", 64),
  ]

  private static let content: Content = [
    Section(id: "A", title: "", items: [Item(id: "a", text: "apple")]),
    Section(id: "B", title: ""), Section(id: "full", title: ""),
  ]

  private func persisted(in folder: Scratch) throws {
    try write(Array("board good\nsection - A\n".utf8), toFile: folder.at("good.board"))
    try write(Array("nonsense\n".utf8), toFile: folder.at("bad.board"))
    try write(Array("board list\nsection A 1 A\nitem a b\n".utf8), toFile: folder.at("list.board"))
    let data = folder.at("data")
    for words in [
      ["import", "--data", data, folder.at("list.board")],
      ["backup", "--data", data, folder.at("copy")],
    ] {
      try expectEqual(ChildProcess(words).end().status, 0)
    }
  }

  @Test("are those of the table, each row by programs of its own", arguments: rows)
  func status(_ line: String, _ status: Int32) throws {
    let folder = try Scratch()
    let usesFiles = line.contains("{dir}") || line.contains("{data}")
    if usesFiles { try persisted(in: folder) }
    let server = try TestServer(boards: [BoardFile("list", revision: 1, Self.content)])
    let setting = try LoopbackClient(port: server.port)
    setting.send(lines: ["policy full paused=yes board=list", "ping"])
    _ = try setting.lines { $0 == "pong" }
    let words = try line.replacing("{data}", with: folder.at("data")).replacing(
      "{dir}", with: folder.path
    )
    .replacing("{db}", with: line.contains("{db}") ? PostgresServer.shared.get().address() : "")
    .replacing("{space}", with: "s\(UInt64.random(in: 0...(.max)))")
    .replacing("{}", with: "127.0.0.1:\(server.port)").split(separator: " ").map(String.init)
    let child = try ChildProcess(
      words, after: "cd '\(Repository.root.path)'; exec </dev/null")
    let (output, ended) = try child.end()
    expectEqual(ended, status, "\(line): \(output)")
    if status != 0, status != 2 { #expect(!output.isEmpty, "\(line) says nothing") }
  }

  /// The board of the examples in the help of commands, with ids from `s1` and `i1` on.
  private static let groceries: Content = (1...3).map { section in
    Section(
      id: SectionID(unchecked: "s\(section)"), title: "Some",
      items: (0..<4).map {
        Item(id: ItemID(unchecked: "i\(4 * section + $0 - 3)"), text: "item")
      })
  }

  private static let examples = VerbHelp.all.flatMap(\.examples)

  @Test("that send one verb are 0 for each example of their help", arguments: examples)
  func example(_ line: String) throws {
    let server = try TestServer(boards: [BoardFile("groceries", revision: 1, Self.groceries)])
    let words = [
      "/bin/sh", "-c", "dropline() { \"$0\" \"$@\"; }; \(line)", try ChildProcess.program(),
    ]
    let child = try ChildProcess(
      running: ["/usr/bin/env", "DROPLINE_SERVER=127.0.0.1:\(server.port)"] + words)
    let (output, status) = try child.end()
    expectEqual(status, 0, "\(output)")
    #expect(output.hasPrefix("ok "), "\(output)")
  }

  @Test(
    "that send one verb are 64 without arguments",
    arguments: VerbHelp.all.map(\.verb.rawValue))
  func nothing(_ command: String) throws {
    try expectEqual(ChildProcess([command]).end().status, 64)
  }

  @Test("have for each other command a row with status 0, and one with another")
  func complete() {
    let started: Set = ["serve", "undo", "redo", "cluster", "record"]
    let tried = Set(VerbHelp.all.map(\.verb.rawValue))
    for command in UnknownCommand.commands where !tried.contains(command) {
      let own = Self.rows.filter { $0.line.split(separator: " ").first.map(String.init) == command }
      #expect(own.contains { $0.status != 0 }, "\(command)")
      #expect(own.contains { $0.status == 0 } || started.contains(command), "\(command)")
    }
  }
}
