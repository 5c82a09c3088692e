/// Writes the tables that the JavaScript client needs: the types of commands, what a client does after a `bye`, and which
/// names no field has.
struct ScriptSource {
  let commands: CommandTable
  let codes: CodeTable
  let policies: PolicyTable
  let schemas: SchemaSource
  let fieldNames: FieldNameSource

  /// The types.
  var types: String {
    let head = [
      "// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.", "",
      "/** What every command may have: its reply begins with the tag. */",
      "interface Tagged {", "  tag?: string;", "}",
    ]
    let names = commands.rows.map { "\n  | \($0.verb.typeName)Command" }
    let all = ["", "/** A command of the JSON form. */", "export type Command =\(names.joined());"]
    return (head + commands.rows.flatMap(interface) + all).joined(separator: "\n") + "\n"
  }

  private func interface(_ command: CommandRow) -> [String] {
    var lines = ["", "/** \(command.meaning.sentence) */"]
    lines.append("export interface \(command.verb.typeName)Command extends Tagged {")
    lines.append("  kind: '\(command.verb)';")
    for part in command.positional + command.named {
      if let meaning = commands.meaning(of: part, in: command) {
        lines.append("  /** \(meaning.sentence) */")
      }
      lines.append("  \(member(part));")
    }
    if command.isBlock { lines.append("  rows: object[];") }
    return lines + ["}"]
  }

  private func member(_ part: LineForm.Part) -> String {
    let name = part.name.contains("-") ? "'\(part.name)'" : part.name
    switch part.role {
    case .flag: return "\(name)?: boolean"
    case .settings: return "[setting: string]: unknown"
    case .fields:
      let value = part.name == "changes" ? "string | null" : "string"
      return "fields\(part.isOptional ? "?" : ""): Record<string, \(value)>"
    case .word, .lastWord, .literal, .fact, .key, .text, .trailingText:
      return "\(name)\(part.isOptional ? "?" : ""): \(type(of: part))"
    }
  }

  private func type(of part: LineForm.Part) -> String {
    switch schemas.json(of: part.notation) {
    case "number": "number"
    case "numberOrString": "number | string"
    case "list": "string[]"
    default: "string"
    }
  }

  /// The tables.
  ///
  /// - Throws: If a table has no column that is needed.
  func tables() throws(TableMistake) -> String {
    var lines = [
      "// Made from protocol/lines.md and errors.md by `swift run lines`. What is changed here is lost.",
      "",
      "/** The reasons of `bye` after which a client waits for a person before it connects again. */",
      "export const finalReasons = new Set([",
    ]
    for code in codes.byes where !(try code.mayRetry()) { lines.append("  '\(code.code)',") }
    lines += ["]);", "", "/** The value of each key of a policy that nobody has set. */"]
    lines.append("export const policyDefaults = {")
    for key in policies.keys where key.kind != .title {
      let name = key.key.contains("-") ? "'\(key.key)'" : key.key
      lines.append("  \(name): '\(key.standard)',")
    }
    lines += [
      "};", "", "/** The names that no field of an item has. */",
      "export const noFields = new Set([",
    ]
    for name in fieldNames.names { lines.append("  '\(name)',") }
    return (lines + ["]);"]).joined(separator: "\n") + "\n"
  }
}
