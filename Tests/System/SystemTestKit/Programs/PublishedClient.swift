import BoardModel
import Foundation
import TestKit

/// A client of the published protocol.
package enum PublishedClient: String, CaseIterable, Sendable {
  case python = "board.py"
  case shell = "board.sh"

  package var file: URL { Repository.root.appending(path: "protocol/clients/\(rawValue)") }

  package func start(
    board: String, port: UInt16, space: String? = nil, settings: [String] = []
  ) throws -> ChildProcess {
    let tool = self == .python ? "python3" : "bash"
    return try ChildProcess(
      running: ["/usr/bin/env"] + settings + [tool, file.path, board, "127.0.0.1", "\(port)"]
        + (space.map { [$0] } ?? []))
  }

  /// What the client prints of a board behind the line with its revision.
  package func lines(of content: Content) -> [String] {
    content.flatMap { section in
      [(self == .shell ? "- " : "") + shown(section.title.string)]
        + section.items.map { "  " + shown($0.text.string) }
    }
  }

  /// A text as the client writes it. Of what would steer a terminal the tests have two characters.
  private func shown(_ text: String) -> String {
    let plain = text.replacing("\\", with: "\\\\")
    switch self {
    case .python:
      let safe = plain.replacing("\u{1B}", with: "\\x1b").replacing("\u{202E}", with: "\\u202e")
      return "'\(safe)'"
    case .shell:
      return plain.replacing("\u{1B}", with: "\\u{1b}").replacing("\u{202E}", with: "\\u{202e}")
    }
  }
}
