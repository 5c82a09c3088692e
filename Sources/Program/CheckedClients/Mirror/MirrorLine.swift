/// A parsed line of a server, as `protocol/README.md` describes.
package struct MirrorLine: Sendable {
  /// The words after the kind.
  package let words: [String]
  package let keys: [String: String]
  /// The rest of the line, with its escapes.
  package let text: String

  /// Parses a line of a kind with this many words.
  package init(_ line: String, words count: Int) throws {
    let parts = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > count else { throw Mirror.Fault("too few words: \(line)") }
    words = Array(parts[1...].prefix(count))
    guard !words.contains(where: { $0.isEmpty || Self.isKey($0) }) else {
      throw Mirror.Fault("not \(count) words: \(line)")
    }
    var keys: [String: String] = [:]
    var rest = parts[(count + 1)...]
    while let word = rest.first, Self.isKey(word) {
      let parts = rest.removeFirst().split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false
      ).map(String.init)
      guard parts.count == 2, keys.updateValue(parts[1], forKey: parts[0]) == nil else {
        throw Mirror.Fault("a key without a value, or twice: \(line)")
      }
    }
    self.keys = keys
    text = rest.joined(separator: " ")
  }

  /// The keys that are fields of an item, as changes: one without a value is gone (19.3).
  var changes: [String: String] { keys.filter { $0.key != "was" } }

  /// The keys that are fields of an item.
  var fields: [String: String] {
    get throws {
      guard !changes.values.contains("") else { throw Mirror.Fault("a field without a value") }
      return changes
    }
  }

  /// The elements of a list; none if the key is missing.
  func list(_ key: String) -> [String] { keys[key]?.split(separator: ",").map(String.init) ?? [] }

  private static func isKey(_ word: String) -> Bool {
    guard let sign = word.utf8.firstIndex(of: UInt8(ascii: "=")),
      let first = word.utf8.first, isLetter(first)
    else { return false }
    return word.utf8[..<sign].allSatisfy { byte in
      isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
}
