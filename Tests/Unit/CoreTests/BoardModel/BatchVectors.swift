import BoardModel
import TestKit

/// One case of a file in `protocol/vectors`: lines that begin with a key word.
struct BatchVector: CustomStringConvertible, Sendable {
  private var lines: [(key: String, rest: String)] = []

  /// Reads all cases of a file.
  static func all(in file: String) -> [BatchVector] {
    var cases: [BatchVector] = []
    for line in vectorFile(file).split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      if parts[0] == "case" { cases.append(BatchVector()) }
      cases[cases.count - 1].lines.append((parts[0], parts.count > 1 ? parts[1] : ""))
    }
    return cases
  }

  var description: String { self["case"] }

  subscript(key: String) -> String { all(key).first ?? "" }

  func all(_ key: String) -> [String] { lines.filter { $0.key == key }.map(\.rest) }
}

extension Content {
  /// Draws the names of a board as `A[abc] B[]`.
  var names: String {
    map { "\($0.id)[\($0.items.map(\.id.string).joined())]" }.joined(separator: " ")
  }

  /// Reads an edit as it is written in `composition.txt`, on the board it is made on.
  func edit(_ line: String) -> Edit {
    let words = line.split(separator: " ").map(String.init)
    let index = Int(words[1]) ?? 0
    switch words[0] {
    case "insert":
      let item = Item(
        id: .init(unchecked: words[2]), text: .init(words[2]),
        fields: Fields().applying(fieldChanges(words)))
      return .insertItem(item, at: path(words[1]))
    case "delete": return .deleteItem(item(at: path(words[1])), at: path(words[1]))
    case "move":
      return .moveItem(item(at: path(words[1])).id, from: path(words[1]), to: path(words[2]))
    case "reload":
      let item = item(at: path(words[1]))
      return .reloadItem(item.id, at: path(words[1]), from: item.text, to: .init(words[2]))
    case "set":
      let item = item(at: path(words[1]))
      return .reconfigureItem(
        item.id, at: path(words[1]), of: item.fields, by: fieldChanges(words))
    case "insert-section": return .insertSection(drawnBoard(words[2])[0], at: index)
    case "delete-section": return .deleteSection(self[index], at: index)
    case "move-section":
      return .moveSection(self[index].id, from: index, to: Int(words[2]) ?? 0)
    default:
      let section = self[index]
      return .reloadSection(section.id, at: index, from: section.title, to: .init(words[2]))
    }
  }
}

/// Reads the words of a row that are fields; one without a value goes.
func fieldChanges(_ words: [String]) -> FieldChanges {
  var changes = FieldChanges()
  for word in words {
    let sides = word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    guard sides.count == 2, let name = FieldName(sides[0]) else { continue }
    changes.set(name, to: sides[1].isEmpty ? nil : Text(sides[1]))
  }
  return changes
}

/// Reads an index path as it is written on the wire.
func path(_ word: String) -> IndexPath {
  let numbers = word.split(separator: ".").compactMap { Int($0) }
  return [numbers[0], numbers[1]]
}
