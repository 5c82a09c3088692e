import BoardCore

/// A command in the JSON form, as the lines of the text form that it stands for.
///
/// What a command may say, and what becomes of it, is then the same in both forms.
public struct JSONCommand: Sendable {
  /// The tag, as far as it could be read.
  public var tag: String?
  /// The lines, each with its line feed: one, or those of a block with its `end`.
  public var lines: Result<[UInt8], LineError>

  /// Reads a line that begins with `{`.
  public static func read(_ line: UnsafeRawBufferPointer) -> JSONCommand {
    var tag: String?
    do throws(LineError) {
      let object = try JSONReader.object(line)
      if let value = object["tag"] {
        guard case .string(let string) = value, RequestReader.isTag(string) else { throw .badTag }
        tag = string
      }
      return JSONCommand(tag: tag, lines: .success(try lines(of: object, tag: tag)))
    } catch {
      return JSONCommand(tag: tag, lines: .failure(error))
    }
  }

  private static func lines(of object: JSONObject, tag: String?) throws(LineError) -> [UInt8] {
    guard let verb = object["do"] else { throw .missingArgument("DO") }
    guard case .string(let string) = verb, string.isWord else { throw .field("do") }
    let forms = LineForm.client(string.lowercased())
    guard let form = forms.first(where: { $0.knows(object) }) ?? forms.last else {
      throw .unknownVerb(Array(string.utf8).withUnsafeBytes { $0.quoted })
    }
    var text = WireBuffer()
    if let tag { text.append(plain: "#\(tag) ") }
    text.append(plain: form.head[0])
    let rows = Self.rows[form.head[0]]
    try form.writeLine(
      of: object, besides: ["do", "tag"] + (rows.map { [$0] } ?? []), isClients: true, to: &text)
    text.endLine()
    if let rows { try text.append(block: object[rows], named: rows) }
    return text.bytes
  }

  /// By verb, the names of what the lines of a block become.
  static let rows = ["batch": "rows", "replace": "sections"]
}

extension LineForm {
  /// Whether an object of these names may be of this form.
  fileprivate func knows(_ object: JSONObject) -> Bool {
    object.members.allSatisfy { member in
      member.key == "do" || member.key == "tag" || fields.contains { $0.key == member.key }
    }
  }
}

extension WireBuffer {
  /// Appends the lines of a block, and `end`.
  fileprivate mutating func append(
    block value: JSONValue?, named key: String
  ) throws(LineError) {
    guard let value else { throw .missingArgument(key.uppercased()) }
    guard case .array(let rows) = value else { throw .field(key) }
    var number = 0
    for row in rows { try append(row: row, of: key, number: &number) }
    append("end\n")
  }

  /// Appends a row, and the items of a section that is one.
  ///
  /// - Throws: `badRow` with the number of the line, counted from 1.
  mutating func append(
    row value: JSONValue, of key: String, number: inout Int, isClients: Bool = true
  ) throws(LineError) {
    number += 1
    do throws(LineError) {
      guard case .object(let row) = value, let form = LineForm.row(row, of: key) else {
        throw .badRow(line: number)
      }
      append(plain: form.head[0])
      let items = try form.hasCount ? row.array("items") : nil
      try form.writeLine(
        of: row, besides: items == nil ? [] : ["items"], count: items.map { [$0.count] } ?? [],
        isClients: isClients, to: &self)
      endLine()
      for item in items ?? [] {
        try append(row: item, of: "items", number: &number, isClients: isClients)
      }
    } catch {
      throw .badRow(line: number)
    }
  }
}

extension JSONObject {
  /// The array of this name, which is empty if it is left out.
  func array(_ key: String) throws(LineError) -> [JSONValue] {
    guard let value = self[key] else { return [] }
    guard case .array(let elements) = value else { throw .field(key) }
    return elements
  }
}

extension LineForm {
  /// The form of a row that stands in the array of this name.
  fileprivate static func row(_ row: JSONObject, of key: String) -> LineForm? {
    switch key {
    case "items": rows.last
    case "sections": rows.dropLast().last
    default: rows.dropLast(2).first { row[$0.head[0]] != nil }
    }
  }
}
