/// What is still to be typed of a command.
public enum CommandHint {
  /// The parts of the form of a command behind those that a line has: `PLACE [force=yes]` for `move i2`.
  ///
  /// - Returns: Nothing if the line has no verb, or is one of the JSON form.
  public static func rest(of line: String) -> String {
    var words = line.split(separator: " ")
    if words.first?.hasPrefix("#") == true { words.removeFirst() }
    guard let word = words.first, !(words.count == 1 && !line.hasSuffix(" ")),
      let verb = Array(word.utf8).withUnsafeBytes({ VerbTable.verb($0) })
    else { return "" }
    let parts = LineSchema.command(verb).form.split(separator: " ").dropFirst()
    let typed = words.dropFirst().filter { !isKey($0) }.count
    let keys = Set(words.compactMap { isKey($0) ? $0.prefix { $0 != "=" } : nil })
    let required = parts.prefix { !$0.hasPrefix("[") || !$0.contains("=") }
    let optional = parts.dropFirst(required.count).filter { part in
      !keys.contains(part.dropFirst(part.hasPrefix("[") ? 1 : 0).prefix { $0 != "=" })
    }
    return (required.dropFirst(typed) + optional).joined(separator: " ")
  }

  private static func isKey(_ word: Substring) -> Bool {
    let name = word.prefix { $0 != "=" }
    return name.count < word.count && name.first?.isLowercase == true
  }
}
