import BoardCore

extension JSONCommand {
  /// The object that a command of the text form is, for those who want to see both.
  ///
  /// - Parameter lines: a command, or the lines of a block with its `end`, without their line feeds.
  /// - Returns: nil where the command is not well formed, or says something in an order of its own.
  public static func json(of lines: [String]) -> String? {
    guard let head = lines.first else { return nil }
    var json = WireBuffer()
    guard let verb = json.begin(command: head) else { return nil }
    if verb == "batch" || verb == "replace" {
      json.begin(member: verb == "batch" ? "rows" : "sections")
      guard json.append(rows: lines.dropFirst().dropLast()), lines.last == "end" else { return nil }
    } else if lines.count > 1 {
      return nil
    }
    json.append("}")
    return json.string
  }
}

extension WireBuffer {
  /// Appends the object of a command without its end.
  ///
  /// - Returns: the verb.
  fileprivate mutating func begin(command line: String) -> String? {
    Array(line.utf8).withUnsafeBytes { line -> String? in
      var words = LineWords(line)
      guard var word = words.next() else { return nil }
      var tag: Word?
      if word.first == UInt8(ascii: "#") {
        tag = word.part(1..<word.count)
        guard let next = words.next() else { return nil }
        word = next
      }
      let verb = String(decoding: word, as: UTF8.self).lowercased()
      for form in LineForm.client(verb) {
        truncate(to: 0)
        append(plain: "{\"do\":\"\(verb)\"")
        if let tag {
          begin(member: "tag")
          append(jsonOf: tag)
        }
        var rest = words
        var count = 0
        if form.writeMembers(of: &rest, to: &self, count: &count) { return verb }
      }
      return nil
    }
  }

  /// Appends rows as an array, items among those of the section before them.
  fileprivate mutating func append(rows: ArraySlice<String>) -> Bool {
    append("[")
    var isInSection = false
    for row in rows {
      let isItem = row.hasPrefix("item ")
      if isInSection && !isItem { append("]}") }
      guard let form = append(row: row) else { return false }
      if !isItem { isInSection = form.hasCount }
    }
    append(isInSection ? "]}]" : "]")
    return true
  }

  /// Appends a row, without its end where items follow.
  private mutating func append(row: String) -> LineForm? {
    separate()
    return Array(row.utf8).withUnsafeBytes { row -> LineForm? in
      guard let (form, _) = begin(row: row) else { return nil }
      append(form.hasCount ? ",\"items\":[" : "}")
      return form
    }
  }
}
