import BoardModel

/// The columns of a board as CSV: `section,text`, and behind them `id` and the names of fields, in any order.
///
/// The first `id` is that of the items. A second one is a field with this name, as is a second `section`.
struct CSVColumns {
  /// Where the ids are; nil if there are none.
  private(set) var id: Int?
  private(set) var fields: [(column: Int, name: FieldName)] = []

  /// - Parameter header: The fields of the first record.
  /// - Throws: `FileFault` for a column that is none of these.
  init(_ header: [String]) throws(FileFault) {
    let names = header.map { $0.lowercased() }
    guard names.starts(with: ["section", "text"]) else {
      throw Self.fault(
        "the first line is `section,text`, and may go on with `id` and names of fields")
    }
    var known: Set<FieldName> = []
    for (column, name) in names.enumerated().dropFirst(2) {
      if name == "id", id == nil {
        id = column
        continue
      }
      guard let field = FieldName(name) else {
        throw Self.fault(
          "the column \"\(printable(header[column]))\" is neither `id` nor a field; the name of a field is 1 to "
            + "\(Limits.fieldNameBytes) of a-z 0-9, a letter first, and no word of the protocol")
      }
      guard known.insert(field).inserted else {
        throw Self.fault("the column \"\(field)\" is there twice")
      }
      fields.append((column, field))
    }
  }

  /// The columns of a content, with one for each field that occurs.
  static func names(for content: Content) -> [FieldName] {
    var names: Set<FieldName> = []
    for section in content {
      for item in section.items { names.formUnion(item.fields.map(\.name)) }
    }
    return names.sorted()
  }

  private static func fault(_ reason: String) -> FileFault { FileFault(line: 1, reason: reason) }
}

extension CSVColumns {
  /// The fields of a record, one for each cell that is not empty.
  ///
  /// - Throws: `Complaint` if they are more than an item may have.
  func fields(of record: CSVRecords.Record) throws(Complaint) -> Fields {
    var result = Fields()
    for (column, name) in fields where !record.fields[column].isEmpty {
      result.set(name, to: Text(record.fields[column]))
    }
    if let fault = result.fileFault { throw Complaint(fault) }
    return result
  }
}
