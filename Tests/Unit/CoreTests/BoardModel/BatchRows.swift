import BoardModel

/// A batch read from rows in the notation of the wire, with the number of each row.
struct BatchRows {
  private(set) var batch = BatchUpdate()
  private var numbers: [BatchRow: Int] = [:]

  init(_ rows: [String]) {
    for (number, row) in rows.enumerated() { read(row, number + 1) }
  }

  /// The number of a row, from one.
  func number(of row: BatchRow?) -> Int? { row.flatMap { numbers[$0] } }

  private mutating func read(_ row: String, _ number: Int) {
    let words = row.split(separator: " ").map(String.init)
    let text = Text(words.last ?? "")
    switch words[0] {
    case "delete":
      note(.delete, batch.deletes.count, number)
      batch.deletes.append(.init(.init(unchecked: words[2]), at: path(words[1])))
    case "move":
      note(.move, batch.moves.count, number)
      batch.moves.append(
        .init(.init(unchecked: words[3]), from: path(words[1]), to: path(words[2])))
    case "insert":
      note(.insert, batch.inserts.count, number)
      let item = Item(
        id: .init(unchecked: words[2]), text: text, fields: Fields().applying(fieldChanges(words)))
      batch.inserts.append(.init(item, at: path(words[1]), was: origin(words)))
    case "reload":
      note(.reload, batch.reloads.count, number)
      batch.reloads.append(
        .init(.init(unchecked: words[2]), text: text, fieldChanges(words), at: path(words[1])))
    case "reconfigure":
      note(.reconfigure, batch.reconfigures.count, number)
      batch.reconfigures.append(
        .init(.init(unchecked: words[2]), fieldChanges(words), at: path(words[1])))
    default: readSection(words, text, number)
    }
  }

  private mutating func readSection(_ words: [String], _ text: Text, _ number: Int) {
    let index = Int(words[1]) ?? 0
    switch words[0] {
    case "delete-section":
      note(.deleteSection, batch.deletedSections.count, number)
      batch.deletedSections.append(.init(.init(unchecked: words[2]), at: index))
    case "insert-section":
      note(.insertSection, batch.insertedSections.count, number)
      batch.insertedSections.append(.init(.init(unchecked: words[2]), title: text, at: index))
    case "move-section":
      note(.moveSection, batch.movedSections.count, number)
      batch.movedSections.append(
        .init(.init(unchecked: words[3]), from: index, to: Int(words[2]) ?? 0))
    case "reload-section":
      note(.reloadSection, batch.reloadedSections.count, number)
      batch.reloadedSections.append(.init(.init(unchecked: words[2]), title: text, at: index))
    default:
      let section = batch.insertedSections.count - 1
      let line = batch.insertedSections[section].items.count
      numbers[BatchRow(.insertSection, section, line: line)] = number
      let item = Item(
        id: .init(unchecked: words[1]), text: text, fields: Fields().applying(fieldChanges(words)))
      batch.insertedSections[section].items.append(.init(item, was: origin(words)))
    }
  }

  private mutating func note(_ kind: BatchRow.Kind, _ position: Int, _ number: Int) {
    numbers[BatchRow(kind, position)] = number
  }

  private func origin(_ words: [String]) -> IndexPath? {
    words.first { $0.hasPrefix("was=") }.map { path(String($0.dropFirst(4))) }
  }
}
