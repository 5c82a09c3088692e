import BoardCore

/// What a server says in the JSON form, as the lines of the text form that it stands for.
public enum JSONMessage {
  /// Reads one line of a server.
  ///
  /// - Returns: the lines, each with its line feed.
  /// - Throws: a `LineError` where no server of this version says such a line.
  public static func lines(_ line: UnsafeRawBufferPointer) throws(LineError) -> [UInt8] {
    let object = try JSONReader.object(line)
    var text = WireBuffer()
    try text.append(message: object)
    return text.bytes
  }
}

extension WireBuffer {
  fileprivate mutating func append(message object: JSONObject) throws(LineError) {
    if case .string(let line) = object["unknown"] {
      append(plain: line)
      return endLine()
    }
    guard let form = LineForm.message(object) else { throw .badArgument("DO") }
    let arrays = try form.arrays.map { key throws(LineError) in try object.array(key) }
    var body = WireBuffer()
    for (key, array) in zip(form.arrays, arrays) {
      for element in array { try body.append(element, of: key) }
    }
    // The number of sections comes before that of all lines.
    let lines = body.bytes.count { $0 == 0x0A }
    let counts = form.head[0] == "board" ? [arrays[0].count, lines] : [lines]
    try append(head: object, of: form, counts: form.hasCount ? counts : [])
    body.withUnsafeBytes { append(bytes: $0) }
  }

  private mutating func append(_ element: JSONValue, of key: String) throws(LineError) {
    switch (key, element) {
    case ("lines", .string(let line)):
      append(line.isEmpty ? "|" : "| ")
      append(plain: line)
      endLine()
    case ("events", .object(let event)): try append(message: event)
    case ("lines", _), ("events", _): throw .badField(key)
    default:
      var number = 0
      try append(row: element, of: key, number: &number, isClients: false)
    }
  }

  private mutating func append(
    head object: JSONObject, of form: LineForm, counts: [Int]
  ) throws(LineError) {
    append(plain: form.head[0])
    if case .string(let tag) = object["tag"] {
      append(plain: " #\(tag)")
    } else if case .string(let text) = object["pong"], text.utf8.first == UInt8(ascii: "#") {
      append(untagged: text)
      return endLine()
    }
    if form.head.count > 1 { append(plain: " \(form.head[1])") }
    let others =
      ["tag", "replayed", "sentence"] + form.arrays
      + (form.head.count > 1 ? [form.head[0]] : [])
    // A listing's number of lines stands before `replayed`, as all fields do.
    try form.writeLine(of: object, besides: others, count: counts, isClients: false, to: &self)
    if object["replayed"] == .bool(true) { append(" replayed") }
    if case .string(let sentence) = object["sentence"] { append(plain: "; \(sentence)") }
    endLine()
  }
}

extension LineForm {
  /// The form of an object that a server says.
  fileprivate static func message(_ object: JSONObject) -> LineForm? {
    table[0].forms.first { form in
      guard form.head.count == 1 else { return object[form.head[0]] == .string(form.head[1]) }
      guard let first = form.fields.first, object[first.key] != nil,
        form.head[0] == first.key || first.key == "snapshot"
      else { return false }
      return form.fields.allSatisfy { field in
        guard case .literal(let literal) = field.kind else { return true }
        return object[field.key] == .string(literal)
      }
    }
  }
}
