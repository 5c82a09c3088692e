import BoardModel

/// A board as CSV: `section,text,id`, a column for each field that an item has, and a record for each item.
///
/// A record with neither a text nor an id nor fields begins a section. Every other record is an item of the last
/// section of its title, which it begins if there is none.
struct CSVBoard {
  private(set) var content: Content = []
  private var itemCount = 0
  private var sections: [Text: Int] = [:]
  private var lines: [ItemID: Int] = [:]

  /// Reads a file.
  ///
  /// - Throws: `FileFault` for the first line that is wrong.
  init(_ bytes: [UInt8]) throws(FileFault) {
    let records = try CSVRecords(bytes).records
    let header = records.first?.fields ?? []
    let columns = try CSVColumns(header)
    for record in records.dropFirst() {
      guard record.fields.count == header.count else {
        let reason = "\(record.fields.count) fields, and the first line has \(header.count)"
        throw FileFault(line: record.line, reason: reason)
      }
      do throws(Complaint) { try add(record, columns) } catch {
        throw FileFault(line: record.line, reason: error.description)
      }
    }
    content = content.withNewIDs
  }

  /// The file of a content.
  static func file(of content: Content) -> String {
    var titles = Set<Text>()
    let names = CSVColumns.names(for: content)
    var lines = [CSVRecords.line(of: ["section", "text", "id"] + names.map(\.string))]
    for section in content {
      let title = section.title.string
      if !titles.insert(section.title).inserted || section.items.isEmpty {
        lines.append(CSVRecords.line(of: [title, "", ""] + names.map { _ in "" }))
      }
      lines += section.items.map { item in
        let fields = names.map { item.fields[$0]?.string ?? "" }
        return CSVRecords.line(of: [title, item.text.string, item.id.string] + fields)
      }
    }
    return lines.joined()
  }
}

extension CSVBoard {
  /// Stands for an id until all ids of the file are known.
  private static let missing = ItemID(unchecked: "-")

  private mutating func add(
    _ record: CSVRecords.Record, _ columns: CSVColumns
  ) throws(Complaint) {
    let (title, text) = (Text(record.fields[0]), Text(record.fields[1]))
    let id = columns.id.map { record.fields[$0] } ?? ""
    let fields = try columns.fields(of: record)
    let isItem = text.byteCount > 0 || !id.isEmpty || !fields.isEmpty
    guard title.byteCount <= Limits.titleBytes, text.byteCount <= Limits.textBytes else {
      throw Complaint(
        "a title has at most \(Limits.titleBytes) bytes, and a text \(Limits.textBytes)")
    }
    if !isItem || sections[title] == nil { try add(section: title) }
    guard isItem, let section = sections[title] else { return }
    guard itemCount < Limits.items else {
      throw Complaint("a board has at most \(Limits.items) items")
    }
    itemCount += 1
    let itemID = id.isEmpty ? Self.missing : try read(id, record.line)
    content[section].items.append(Item(id: itemID, text: text, fields: fields))
  }

  private mutating func add(section title: Text) throws(Complaint) {
    guard content.count < Limits.sections else {
      throw Complaint("a board has at most \(Limits.sections) sections")
    }
    sections[title] = content.count
    content.append(Section(id: SectionID(unchecked: "s\(content.count + 1)"), title: title))
  }

  private mutating func read(_ word: String, _ line: Int) throws(Complaint) -> ItemID {
    guard let id = ItemID(word) else {
      throw Complaint("\"\(printable(word))\" is no id; leave it empty, or write one such as i7")
    }
    if let other = lines.updateValue(line, forKey: id) {
      throw Complaint("item \(id) is on line \(other) already; leave the id empty")
    }
    return id
  }
}
