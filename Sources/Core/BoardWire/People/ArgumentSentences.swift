import BoardModel

// The sentences about the words and keys of a command.

extension ErrorSentences {
  static func missingArgument(_ name: String, _ verb: Verb?) -> String {
    if name == "kind" { return "Say {\"kind\":\"who\"}: the kind of an object is its verb." }
    guard let form = name == "BOARD" && verb != .create ? boards : form(of: name) else {
      return usage(verb)
    }
    return "\(usage(verb)); \(form).\(name == "TEXT" ? textHint(verb) : "")"
  }

  /// How a text is written that would be read as a field, for somebody whose text was.
  private static func textHint(_ verb: Verb?) -> String {
    guard let verb, LineSchema.command(verb).mayHaveFields else { return "" }
    return " A text that begins like a field has a backslash in front of its =."
  }

  static func badArgument(_ word: String, _ verb: Verb?) -> String {
    if word == "TOKEN" {
      return "A token is \(Limits.tokenCharacters) to \(Limits.nameBytes) of A-Z a-z 0-9 _ -."
    }
    guard let verb else { return usage(nil) }
    let name = String(word.prefix { $0 != "=" })
    if case .policy = verb, let key = PolicyKey(rawValue: name) { return values(of: key) }
    let parts = LineSchema.command(verb).parts
    if name != word, let key = parts.first(where: { $0.isKey && $0.name == name }) {
      return "\(name) takes \(key.values). \(usage(verb))"
    }
    if word == "\(name)=", parts.contains(where: { $0.role == .fields }) {
      return "\(usage(verb)); \(name) takes a value, in JSON a string."
    }
    if let json = jsonForm(of: parts.first { $0.name == word }) {
      return "\(usage(verb)); in JSON, \(name) is \(json)."
    }
    return wrong(wordIn: verb, word)
  }

  /// What a member of an object has to be.
  private static func jsonForm(of part: LineSchema.Part?) -> String? {
    switch part?.json {
    case .string, .escaped, .text: "a string"
    case .number: "a number"
    case .numberOrString, .setting: "a number or a string"
    case .list: "an array of strings"
    case .flag: "true or false"
    case .fields: "an object with a string or null for each field"
    case .lineCount, nil: nil
    }
  }

  /// The values of a policy's key.
  private static func values(of key: PolicyKey) -> String {
    let place = key.isOfBoard ? ", and is set for the board: policy * \(key.rawValue)=…" : ""
    let inherit = key == .title ? "" : ", or inherit"
    return "\(key.rawValue) takes \(key.values)\(inherit)\(place)."
  }

  /// A word has another form than its place wants.
  private static func wrong(wordIn verb: Verb, _ word: String) -> String {
    let words = LineSchema.command(verb).parts.filter(\.isWord)
    let isList = word.hasPrefix(",") || word.hasSuffix(",") || word.contains(",,")
    let names = words.map { $0.name.uppercased() }
    guard let name = isList ? names.first : names.last, let form = form(of: name) else {
      return usage(verb)
    }
    return "\(usage(verb)); \(form).\(guess(word, as: name, in: verb))"
  }

  /// What a word of this name looks like, for somebody who wrote another one.
  package static func form(_ name: String, insteadOf word: String) -> String {
    "\(form(of: name) ?? name).\(guess(word, as: name, in: nil))"
  }

  /// What somebody meant who wrote the word for a place, a section or a drag.
  private static func guess(_ word: String, as name: String, in verb: Verb?) -> String {
    let word = name == "PLACE" && !word.behindColon.isEmpty ? word.behindColon : word
    return meaning(of: word, as: name, in: verb)
  }

  private static func meaning(of word: String, as name: String, in verb: Verb?) -> String {
    switch name {
    case "PLACE" where isNumber(word): " Did you mean \(word).0 or end:\(word)?"
    case "PLACE" where word == "end" || word == "start": " Say of which section: \(word):s1."
    case "PLACE" where word == "before" || word == "after": " Say of which item: \(word):i1."
    case "PLACE" where isDrag(word): " A drag is named by a key: drag=\(word)."
    case "PLACE" where word.first == "s" && isGivenID(word):
      " Did you mean start:\(word) or end:\(word)?"
    case "PLACE" where word.first == "i" && isGivenID(word):
      " Did you mean before:\(word) or after:\(word)?"
    case "INDEX" where word == "start": " The first is 0."
    case "INDEX" where word.first == "s" && isGivenID(word):
      " Did you mean before:\(word) or after:\(word)?"
    case "DRAG" where verb == .perform: " \"propose PLACE\" says where to drop."
    default: ""
    }
  }

  static func tooManyArguments(_ word: String, _ verb: Verb?) -> String {
    guard let verb else { return usage(nil) }
    return extraHint(word, LineSchema.command(verb), verb) + usage(verb)
  }

