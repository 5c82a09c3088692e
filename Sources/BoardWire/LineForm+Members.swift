import BoardCore

// From a line to the members of an object.

extension LineForm {
  /// Whether a line begins with the words of this form.
  func begins(with first: Word, _ second: Word? = nil) -> Bool {
    guard first.spells(head[0]) else { return false }
    return head.count == 1 || (second.map { $0.spells(head[1]) } ?? false)
  }

  /// Whether a line without a tag is of this form.
  public func isForm(of line: String) -> Bool {
    Array(line.utf8).withUnsafeBytes { line in
      var words = LineWords(line)
      for word in head where words.next().map({ !$0.spells(word) }) ?? true { return false }
      var json = WireBuffer()
      var count = 0
      return writeMembers(of: &words, to: &json, count: &count)
    }
  }

  /// Writes what stands behind the head of a line as members of an object that was begun.
  ///
  /// - Parameter count: gets the last number in the line that says how many things follow.
  /// - Returns: whether the line is of this form. If not, something may have been written.
  func writeMembers(
    of words: inout LineWords, to json: inout WireBuffer, count: inout Int
  ) -> Bool {
    var stood = true
    for index in fields.indices {
      if case .list = fields[index].kind, index + 1 < fields.count {
        return writeList(at: index, of: &words, to: &json)
      }
      guard let stands = write(index, stood, &words, &json, &count) else { return false }
      stood = stands
    }
    return words.peek() == nil
  }

  /// - Returns: whether the field is there, or nil if the line is of another form.
  private func write(
    _ index: Int, _ stood: Bool, _ words: inout LineWords, _ json: inout WireBuffer,
    _ count: inout Int
  ) -> Bool? {
    let field = fields[index]
    switch field.kind {
    case .text: return writeText(field, &words, &json)
    case .board:
      guard let board = words.takeBoard() else { return false }
      json.begin(field)
      json.append(jsonOf: board)
      return true
    case .list, .settings:
      let rest = words.others()
      return field.mayBeEmpty && rest.isEmpty ? false : write(rest, as: field, to: &json)
    case .number, .count, .index, .word, .open, .literal, .flag: break
    }
    guard let word = words.peek() else { return field.isOptional ? false : nil }
    if field.isOptional && ((field.isBound && !stood) || !field.accepts(word)) { return false }
    _ = words.next()
    if field.kind == .count { count = word.isDash ? -1 : word.number ?? -1 }
    return field.write(word, to: &json) ? true : nil
  }

  /// Writes the rest of the line. A server leaves no blank before an empty one (rule 5.4).
  private func writeText(
    _ field: Field, _ words: inout LineWords, _ json: inout WireBuffer
  ) -> Bool {
    let rest = words.rest()
    if rest == nil && field.isOptional && field.key != head[0] { return false }
    json.begin(field)
    json.append(jsonOf: rest ?? UnsafeRawBufferPointer(start: nil, count: 0))
    return true
  }

  private func write(_ list: [Word], as field: Field, to json: inout WireBuffer) -> Bool? {
    json.begin(field)
    guard field.kind != .settings else { return json.append(settings: list) ? true : nil }
    var list = list
    if case .list(let orElse?) = field.kind, list.count == 1, list[0].spells(orElse) { list = [] }
    json.append("[")
    for word in list {
      json.separate()
      json.append(jsonOf: word)
    }
    json.append("]")
    return true
  }

  /// Writes a list with fields behind it, which are found from the end of the line.
  private func writeList(
    at index: Int, of words: inout LineWords, to json: inout WireBuffer
  ) -> Bool {
    var rest = words.others()
    var found: [(Field, Word)] = []
    for field in fields[(index + 1)...].reversed() {
      guard let word = rest.last else {
        if field.isOptional { continue }
        return false
      }
      if field.isOptional && !field.accepts(word) { continue }
      found.append((field, word))
      rest.removeLast()
    }
    let isLeftOut = fields[index].isOptional && rest.isEmpty
    if !isLeftOut && write(rest, as: fields[index], to: &json) == nil { return false }
    return found.reversed().allSatisfy { $0.write($1, to: &json) }
  }
}

extension LineForm.Field {
  /// Whether nothing at all may stand here. A command that names no items is well formed, and is not
  /// the one that says `none`.
  var mayBeEmpty: Bool {
    if case .list(orElse: .some) = kind { return side == .client }
    return isOptional
  }

  /// Writes a word of the line as a member.
  ///
  /// - Returns: false where the field cannot be such a word.
  fileprivate func write(_ word: Word, to json: inout WireBuffer) -> Bool {
    guard mark.isEmpty || accepts(word) else { return false }
    let value = word.part(mark.utf8.count..<word.count)
    switch kind {
    case .count: return word.isDash || word.number != nil
    case .open where value.isDash: return true
    case .number where value.number == nil: return false
    case .literal(let literal) where !word.spells(literal): return false
    default: break
    }
    json.begin(self)
    switch kind {
    case .number: json.append(bytes: value)
    case .index where value.number != nil: json.append(bytes: value)
    case .flag: json.append("true")
    default: json.append(jsonOf: value)
    }
    return true
  }
}

extension WireBuffer {
  /// Appends `KEY=VALUE…` as an object.
  fileprivate mutating func append(settings: [Word]) -> Bool {
    append("{")
    for word in settings {
      guard let (key, value) = word.split(at: UInt8(ascii: "=")) else { return false }
      separate()
      append(jsonOf: key)
      append(":")
      if value.number != nil { append(bytes: value) } else { append(jsonOf: value) }
    }
    append("}")
    return true
  }
}
