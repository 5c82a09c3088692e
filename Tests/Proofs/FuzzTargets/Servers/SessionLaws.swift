import BoardWire
import CheckedClients
import Simulation
import TestKit

@testable import Transcripts

/// A conversation with a hub, while another client watches: what is refused changes nothing, all that
/// is sent can be read, and it is bounded.
enum SessionLaws {
  private static let board = GivenBoard(
    name: "b", revision: 1,
    lines: [
      "section s1 3 One", "item i1 a", "item i2 b", "item i3", "section s2 2 Two", "item i4 c",
      "item i5 d", "section s3 0",
    ])

  /// The most bytes that the answer to one line has on such a board.
  private static let mostBytes = 1 << 17

  /// - Parameter bytes: What is sent. The answers to telnet commands are no lines; they are left to the
  ///   frames.
  static func check(_ bytes: [UInt8]) throws {
    guard !bytes.contains(0xFF) else { return }
    var stage = HubStage()
    try stage.start(holding: [board])
    var watcher = Listener(name: "bob")
    var writer = Listener(name: "ann")
    for name in ["ann", "bob"] {
      _ = try stage.connect(name)
      try stage.send(Array("open b\n".utf8), from: name)
    }
    _ = try (writer.listen(&stage), watcher.listen(&stage))
    // A hub has its clients as long as they are connected.
    defer { for name in ["ann", "bob"] { try? stage.cut(name) } }
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      try stage.send(line + [0x0A], from: "ann")
      let answers = try writer.listen(&stage)
      let news = try watcher.listen(&stage)
      try require(
        answers.reduce(0) { $0 + $1.utf8.count } <= mostBytes, "the answer to \(line) is long")
      guard answers.count == 1, answers[0].isFailure else { continue }
      let change = news.first { $0.hasPrefix("batch ") || $0.hasPrefix("board ") }
      try require(change == nil, "\(text(Array(line))) is \(answers[0]), and \(change ?? "")")
    }
  }
}

/// What one client reads.
private struct Listener {
  let name: String
  private var reader = MessageReader()
  private var mirror = Mirror()
  /// Whether lines may be objects, which are read elsewhere.
  private var isJSON = false

  init(name: String) { self.name = name }

  /// Reads what there is.
  mutating func listen(_ stage: inout HubStage) throws -> [String] {
    var lines: [String] = []
    while case .value(let line) = try stage.nextLine(of: name) {
      lines.append(line)
      isJSON = isJSON || line.hasPrefix("{")
      guard !isJSON else { continue }
      let message = try Array(line.utf8).withUnsafeBytes { try reader.read($0) }
      if case .unknown = message { throw BrokenLaw("\(line) is sent, and no kind of line") }
      // The mirror of the writer would need to know what it has asked.
      if name == "bob" { try mirror.read(line) }
    }
    return lines
  }
}

extension String {
  /// Whether the line says that a command was not executed.
  fileprivate var isFailure: Bool {
    var words = split(separator: " ", maxSplits: 2)[...]
    if words.first?.hasPrefix("#") == true { words.removeFirst() }
    return words.first == "refused" || words.first == "error"
  }
}
