import CheckedClients
import Foundation
import Simulation
import TestKit
import Transcripts

/// The inputs with which fuzzing begins: made from the transcripts and vectors of `protocol`, and a few
/// samples of forms that those do not have.
extension FuzzTarget {
  package func seeds() throws -> [[UInt8]] {
    switch self {
    case .frames:
      try Self.sent().map { [0] + $0 } + Self.strings(["\u{1}GET / HTTP/1.1\r\n", "\u{2}x\r\0y\r"])
        + [[0, 0xFF, 0xFD, 0x06, 0x61, 0x0A], [1, 0xFF, 0xFA, 1, 0x0A, 0xFF, 0xF0, 4, 0x0A]]
    case .commands, .session: try Self.sent() + Self.commands(of: .all)
    case .serverLines: try Self.received() + Self.vectors()
    case .jsonCommands: try Self.sent().filter { $0.contains(UInt8(ascii: "{")) } + Self.vectors()
    case .http: Self.strings(Samples.requests)
    case .webSocket: Samples.frames
    case .journalRows: Self.strings(Samples.bodies)
    case .boardFile: try Self.boards()
    case .markdown: Self.strings(Samples.markdown)
    case .csv: Self.strings(Samples.csv)
    case .trello: Self.strings(Samples.trello)
    case .access: Self.strings(Samples.access)
    case .configuration: Self.strings(Samples.configuration)
    case .keys: Self.strings(Samples.keys)
    }
  }

  private static func strings(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

  /// What clients send in each scenario.
  private static func sent() throws -> [[UInt8]] {
    try seeds { action in
      switch action {
      case .line(let line, _): Array("\(line)\n".utf8)
      case .bytes(let bytes): bytes
      case .connect, .expect, .end, .cut, .wait, .crash, .disk, .database, .access, .drain: []
      }
    }
  }

  /// A command of each form that there is, so that a verb that is added to the tables is tried at once.
  package static func commands(of forms: CommandForms) -> [[UInt8]] {
    var client = SampleFiller()
    return strings(forms.lines(of: &client).map { "\($0)\n" })
  }

  /// What clients are sent in each scenario.
  private static func received() throws -> [[UInt8]] {
    try seeds { action in
      if case .expect(.line(let pattern)) = action { Array("\(pattern)\n".utf8) } else { [] }
    }
  }

  private static func seeds(_ bytes: (Step.Action) -> [UInt8]) throws -> [[UInt8]] {
    try TranscriptFiles.scenarios().map { $0.scenario.steps.flatMap { bytes($0.action) } }
  }

  private static func boards() throws -> [[UInt8]] {
    try TranscriptFiles.scenarios().flatMap(\.scenario.boards).map { board in
      Array((["board \(board.name)"] + board.lines).joined(separator: "\n").utf8)
    }
  }

  /// The vectors of the JSON form: lines, and the object that they are.
  private static func vectors() throws -> [[UInt8]] {
    let url = Repository.protocol.appending(path: "vectors/json.txt")
    let text = try String(contentsOf: url, encoding: .utf8)
    return strings(text.components(separatedBy: "\n\n"))
  }
}
