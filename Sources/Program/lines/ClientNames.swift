/// What the parts of commands are called in the clients of other languages.
extension LineForm.Part {
  /// Whether a command may be without the part.
  var isOptional: Bool {
    switch role {
    case .fields: form.hasPrefix("[")
    case .word, .fact, .text, .literal: false
    case .lastWord, .key, .flag, .settings, .trailingText: true
    }
  }

  /// The name in Python, where `from` is no name.
  var pythonName: String { name == "from" ? "from_" : jsonName }

  /// The name of the member in the JSON form.
  var jsonName: String { role == .fields ? "fields" : name }
}

extension CommandRow {
  /// Whether a client sends the command for itself: to be greeted, to watch boards, and to leave.
  var isOfConnection: Bool { ["hello", "space", "open", "close", "quit"].contains(verb) }

  /// The parts in the order of parameters: what must be there is in front, and keys are named.
  var positional: [LineForm.Part] {
    let words = form.parts.filter { !$0.role.isKey && $0.role != .literal }
    return words.filter { !$0.isOptional } + words.filter(\.isOptional)
  }

  /// The keys, and the settings if there are any.
  var named: [LineForm.Part] { form.parts.filter(\.role.isKey) }

  /// Whether rows follow the command.
  var isBlock: Bool { family == "block" }
}

extension CodeTable.Code {
  /// Whether a client may connect again, or send the command again, without a person who does something first.
  ///
  /// - Throws: If the table does not say whose fault it is, or what makes a retry useful.
  func mayRetry() throws(TableMistake) -> Bool {
    let (fault, retry) = (try row.cell("fault"), try row.cell("retry"))
    return fault != "user" && !retry.hasPrefix("never")
  }
}
