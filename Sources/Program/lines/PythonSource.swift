/// Writes the tables that the Python client needs: a method for each command, and what a client does after a code.
struct PythonSource {
  private static let width = 100

  let commands: CommandTable
  let codes: CodeTable
  let policies: PolicyTable
  let schemas: SchemaSource

  /// The methods.
  var methods: String {
    let head = [
      Self.mark(of: "lines.md"), "\"\"\"A method for each command of the protocol.\"\"\"", "",
      "from typing import Any, Dict, Generic, List, Mapping, Optional, Sequence, TypeVar, Union",
      "", "Result = TypeVar(\"Result\")",
      "Names = Union[str, Sequence[str]]", "\"\"\"One id or name, or several of them.\"\"\"", "",
      "", "def _list(names: Optional[Names]) -> Optional[List[str]]:",
      "    if names is None:", "        return None",
      "    return [names] if isinstance(names, str) else list(names)", "", "",
      "class Commands(Generic[Result]):",
      "    \"\"\"A method for each command of the protocol. `ask` sends it, and says what comes back.\"\"\"",
      "",
      "    def ask(self, command: Dict[str, Any], tag: Optional[str] = None) -> Result:",
      "        \"\"\"Sends a command, an object of the JSON form; members that are `None` are left out.\"\"\"",
      "        raise NotImplementedError",
    ]
    let methods = commands.rows.filter { !$0.isOfConnection }.flatMap { [""] + method($0) }
    return (head + methods).joined(separator: "\n") + "\n"
  }

  private func method(_ command: CommandRow) -> [String] {
    let name = command.verb.replacing("-", with: "_")
    var parameters = ["self"] + command.positional.map(parameter)
    if command.isBlock { parameters.append("rows: Sequence[Mapping[str, Any]]") }
    parameters.append("*")
    parameters += command.named.map(parameter) + ["tag: Optional[str] = None"]
    var members = ["\"kind\": \"\(command.verb)\""]
    members += (command.positional + command.named).map(member)
    if command.isBlock { members.append("\"rows\": list(rows)") }
    return wrapped("    def \(name)(", parameters, ") -> Result:")
      + documentation(of: command)
      + wrapped("        return self.ask({", members, "}, tag)")
  }

  private func documentation(of command: CommandRow) -> [String] {
    let parts = command.form.parts.compactMap { part in
      commands.meaning(of: part, in: command).map { "`\(part.pythonName)`: \($0)." }
    }
    let first = "        \"\"\"\(command.meaning.sentence)"
    guard !parts.isEmpty else { return ["\(first)\"\"\""] }
    return [first, ""] + parts.map { "        \($0)" } + ["        \"\"\""]
  }

  private func parameter(_ part: LineForm.Part) -> String {
    switch part.role {
    case .flag: return "\(part.pythonName): bool = False"
    case .settings: return "settings: Optional[Mapping[str, Any]] = None"
    case .fields:
      return part.isOptional ? "fields: \(Self.optionalFields)" : "fields: \(Self.fields)"
    case .trailingText: return "text: str = \"\""
    case .word, .fact, .text, .literal: return "\(part.pythonName): \(type(of: part))"
    case .lastWord, .key: return "\(part.pythonName): Optional[\(type(of: part))] = None"
    }
  }

  private static let fields = "Mapping[str, Optional[str]]"
  private static let optionalFields = "Optional[Mapping[str, str]] = None"

  private func type(of part: LineForm.Part) -> String {
    switch schemas.json(of: part.notation) {
    case "number": "int"
    case "numberOrString": "Union[int, str]"
    case "list": "Names"
    default: "str"
    }
  }

  private func member(_ part: LineForm.Part) -> String {
    let name = part.pythonName
    switch part.role {
    case .flag: return "\"\(part.name)\": \(name) or None"
    case .settings: return "**(settings or {})"
    case .fields:
      return part.isOptional
        ? "\"fields\": dict(fields) if fields else None" : "\"fields\": dict(fields)"
    case .word, .lastWord, .literal, .fact, .key, .text, .trailingText:
      let isList = schemas.json(of: part.notation) == "list"
      return "\"\(part.name)\": \(isList ? "_list(\(name))" : name)"
    }
  }

  /// Elements between two brackets: on one line if they fit, otherwise each on its own.
  private func wrapped(_ head: String, _ elements: [String], _ tail: String) -> [String] {
    let whole = "\(head)\(elements.joined(separator: ", "))\(tail)"
    guard whole.count > Self.width else { return [whole] }
    let indent = String(repeating: " ", count: head.prefix { $0 == " " }.count)
    return [head] + elements.map { "\(indent)    \($0)," } + ["\(indent)\(tail)"]
  }

  /// What a client does after a code, and what holds where nobody has set a policy.
  ///
  /// - Throws: If a table has no column that is needed.
  func tables() throws(TableMistake) -> String {
    let changing = commands.rows.filter { !$0.change.isEmpty }.map(\.verb)
    var lines = [
      Self.mark(of: "lines.md and errors.md"),
      "\"\"\"What a client does after a code, and the defaults of policies.\"\"\"", "",
      "from typing import Dict, FrozenSet, NamedTuple", "", "",
      "class Code(NamedTuple):",
      "    \"\"\"What a code means, whose fault it is, and what makes the same command worth sending again.\"\"\"",
      "", "    meaning: str", "    fault: str", "    retry: str", "    may_retry: bool", "", "",
      "CHANGING: FrozenSet[str] = frozenset((",
    ]
    lines += changing.map { "    \"\($0)\"," }
    lines.append("))")
    lines.append(
      "\"\"\"The commands that can change something: their tag is remembered (9.3).\"\"\"")
    for (name, doc, codes) in [
      ("REFUSALS", "The codes of `refused`.", codes.refusals),
      ("ERRORS", "The codes of `error`.", codes.errors),
      ("BYES", "The reasons of `bye`.", codes.byes),
    ] {
      lines += ["", "\(name): Dict[str, Code] = {"]
      for code in codes { lines.append(try Self.row(code)) }
      lines += ["}", "\"\"\"\(doc)\"\"\""]
    }
    lines += ["", "POLICIES: Dict[str, str] = {"]
    lines += policies.keys.map { "    \"\($0.key)\": \"\($0.standard)\"," }
    lines += ["}", "\"\"\"The value of each key of a policy that nobody has set.\"\"\""]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func row(_ code: CodeTable.Code) throws(TableMistake) -> String {
    let cells = [code.meaning, try code.row.cell("fault"), try code.row.cell("retry")]
    let words = cells.map { cell in
      "\"\(cell.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
    return "    \"\(code.code)\": Code(\(words.joined(separator: ", ")), "
      + "\(try code.mayRetry() ? "True" : "False")),"
  }

  private static func mark(of pages: String) -> String {
    "# Made from protocol/\(pages) by `swift run lines`. What is changed here is lost."
  }
}
