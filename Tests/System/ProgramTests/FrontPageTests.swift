import BoardModel
import BoardServer
import BoardTesting
import Foundation
import SystemTestKit
import TestKit
import Testing

@testable import dropline

/// The first minute of whoever reads the README: what it shows is what happens, to the byte.
@Suite("The front page")
struct FrontPageTests {
  /// The conversations of a page: its blocks without a language.
  private static func blocks(of path: String) throws -> [[String]] {
    let url = Repository.root.appending(path: path)
    let parts = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "```")
    return parts.enumerated().filter { $0.offset % 2 == 1 && $0.element.hasPrefix("\n") }
      .map { $0.element.split(separator: "\n").map(String.init) }
  }

  /// One who types what a page shows, and compares what comes back.
  private struct Terminal {
    let client: LoopbackClient

    init(on server: TestServer, greeted greeting: String) throws {
      client = try LoopbackClient(port: server.port)
      try expectEqual(client.line(), greeting)
    }

    /// Types the first line, compares the answers with those below it, and goes on behind them.
    func play(_ lines: [String]) throws {
      var rest = lines[...]
      while let command = rest.popFirst() {
        client.send(command)
        let reply = try client.lines { $0.hasPrefix("ok ") || $0.hasPrefix("refused ") }
        let answers = reply + (try settled())
        for answer in answers {
          if rest.first == "…" { break }
          let shown = Self.masked(rest.popFirst() ?? "nothing")
          expectEqual(shown, Self.masked(answer), "after \(command)")
        }
        if rest.first == "…" { rest.removeFirst() }
      }
    }

    /// What has come, with all that the turns before have sent.
    func settled() throws -> [String] {
      client.send("ping")
      return try client.lines { $0 == "pong" }.dropLast()
    }

    private static func masked(_ line: String) -> String {
      line.replacing(/\d{4}-\d\d-\d\dT[0-9:.]+Z/, with: "TIME")
    }
  }

  @Test("shows a tour that is true to the byte, and so is the rest of it")
  func tour() throws {
    let file = BoardFile.groceries
    let server = try TestServer(boards: [
      BoardFile(file.name, revision: file.revision, file.content)
    ]) {
      $0.epoch = Epoch("yur09am6")
      $0.place = .memory
    }
    let blocks = try Self.blocks(of: "README.md")
    try #require(blocks.count == 3)
    let first = try Terminal(on: server, greeted: blocks[0][1])
    try first.play(Array(blocks[0].dropFirst(2)))
    let second = try Terminal(on: server, greeted: blocks[1][1])
    try second.play(Array(blocks[1].dropFirst(2)))
    try expectEqual(first.settled(), blocks[2])
    for block in try Self.blocks(of: "Sources/Program/Articles/Tour.md") {
      try second.play(block)
    }
  }

  @Test("leads to articles that the program prints, all of them")
  func articles() throws {
    let folder = Repository.root.appending(path: "Sources/Program/Articles")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let articles = HelpArticle.all
    expectEqual(Set(articles.map(\.file)), Set(names.filter { $0.hasSuffix(".md") }))
    for article in articles {
      let text = try String(contentsOf: folder.appending(path: article.file), encoding: .utf8)
      expectEqual(article.text, text, "help \(article.topic)")
    }
  }
}
