import BoardModel
import BoardWire

/// What is looked for, as `find` of the protocol reads it: fields, and a text behind them, such as `done=yes milk`.
///
/// A value with blanks is in quotation marks, or has `\u{20}` for each. Without a value a field may have any, and one with commas has
/// several.
struct FindQuery {
  fileprivate struct Field {
    let name: [UInt8]
    let value: [UInt8]
  }

  /// The text behind the fields.
  let text: String
  /// A name in front of a sign that no field has: then nothing matches.
  let problem: String?
  private let fields: [Field]
  private let needle: FoldedText

  /// - Complexity: O(length).
  init(_ query: String) {
    var rest = query[...]
    var (fields, problem): ([Field], String?) = ([], nil)
    while let name = Self.name(in: rest) {
      rest = rest.dropFirst(name.count + 1)
      let value = Self.takeValue(from: &rest)
      fields.append(Field(name: Array(name.utf8), value: Array(value.utf8)))
      if FieldName(name) == nil { problem = problem ?? name }
    }
    text = Self.withoutEscapedSign(rest)
    self.problem = problem
    self.fields = fields
    needle = FoldedText(Text(text))
  }

  /// The name of a field that may have any value, for which a server cannot be asked.
  var fieldOfAnyValue: String? {
    fields.first { $0.value.isEmpty }.map { String(decoding: $0.name, as: UTF8.self) }
  }

  /// The request to a server; of a field that is named twice it has the first value.
  func request(on board: BoardName) -> BoardRequest.Find {
    var wanted = Fields()
    for field in fields.reversed() {
      guard let name = FieldName(String(decoding: field.name, as: UTF8.self)) else { continue }
      wanted.set(name, to: Text(String(decoding: field.value, as: UTF8.self)))
    }
    return BoardRequest.Find(on: board, fields: wanted, text: Text(text))
  }

  /// Whether an item matches.
  ///
  /// - Complexity: O(bytes).
  func matches(_ text: UnsafeRawBufferPointer, _ fields: FieldBytes) -> Bool {
    problem == nil && self.fields.allSatisfy { $0.isAmong(fields) }
      && needle.isContained(in: text, isASCII: text.isASCII)
  }

  func matches(_ item: Item) -> Bool {
    var isMatch = false
    Array(item.text.string.utf8).withUnsafeBytes { text in
      item.fields.withBytes { isMatch = matches(text, $0) }
    }
    return isMatch
  }
}

extension FindQuery.Field {
  func isAmong(_ fields: FieldBytes) -> Bool {
    var isFound = false
    fields.forEachField { name, value in
      guard name.elementsEqual(self.name) else { return }
      isFound = self.value.isEmpty || value.elementsEqual(self.value) || isPart(of: value)
    }
    return isFound
  }

  /// Whether the wanted value is one of several with commas between them.
  private func isPart(of value: UnsafeRawBufferPointer) -> Bool {
    String(decoding: value, as: UTF8.self).listedValues.contains {
      $0.utf8.elementsEqual(self.value)
    }
  }
}

extension FindQuery {
  /// The name in front of a `=`, in small letters, if the query begins with a key.
  private static func name(in query: Substring) -> String? {
    guard let sign = query.firstIndex(of: "=") else { return nil }
    let name = query[..<sign].lowercased()
    guard let first = name.utf8.first, isLetter(first),
      name.utf8.allSatisfy({
        isLetter($0) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "-")
      })
    else { return nil }
    return name
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
  }

  /// Takes a value, and the blanks behind it.
  private static func takeValue(from rest: inout Substring) -> String {
    let isQuoted = rest.first == "\""
    let value = isQuoted ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { $0 != " " }
    rest = rest[value.endIndex...].drop { $0 == "\"" && isQuoted }.drop { $0 == " " }
    return isQuoted ? String(value) : TextEscapes.plain(String(value)) ?? String(value)
  }

  /// A text whose first word would be a key without the escape of its sign.
  private static func withoutEscapedSign(_ text: Substring) -> String {
    guard let sign = text.firstIndex(of: "="), text[..<sign].last == "\\",
      name(in: text[..<sign].dropLast() + text[sign...]) != nil
    else { return String(text) }
    return String(text[..<sign].dropLast() + text[sign...])
  }
}
