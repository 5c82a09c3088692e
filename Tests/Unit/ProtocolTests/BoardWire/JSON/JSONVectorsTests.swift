import BoardWire
import Foundation
import TestKit
import Testing

/// `protocol/vectors/json.txt`: equivalent lines in both forms.
@Suite("The vectors of the JSON form")
struct JSONVectorsTests {
  @Test("map each message of a server to its object, and the object to its first line")
  func server() throws {
    for vector in try JSONVector.all() where !vector.isClients {
      let text = vector.lines.joined(separator: "\n") + "\n"
      expectEqual(inJSON(text), vector.json + "\n", "line \(vector.number)")
      try expectEqual(
        JSONCommand.line(of: vector.json, saidBy: .server), vector.lines[0],
        "line \(vector.number)")
    }
  }

  @Test("map each object of a client to its command")
  func client() throws {
    for vector in try JSONVector.all() where vector.isClients {
      let text = vector.lines.joined(separator: "\n") + "\n"
      try expectEqual(readJSON(vector.json).lines.get(), Array(text.utf8), "line \(vector.number)")
      if vector.lines.count == 1 {
        expectEqual(JSONTranslator.object(of: vector.lines[0], saidBy: .client), vector.json)
      }
    }
  }

  /// The objects of transcripts as lines; of an object with rows the first line.
  private func played(_ speaker: Speaker, _ lines: [String]) -> [String] {
    lines.filter { $0.hasPrefix("{") }.compactMap { try? JSONCommand.line(of: $0, saidBy: speaker) }
  }

  @Test("have, with the objects of transcripts, every form of lines.md")
  func forms() throws {
    let vectors = try JSONVector.all()
    let objects = [
      true: try played(.client, Tables.clientLines()),
      false: try played(.server, Tables.serverLines()),
    ]
    for heading in ["Commands", "Replies", "Events", "Rows"] {
      let isClients = heading == "Commands"
      let lines =
        (vectors.filter { heading == "Rows" || $0.isClients == isClients }
        .flatMap(\.lines) + objects[isClients, default: []]).map {
          $0.split(separator: " ").drop { $0.hasPrefix("#") }
        }
      for row in try Tables(of: "lines.md").rows(under: heading) {
        // The words in small letters with which such a line begins.
        let words = row[0].split(separator: " ")
        let head = words.enumerated().filter { _, word in
          word.allSatisfy { $0.isLowercase || $0 == "-" }
        }
        let isThere = lines.contains { line in
          head.allSatisfy { line.dropFirst($0.offset).first == $0.element }
        }
        #expect(isThere, "\(row[0])")
      }
    }
  }
}

/// One entry of the vectors: lines of the text form, and the object that they are.
struct JSONVector {
  let number: Int
  let isClients: Bool
  let lines: [String]
  let json: String

  static func all() throws -> [JSONVector] {
    let file = Tables.folder.appending(path: "vectors/json.txt")
    let text = try String(contentsOf: file, encoding: .utf8)
    var vectors: [JSONVector] = []
    var lines: [String] = []
    var isClients = false
    for (index, part) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let line = String(part)
      if line.hasPrefix("## ") { isClients = line == "## Clients" }
      if line.hasPrefix("# ") || line.hasPrefix("## ") || line == "#" || line.isEmpty { continue }
      if line.hasPrefix("{") {
        vectors.append(
          JSONVector(number: index + 1, isClients: isClients, lines: lines, json: line))
        lines = []
      } else {
        lines.append(line)
      }
    }
    return vectors
  }
}
