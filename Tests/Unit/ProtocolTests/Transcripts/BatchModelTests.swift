import Foundation
import TestKit
import Testing

@testable import Transcripts

/// Checks the player's batch model against the shared test vectors.
@Suite("The player's model of a board")
struct BatchModelTests {
  /// The lines of a case, by the word that each begins with.
  struct Vector: CustomTestStringConvertible {
    var lines: [(key: String, rest: String)] = []
    var testDescription: String { self["case"] }

    subscript(key: String) -> String { all(key).first ?? "" }

    func all(_ key: String) -> [String] { lines.filter { $0.key == key }.map(\.rest) }

    var batch: BatchModel? { BatchModel(all("row").map { Message.Row($0, behind: .kinds) }) }

    static func all(in file: String) -> [Vector] {
      let url = Repository.protocol.appending(path: "vectors/\(file)")
      guard let text = try? String(contentsOf: url, encoding: .utf8) else { return [] }
      var vectors: [Vector] = []
      for line in text.split(separator: "\n") where !line.hasPrefix("#") {
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        if parts[0] == "case" { vectors.append(Vector()) }
        vectors[vectors.count - 1].lines.append((parts[0], parts.count > 1 ? parts[1] : ""))
      }
      return vectors
    }
  }

  /// Reads a board drawn as `A[abc] B[]`.
  private func board(_ drawing: String) -> BoardModel {
    var board = BoardModel()
    for word in drawing.split(separator: " ") {
      let names = word.map(String.init)
      let items = names.dropFirst(2).dropLast()
        .map { BoardModel.Item(id: $0, text: Array($0.utf8)) }
      board.sections.append(
        BoardModel.Section(id: names[0], title: Array(names[0].utf8), items: items))
    }
    return board
  }

  private func drawing(_ board: BoardModel) -> String {
    board.sections.map { "\($0.id)[\($0.items.map(\.id).joined())]" }.joined(separator: " ")
  }

  @Test(
    "accepts the batches that are legal, and no others", arguments: Vector.all(in: "legality.txt"))
  func legality(_ vector: Vector) throws {
    let before = board(vector["before"])
    let verdict = vector["verdict"].split(separator: " ").first.map(String.init)
    // What the counts should be is known to a client only, and a row of nothing is none.
    guard vector["counts"].isEmpty, let batch = vector.batch else { return }
    do throws(BrokenRule) {
      _ = try batch.applied(to: before)
      expectEqual(verdict, "legal")
    } catch {
      #expect(verdict != "legal", "\(error)")
    }
  }

  @Test(
    "changes the board as the vectors of composition require",
    arguments: Vector.all(in: "composition.txt"))
  func composition(_ vector: Vector) throws {
    let batch = try #require(vector.batch)
    let after = try batch.applied(to: board(vector["before"]))
    expectEqual(drawing(after), drawing(board(vector["after"])))
  }
}
