/// The records of a file of RFC 4180. A line may also end with a line feed alone.
struct CSVRecords {
  struct Record {
    /// The number of the line on which it begins, from 1.
    let line: Int
    var fields: [String] = []
  }

  private(set) var records: [Record] = []
  private var rest: ArraySlice<UInt8>
  private var line = 1

  /// Reads a file. Blank lines are skipped.
  ///
  /// - Throws: `FileFault` if it is not UTF-8, or if a quote is not where it may be.
  init(_ bytes: [UInt8]) throws(FileFault) {
    rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    while !rest.isEmpty {
      var record = Record(line: line)
      repeat { record.fields.append(try field()) } while take(",")
      _ = take("\r")
      guard take("\n") || rest.isEmpty else {
        throw fault("after a closing quote comes a comma or the end of the line")
      }
      line += 1
      if record.fields != [""] { records.append(record) }
    }
  }

  /// A record as a line of a file.
  static func line(of fields: [String]) -> String {
    let quoted = fields.map { field in
      let isPlain = field.utf8.allSatisfy { !",\"\r\n ".utf8.contains($0) }
      guard !isPlain else { return field }
      let scalars = field.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }
      return "\"\(scalars.joined())\""
    }
    return quoted.joined(separator: ",") + "\r\n"
  }

  private func fault(_ reason: String) -> FileFault { FileFault(line: line, reason: reason) }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func field() throws(FileFault) -> String {
    if take("\"") { return try quotedField() }
    let field = rest.prefix { !",\n\r".utf8.contains($0) }
    rest = rest[field.endIndex...]
    guard !field.contains(UInt8(ascii: "\"")) else {
      throw fault("a field with a quote is quoted as a whole, and the quote is written twice")
    }
    return try string(field)
  }

  private mutating func quotedField() throws(FileFault) -> String {
    let start = line
    var bytes: [UInt8] = []
    repeat {
      let part = rest.prefix { $0 != UInt8(ascii: "\"") }
      rest = rest[part.endIndex...]
      bytes += part
      line += part.count { $0 == 0x0A }
      guard take("\"") else { throw FileFault(line: start, reason: "a quote is not closed") }
      guard rest.first == UInt8(ascii: "\"") else { return try string(bytes[...]) }
      bytes.append(rest.removeFirst())
    } while true
  }

  private func string(_ bytes: ArraySlice<UInt8>) throws(FileFault) -> String {
    guard let string = String(validating: bytes, as: UTF8.self) else {
      throw fault("this field is not UTF-8")
    }
    return string
  }
}
