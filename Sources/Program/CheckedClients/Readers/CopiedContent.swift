import BoardModel
import BoardWire

extension Mirror.Board {
  /// The board as the batch algebra takes it.
  ///
  /// - Parameter batch: What names items that are only counted; others of them get names that there are not.
  package func content(naming batch: BatchUpdate = BatchUpdate()) throws -> Content {
    let names = isCounted ? batch.namesBefore : [:]
    return try sections.enumerated().map { index, section in
      Section(
        id: try name(section.row.name), title: Text(section.row.text),
        items: try section.items.enumerated().map { offset, item in
          var fields = Fields()
          for (key, value) in item.fields { fields.set(FieldName(unchecked: key), to: Text(value)) }
          let path = IndexPath(section: index, item: offset)
          let unknown = names[path]?.string ?? "counted-\(index)-\(offset)"
          return Item(
            id: try name(item.name.isEmpty ? unknown : item.name), text: Text(item.text),
            fields: fields)
        })
    }
  }

  private func name<Kind>(_ string: String) throws -> Name<Kind> {
    guard let name = Name<Kind>(string) else { throw Mirror.Fault("no name: \(string)") }
    return name
  }
}

extension BatchUpdate {
  /// The items that rows name at their paths before, also those of deleted sections that come back.
  fileprivate var namesBefore: [IndexPath: ItemID] {
    let arrivals = inserts.map(\.arrival) + insertedSections.flatMap(\.items)
    let rows =
      arrivals.compactMap { arrival in arrival.was.map { ($0, arrival.item.id) } }
      + deletes.map { ($0.path, $0.id) } + moves.map { ($0.source, $0.id) }
      + reloads.map { ($0.path, $0.id) } + reconfigures.map { ($0.path, $0.id) }
    return Dictionary(rows, uniquingKeysWith: { first, _ in first })
  }
}
