/// The lines of the text form for an object of the JSON form of a server.
///
/// - Parameters:
///   - line: The object.
///   - escaping: Escapes a text as rule 3.9 has it.
/// - Returns: Nil if the protocol has no such object.
public func textForm(ofObject line: String, escaping: (String) -> String) -> [String]? {
  guard let head = ParsedLine(message: line), head.isJSON else { return nil }
  let rows = Message(object: head).rows.map { row -> String? in
    switch row {
    case .fields(let fields): fields.textForm(escaping)
    case .drawing(let line): line
    case .unreadable: nil
    }
  }
  guard !rows.contains(nil) else { return nil }
  return [head.textForm(escaping)] + rows.compactMap(\.self)
}

extension ParsedLine {
  fileprivate func textForm(_ escaping: (String) -> String) -> String {
    func word(_ value: FieldValue) -> String {
      escaping(value.listed).replacing(" ", with: "\\u{20}")
    }
    let parts =
      [tag.map { "#\(word($0))" }, kind.isEmpty ? nil : kind] + words.map(word)
      + [lineCount.map(word)] + keys.map { "\($0.name)=\(word($0.value))" }
      + [text.flatMap { $0.listed.isEmpty ? nil : escaping($0.listed) }]
    return parts.compactMap(\.self).joined(separator: " ")
  }
}

extension FieldValue {
  /// The value as a word, a list with commas.
  fileprivate var listed: String {
    if case .json(.array(let values)) = self {
      values.map { FieldValue.json($0).listed }.joined(separator: ",")
    } else {
      string ?? ""
    }
  }
}
