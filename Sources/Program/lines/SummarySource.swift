/// Writes tables of the rules that sum up what `lines.md` says of each verb.
struct SummarySource {
  let table: CommandTable

  /// The verbs of each profile.
  var profiles: [String] {
    ["| profile | commands |", "| --- | --- |"]
      + table.profiles.map { profile in
        let verbs = table.rows.filter { $0.profile == profile }.map(\.verb)
        return "| `\(profile)` | \(Self.list(verbs)) |"
      }
  }

  /// What each role allows.
  var roles: [String] {
    ["| role | allows |", "| --- | --- |"]
      + CommandTable.roles.map { role in
        let usual = table.rows.filter { $0.role?.usual == role }
        let (global, plain) = (
          usual.filter { $0.subject == .all }, usual.filter { $0.subject != .all }
        )
        var parts = [Self.list(plain.map { "\($0.verb)" })]
        for (part, shown) in [("force", "`force=yes`"), ("settings", "settings")] {
          let verbs = table.rows.filter {
            $0.role?.with?.role == role && $0.role?.with?.part == part
          }
          if !verbs.isEmpty { parts.append("\(shown) of \(Self.list(verbs.map(\.verb)))") }
        }
        if !global.isEmpty { parts.append("on all boards (`*`): \(Self.list(global.map(\.verb)))") }
        return "| `\(role)` | \(parts.joined(separator: "; ")) |"
      }
  }

  private static func list(_ verbs: [String]) -> String {
    verbs.map { "`\($0)`" }.joined(separator: ", ")
  }

  /// A page with the lines between the marks of a table.
  ///
  /// - Throws: If the page has no such marks.
  static func page(
    _ text: String, file: String, _ name: String, _ lines: [String]
  ) throws(TableMistake) -> String {
    var page = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let start = page.firstIndex(where: { $0.hasPrefix("<!-- \(name): made of lines.md") }),
      let end = page[start...].firstIndex(of: "<!-- to here -->")
    else { throw TableMistake(file: file, line: 1, reason: "there are no marks of \"\(name)\"") }
    page.replaceSubrange((start + 1)..<end, with: [""] + lines + [""])
    return page.joined(separator: "\n")
  }
}
