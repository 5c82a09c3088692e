import Foundation
import Testing
import Transcripts

/// `protocol/grammar.abnf`, held against itself, the transcripts and lines that are none.
@Suite("The grammar")
struct ABNFTranscriptTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let grammar: ABNF = {
    do {
      let file = root.appending(path: "protocol/grammar.abnf")
      return try ABNF.parse(try String(contentsOf: file, encoding: .utf8))
    } catch {
      fatalError("grammar.abnf: \(error)")
    }
  }()

  static let transcripts: [String] = {
    let folder = root.appending(path: "protocol/transcripts").path
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder)
    return (files ?? []).filter { $0.hasSuffix(".txt") }.sorted()
  }()

  private static func transcript(_ name: String) throws -> Transcript {
    let file = root.appending(path: "protocol/transcripts/\(name)")
    return try Transcript.parse(try String(contentsOf: file, encoding: .utf8), file: name)
  }

  private func matches(_ line: String, _ rule: String) -> Bool { Self.grammar.matches(line, rule) }

  @Test("defines every rule that it names, and has a use for every rule")
  func housekeeping() {
    #expect(Self.grammar.undefined == [])
    #expect(Self.grammar.unused(from: ["client-line", "block-line", "server-line"]) == [])
  }

  @Test("is that of every client line of the transcripts but the malformed", arguments: transcripts)
  func clientLines(_ name: String) throws {
    for scenario in try Self.transcript(name).scenarios {
      var blocks = Set<String>()
      for step in scenario.steps {
        guard case .line(let line, let malformed) = step.action else { continue }
        let rule = blocks.contains(step.client) ? "block-line" : "client-line"
        let isRight = matches(line, rule) != malformed
        #expect(isRight, "\(name):\(step.line): \(line) as \(rule)")
        follow(line, &blocks, step.client)
      }
    }
  }

  /// Notes whose lines are of a block.
  private func follow(_ line: String, _ blocks: inout Set<String>, _ client: String) {
    let words = line.split(separator: " ").drop { $0.hasPrefix("#") }
    switch words.first?.lowercased() {
    case "batch", "replace": blocks.insert(client)
    case "end": blocks.remove(client)
    default: break
    }
  }

  @Test("is that of every server line of the transcripts", arguments: transcripts)
  func serverLines(_ name: String) throws {
    for scenario in try Self.transcript(name).scenarios {
      for board in scenario.boards {
        for line in board.lines { #expect(matches(line, "server-line"), "\(name): \(line)") }
      }
      for step in scenario.steps {
        guard case .expect(.line(let pattern)) = step.action else { continue }
        let line = pattern.description.replacing(" …", with: " 7")
        #expect(matches(line, "server-line"), "\(name):\(step.line): \(line)")
      }
    }
  }

  @Test("takes whatever length and form a word may have")
  func words() {
    let long = String(repeating: "a", count: 64)
    for name in ["i1", "d", "d-1", "d1a", "1a", "7-", "_", "A", long, "Dx", "D7"] {
      #expect(matches("create \(name)", "client-line"), "\(name)")
    }
    for name in ["7", "d7", "-x", "a.b", long + "a", "", "é", "a/b", "#a"] {
      #expect(!matches("create \(name)", "client-line"), "\(name)")
    }
    for number in ["0", "7", "9007199254740991"] {
      #expect(matches("open a \(number)", "client-line"), "\(number)")
    }
    for number in ["00", "-1", "+1", "1e3", "90071992547409910"] {
      #expect(!matches("open a \(number)", "client-line"), "\(number)")
    }
  }

  @Test("takes every code point as an escape, and no surrogate")
  func escapes() {
    for hex in ["0", "41", "7f", "d7ff", "E000", "00feff", "1F350", "01f350", "10FFFF", "000041"] {
      #expect(matches("ping \\u{\(hex)}", "client-line"), "\(hex)")
    }
    for hex in ["", "d800", "00DFFF", "110000", "200000", "0000041", "g", "-1"] {
      #expect(!matches("ping \\u{\(hex)}", "client-line"), "\(hex)")
    }
  }

  @Test(
    "takes no server line that could break a line, steer a terminal, or is of no form",
    arguments: [
      "ok", "ok begin", "ok begin d1", "ok begin x1 a", "OK quit", "ok  quit", "ok quit ",
      "ok perform d1 moved 4", "ok perform d1 expired", "ok propose d1 move at 1.0",
      "ok propose d1 move at 1.0 before:x paused", "ok propose d1 cancel at 1.0 before:x",
      "ok propose d1 forbidden at 1.0 before:x paused", "ok resume d1", "ok open a 1 rewinded",
      "refused", "refused gone", "refused leased a ann d1", "refused batch-rule D1 2",
      "error control-byte 1b", "error bad-row", "pong \u{1B}[A", "item a - \u{202E}x",
      "item a - \u{FEFF}", "item a - \\u{1B}", "item a - \\x", "item a", "item a 0 x",
      "section a x", "batch a 1 2", "move 0.0 a", "insert 0.0 a x", "insert 0.0 - - x",
      "drag d1 over", "drag d1 ended", "drag d1 ended moved", "drag d1 began a b move",
      "drag d1 flew", "bye", "bye bye", "dropline 2 ready", "|x", "",
    ])
  func negatives(_ line: String) {
    #expect(!matches(line, "server-line"))
  }
}