  private static func extraHint(_ word: String, _ schema: LineSchema, _ verb: Verb) -> String {
    if let key = nearestKey(to: word, in: schema) {
      return "Did you mean \(key)? A key is written as KEY=VALUE, behind the words. "
    }
    if isNumber(word), schema.parts.contains(where: { $0.name == "rev" }) {
      return "Did you mean rev=\(word)? "
    }
    if schema.mayHaveFields {
      return "A value has no blanks: write a backslash and u{20} for each. "
    }
    if schema.parts.last(where: \.isWord)?.name == "items" {
      return "Several items are written with commas and no blanks: i1,i2. "
    }
    let value = schema.parts.last(where: \.isWord).flatMap { form(of: $0.notation) }
    return value == form(of: "BOARD") ? "A name has no blanks; write - or _. " : ""
  }

  static func unknownKey(_ key: String, _ verb: Verb?) -> String {
    guard let verb else { return usage(nil) }
    let schema = LineSchema.command(verb)
    var sentence = nearestKey(to: key, in: schema).map { "Did you mean \($0)? " } ?? ""
    if verb == .policy {
      return sentence + "Keys: \(PolicyKey.allCases.map(\.rawValue).joined(separator: ", "))."
    }
    sentence += usage(verb)
    guard schema.parts.last?.role == .text || schema.parts.last?.role == .trailingText else {
      return sentence
    }
    return sentence + "; in a text, write a backslash before the = of \(key)="
  }

  /// The key of a command that a word is or nearly is, as it is written: `force=yes`.
  private static func nearestKey(to word: String, in schema: LineSchema) -> String? {
    let name = word.prefix { $0 != "=" }.lowercased().drop { $0 == "-" }
      .map { $0 == "_" ? "-" : $0 }
    let keys = schema.parts.filter(\.isKey)
    let written = String(name)
    let known = keys.first { $0.name == written } ?? initial(of: written, among: keys)
    if let known { return known.typed }
    let nearest = SpellingHint.nearest(to: written, among: keys.map(\.name))
    return keys.first { $0.name == nearest }?.typed
  }

  /// The key of which only the first letter was written: `-f`.
  private static func initial(
    of word: String, among keys: [LineSchema.Part]
  ) -> LineSchema.Part? {
    word.count == 1 ? keys.first { $0.name.hasPrefix(word) } : nil
  }
}

extension ErrorSentences {
  static func badNumber(_ word: String, _ verb: Verb?) -> String {
    let rule = "A number has digits only and no leading zeros, such as 0 or 12."
    let last = verb.flatMap { LineSchema.command($0).parts.last(where: \.isWord) }
    guard last?.name == "index", let form = form(of: "INDEX") else {
      return "\(rule) \(usage(verb))"
    }
    return "\(rule) \(usage(verb)); \(form)."
  }

  static func badName(_ word: String, _ verb: Verb?) -> String {
    guard let verb else { return nameRule }
    let first = LineSchema.command(verb).parts.first(where: \.isWord)
    let name = first?.name.uppercased() ?? "BOARD"
    if word.utf8.contains(UInt8(ascii: "=")),
      let key = nearestKey(to: word, in: LineSchema.command(verb))
    {
      return "Did you mean \(key)? Keys are written in small letters. \(usage(verb))"
    }
    if isDrag(word) { return "\(word) is the id of a drag. \(usage(verb))" }
    if let slash = word.utf8.firstIndex(of: UInt8(ascii: "/")), name != "BOARD", name != "CLIENT" {
      let rest = word[word.utf8.index(after: slash)...]
      return "A board is named by a key: \(rest) board=\(word[..<slash]). \(usage(verb))"
    }
    guard let form = form(of: name) else { return nameRule }
    if isNumber(word), name == "ITEM" || name == "ITEMS" {
      return "\(word) alone is a section; \(form). \(usage(verb))"
    }
    return "\(capital(form)), without quotes or brackets. \(usage(verb))"
  }

  private static let nameRule =
    "A name is 1 to 64 of A-Z a-z 0-9 _ -, not only digits, not d and digits, and no - in front."

  private static let boards = "\"boards\" lists the boards"

  static func isNumber(_ word: String) -> Bool { word.utf8.allSatisfy(\.isDigit) }

  private static func isDrag(_ word: String) -> Bool {
    word.hasPrefix("d") && word.count > 1 && isNumber(String(word.dropFirst()))
  }

  /// Whether the word looks like an id that a server gives: a letter and a number.
  private static func isGivenID(_ word: String) -> Bool {
    word.count > 1 && isNumber(String(word.dropFirst()))
  }

  private static func capital(_ sentence: String) -> String {
    sentence.prefix(1).uppercased() + sentence.dropFirst()
  }
}
