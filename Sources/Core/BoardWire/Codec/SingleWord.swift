import BoardModel

/// Reads single words, such as a program's command-line arguments, as lines have them.
public enum SingleWord {
  /// Reads a list of ids and index paths: `i2,0.1`.
  ///
  /// - Throws: what `Command` would say of such a word; so do the others.
  public static func items(_ word: String) throws(LineError) -> ItemReferences { try read(word) }

  public static func item(_ word: String) throws(LineError) -> ItemReference { try read(word) }

  public static func section(_ word: String) throws(LineError) -> SectionReference {
    try read(word)
  }

  public static func place(_ word: String) throws(LineError) -> Place { try read(word) }

  /// Reads a place for a section: an index, `before:s1`, `after:s1` or `end`.
  public static func sectionPlace(_ word: String) throws(LineError) -> SectionPlace {
    try read(word)
  }

  /// Reads whose policy is meant: a section, or `*` for the board.
  public static func target(_ word: String) throws(LineError) -> PolicyRequest.Target {
    try read(word)
  }

  /// Reads a token: 16 to 64 letters, digits, `_` and `-`.
  public static func token(_ word: String) throws(LineError) -> String {
    try (read(word) as Token).string
  }

  static func read<Value: WireValue>(_ word: String) throws(LineError) -> Value {
    guard word.isWord else { throw .quoting(word, LineError.badArgument) }
    let bytes = Array(word.utf8)
    return try bytes.span.bytes.withUnsafeBytes { word throws(LineError) in try Value(word) }
  }
}

extension String {
  /// Whether this is one word of a line: no blank, no control byte.
  var isWord: Bool { !isEmpty && utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } }
}
