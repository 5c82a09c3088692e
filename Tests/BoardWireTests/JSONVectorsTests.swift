import BoardWire
import Foundation
import Testing

/// `protocol/vectors/json.txt`: the same said in both forms.
@Suite("The vectors of the JSON form")
struct JSONVectorsTests {
  @Test("lead from each message of a server to its object, and back")
  func server() throws {
    for vector in try JSONVector.all() where !vector.isClients {
      let text = vector.lines.joined(separator: "\n") + "\n"
      #expect(inJSON(text) == vector.json + "\n", "line \(vector.number)")
      #expect(try inText(vector.json) == text, "line \(vector.number)")
    }
  }

  @Test("lead from each command to its object, and back")
  func client() throws {
    for vector in try JSONVector.all() where vector.isClients {
      #expect(JSONCommand.json(of: vector.lines) == vector.json, "line \(vector.number)")
      let command = readJSON(vector.json)
      let text = vector.lines.joined(separator: "\n") + "\n"
      #expect(try command.lines.get() == Array(text.utf8), "line \(vector.number)")
    }
  }

  @Test("show every form")
  func forms() throws {
    let vectors = try JSONVector.all()
    for (side, forms) in LineForm.table {
      let isClients = side == .client
      let lines = vectors.filter { side == .row || $0.isClients == isClients }.flatMap(\.bareLines)
      for form in forms {
        #expect(lines.contains { form.isForm(of: $0) }, "\(form.notation)")
      }
    }
  }
}

/// What a line in the JSON form is as a command.
func readJSON(_ json: String) -> JSONCommand {
  Array(json.utf8).withUnsafeBytes { JSONCommand.read($0) }
}

/// One entry of the vectors: lines of the text form, and the object that they are.
struct JSONVector {
  let number: Int
  let isClients: Bool
  let lines: [String]
  let json: String

  /// The lines without tags, sentences and `replayed`.
  var bareLines: [String] {
    lines.map { line in
      let facts = line.replacing(/#[^ ]+ ?/, with: "").split(separator: "; ")[0]
      return facts.trimmingCharacters(in: .whitespaces).replacing(" replayed", with: "")
    }
  }

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
