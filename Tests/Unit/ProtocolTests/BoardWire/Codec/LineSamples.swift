import BoardModel
import Simulation

/// Random lines of the protocol, by their forms in `protocol/lines.md`.
struct LineSamples {
  private var random: SeededRandom

  init(seed: Int) { random = SeededRandom(seed: seed) }

  /// A line of a form such as `open BOARD [since=REV] … [TEXT]`.
  ///
  /// - Parameter side: Whose line it is: in a client's, items may be paths and indices may be places.
  mutating func line(of form: String, isClients: Bool) -> String {
    var words: [String] = []
    var keys: [String] = []
    for token in form.split(separator: " ").map(String.init) {
      let isOptional = token.hasPrefix("[")
      if isOptional && Bool.random(using: &random) { continue }
      let bare = token.hasPrefix("FIELD=") ? token : token.trimming("[]")
      if bare.hasPrefix("FIELD=") {
        let mayGo = token.contains("=[VALUE]")
        keys += form.hasPrefix("fields ") ? types(mayGo: mayGo) : fields(mayGo: mayGo)
      } else if bare == "KEY=VALUE…" {
        keys += policies()
      } else if let sign = bare.firstIndex(of: "=") {
        let notation = String(bare[bare.index(after: sign)...])
        // Of a drop, not of a goodbye.
        let value = notation == "REASON" ? pick("limit", "type") : value(notation, isClients)
        keys.append("\(bare[..<sign])=\(value)")
      } else if bare == "TEXT" {
        words.append(bare)
      } else {
        // Behind a section ITEMS is a number.
        let isCount = bare == "ITEMS" && words.first?.hasSuffix("section") == true
        let isPlain = !isCount && !["FROM", "TO"].contains(bare)
        words.append(
          isCount
            ? number() : !isPlain ? end(of: form) : isName(bare) ? value(bare, isClients) : bare)
      }
    }
    guard words.last == "TEXT" else { return (words + keys).joined(separator: " ") }
    return (words.dropLast() + keys).joined(separator: " ") + " " + text()
  }

  /// What FROM and TO are in a line of this form.
  private mutating func end(of form: String) -> String {
    switch form.prefix(while: { $0 != " " }) {
    case "move": path()
    case "renamed", "rename-board", "ok": id()
    default: number()
    }
  }

  /// Whether a token of a form stands for a value.
  private func isName(_ token: String) -> Bool {
    token.unicodeScalars.allSatisfy { $0.value >= 0x41 && $0.value <= 0x5A }
  }

  private mutating func value(_ notation: String, _ isClients: Bool) -> String {
    switch notation {
    case "ITEM": isClients ? item() : id()
    case "ITEMS", "BOARDS": list { isClients ? $0.item() : $0.id() }
    case "DRAGS": list { "d\($0.number())" }
    case "DRAG": "d\(number())"
    case "SECTION": isClients ? section() : id()
    case "PLACE": place()
    case "INDEX": isClients ? sectionPlace() : number()
    case "PATH": path()
    case "REV", "N", "COUNT", "VERSION", "SECTIONS": number()
    case "LINES": "0"
    case "OP": pick("move", "copy")
    case "OPS": pick("move", "copy", "move,copy")
    case "FORM": pick("text", "json")
    case "CONTENT": "counts"
    case "TIME": pick("250ms", "2s", "60s", "1ms")
    case "EPOCH": pick("k7qx", "0000", "abcdefgh12345678")
    case "SPACE": pick("main", "7", "a-b_c")
    case "TOKEN": "a-long-secret"
    case "TYPE": pick("text/plain", "item", "a+b-c_d.e")
    case "ANCHOR": pick("before:", "after:", "start:", "end:") + id()
    case "VERDICT": pick("move", "copy")
    case "STATE": pick("lifted", "lost")
    case "OUTCOME": pick("cancelled", "expired", "gone", "shutdown")
    case "REASON": pick("quit", "shutdown", "full")
    case "CODE": pick("board-in-use", "too-shy")
    case "ROLE": pick("viewer", "editor", "owner")
    case "CHOICE": pick("selected", "deselected")
    case "TARGET": isClients ? pick("*", section()) : pick("*", id())
    case "VERB": "open"
    case "METRIC": pick("connections", "uptime-seconds", "disk-full")
    case "at", "yes": notation
    default: id()
    }
  }
}

extension LineSamples {
  private mutating func pick(_ choices: String...) -> String {
    choices.randomElement(using: &random) ?? ""
  }

  private mutating func number() -> String {
    pick("0", "7", "42", "9007199254740991", "\(Int.random(in: 0...10_000, using: &random))")
  }

  private mutating func id() -> String {
    pick("i1", "none", "copy", "cancelled", "replayed", "move", "yes", "a-b_c", "7a", "D7", "end")
  }

  private mutating func path() -> String { "\(number()).\(number())" }

  private mutating func item() -> String {
    let path = path()
    return pick(id(), path, "\(path)@\(number())")
  }

  private mutating func section() -> String { pick(id(), number()) }

  private mutating func sectionPlace() -> String {
    let section = section()
    return pick(number(), "before:\(section)", "after:\(section)", "end")
  }

  private mutating func place() -> String {
    let (item, section, path) = (item(), section(), path())
    return pick(
      path, "\(path)@3", "before:\(item)", "after:\(item)", "start:\(section)",
      "end:\(section)")
  }

  private mutating func list(_ element: (inout LineSamples) -> String) -> String {
    var elements: [String] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) { elements.append(element(&self)) }
    return elements.joined(separator: ",")
  }

  private mutating func policies() -> [String] {
    let all = [
      pick("ops=move", "ops=none", "ops=move,copy", "ops=inherit"), pick("draggable=no"),
      pick("max-items=none", "max-items=3"), pick("types=any", "types=item,text/plain"),
      pick("accept=any", "accept=label:red,light\\u{20}blue,", "accept=due:=\\\\"),
      pick("on-drop=none", "on-drop=set:done:yes", "on-drop=set:a:", "on-drop=set:due:a:b=é"),
      pick("empty=remove", "empty=keep"), pick("on-choose=delete", "on-choose=move:s1"),
    ]
    return all.filter { _ in Bool.random(using: &random) }
  }

  /// Fields in the order in which they are written.
  private mutating func fields(mayGo: Bool) -> [String] {
    let names = ["a", "due", "z" + String(repeating: "9", count: 31)]
    let first = Int.random(in: 0..<names.count, using: &random)
    return names[first...].map { name in
      let value = pick("yes", "2026-12-01", "a=b", "two\\u{20}words", "\\\\\\n", "é🍐")
      return mayGo && Bool.random(using: &random) ? "\(name)=" : "\(name)=\(value)"
    }
  }

  /// Types of fields in the order in which they are written.
  private mutating func types(mayGo: Bool) -> [String] {
    ["amount", "done", "due", "label"].map { name in
      mayGo && Bool.random(using: &random)
        ? "\(name)=" : "\(name)=" + pick("flag", "number", "date", "set", "text")
    }
  }

  /// A text with its escapes, as it is written canonically.
  private mutating func text() -> String {
    pick(
      "Bread", "two  blanks ", " a", "e\\=mc2", " e\\=mc2", "=x", "E=mc2", "a b=c", "\\\\\\n",
      "\\u{202e}é🍐", "| #1 {", "none", "-", "\\u{7f}")
  }
}

extension String {
  fileprivate func trimming(_ characters: String) -> String {
    String(drop { characters.contains($0) }.reversed().drop { characters.contains($0) }.reversed())
  }
}
