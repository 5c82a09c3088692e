/// A parsed command of a client, in either form.
public struct SentCommand: Sendable {
  public let tag: String?
  /// The verb, in lower case.
  public let verb: String
  /// The words between the verb and the first key, in the text form.
  public let words: [String]
  private let keys: [String: String]
  private let isJSON: Bool

  /// - Returns: nil if the line has no verb.
  public init?(_ line: String) {
    isJSON = line.hasPrefix("{")
    if isJSON {
      guard let object = JSON(line), case .object(let members) = object,
        let kind = object["kind"]?.string
      else { return nil }
      (tag, verb, words) = (object["tag"]?.string, kind.lowercased(), [])
      let values = members.compactMap { member in
        FieldValue.json(member.value).string.map { (member.name, $0) }
      }
      keys = Dictionary(values) { first, _ in first }
    } else {
      var tokens = line.split(separator: " ").map(String.init)[...]
      tag = tokens.first.flatMap { $0.hasPrefix("#") ? String($0.dropFirst()) : nil }
      if tag != nil { tokens.removeFirst() }
      guard let first = tokens.first else { return nil }
      verb = first.lowercased()
      words = Array(tokens.dropFirst().prefix { !$0.contains("=") })
      let pairs = tokens.dropFirst(1 + words.count).prefix { $0.contains("=") }
        .map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
      keys = Dictionary(pairs.map { (String($0[0]), String($0[1])) }) { first, _ in first }
    }
  }

  /// The value of a key, or of the WORD that has this name in the JSON form.
  public func value(_ name: String, orWord index: Int? = nil) -> String? {
    keys[name] ?? index.flatMap { words.indices.contains($0) ? words[$0] : nil }
  }

  /// Whether all lines up to `end` are its rows.
  public var beginsBlock: Bool { !isJSON && (verb == "batch" || verb == "replace") }

  /// Whether it requests a listing of the whole server.
  var isOfWholeServer: Bool {
    switch verb {
    case "boards": true
    case "find": value("board") == nil
    case "who", "drags": value("board", orWord: 0) == nil
    default: false
    }
  }
}
