/// A bidirectional mapping between the names of a transcript and those of a shared server.
///
/// Names that the transcript chooses (boards, clients) get a suffix, so that they are unique there.
/// Names that a server counts (`guest-1`, `d1`, `i1`, `s1`) are bound to the server's name at their
/// first expected occurrence; the mapping is one to one.
///
/// Names are found as whole words anywhere in a line, including texts. Sent and expected lines use
/// the same mapping, so a text that looks like a name survives the round trip.
public struct NameMapping: Sendable {
  /// From the transcript's names to the server's, and back.
  private var outward: [String: String] = [:]
  private var inward: [String: String] = [:]
  /// Names of the transcript that were sent before the server assigned any: they are unbound.
  private var unknown: Set<String> = []

  public init() {}

  /// The mapping for a scenario on a shared server.
  ///
  /// Ids of the given items that look like server ids map to themselves. One that is also the name
  /// of a board keeps its suffix: without it the board would be another client's.
  ///
  /// - Parameter ending: the suffix for the names of this scenario.
  public init(of scenario: Scenario, ending: String) {
    for name in scenario.boardNames.union(scenario.clientNames) { rename(name, ending: ending) }
    for line in scenario.boards.flatMap(\.lines) {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      if words.count > 1, server(words[1]) == words[1] { keep(words[1]) }
    }
  }

  /// Appends the suffix to a name of the transcript.
  public mutating func rename(_ name: String, ending: String) { bind(name, to: name + ending) }

  /// Maps a name to itself.
  public mutating func keep(_ name: String) { bind(name, to: name) }

  /// The server's name for this, if known.
  public func server(_ name: String) -> String { outward[name] ?? name }

  private mutating func bind(_ name: String, to other: String) {
    if let old = outward.updateValue(other, forKey: name) { inward[old] = nil }
    inward[other] = name
  }

  /// Maps lines, or parts of them, to the server's names.
  public mutating func sent(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var (last, lastSent): (ArraySlice<UInt8>, [UInt8]) = ([], [])
    var rest = bytes[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
      // Oversized blocks repeat one line thousands of times.
      if rest[..<end] != last { (last, lastSent) = (rest[..<end], sentLine(rest[..<end])) }
      result += lastSent
      rest = rest[end...]
    }
    return result
  }

  private mutating func sentLine(_ line: ArraySlice<UInt8>) -> [UInt8] {
    pieces(of: line).flatMap { $0.isWord ? Array(sent($0.string).utf8) : Array($0.bytes) }
  }

  private mutating func sent(_ word: String) -> String {
    if let name = outward[word] { return name }
    guard let kind = CountedName(word) else { return word }
    // A number that no server has reached, so that the name is unknown there.
    if kind.isNamedByClients, inward[word] == nil {
      keep(word)
    } else {
      bind(word, to: kind.farAway)
    }
    unknown.insert(word)
    return outward[word] ?? word
  }

  /// Maps a line of the server to the names of the transcript, as far as known.
  public func read(_ line: String) -> String {
    pieces(of: Array(line.utf8)[...]).map { $0.isWord ? shown($0.string) : $0.string }.joined()
  }

  /// Maps a line of the server to the names of the transcript, and learns new names from the
  /// expected line.
  public mutating func read(_ line: String, as expected: String) -> String {
    let there = pieces(of: Array(line.utf8)[...]).filter(\.isWord).map(\.string)
    let here = pieces(of: Array(expected.utf8)[...]).filter(\.isWord).map(\.string)
    if there.count == here.count {
      for (name, other) in zip(here, there) { learn(name, other) }
    }
    return read(line)
  }

  private mutating func learn(_ name: String, _ other: String) {
    guard inward[other] == nil, let kind = CountedName(name), kind.isLike(CountedName(other)),
      outward[name] == nil || unknown.contains(name)
    else { return }
    unknown.remove(name)
    bind(name, to: other)
  }

  /// The transcript's word for a word of the server. A name that maps to another one is shown with
  /// a question mark.
  private func shown(_ word: String) -> String {
    if let name = inward[word] { return name }
    guard let other = outward[word], other != word else { return word }
    return word + "?"
  }
}

/// A name that servers count, with its kind and number.
private struct CountedName {
  let kind: String
  let number: Substring

  init?(_ word: String) {
    let kinds = ["guest-", "d", "i", "s"]
    guard let kind = kinds.first(where: { word.hasPrefix($0) }) else { return nil }
    number = word.dropFirst(kind.count)
    guard !number.isEmpty, number.utf8.allSatisfy(isDigit) else { return nil }
    self.kind = kind
  }

  /// Whether clients may choose such a name.
  var isNamedByClients: Bool { kind == "i" || kind == "s" }

  /// A name of this kind that no server reaches: near the largest number of rule 3.3.
  var farAway: String {
    let digits = String(repeating: "0", count: max(0, 4 - number.count)) + number.suffix(4)
    return "\(kind)900719925474\(digits)"
  }

  func isLike(_ other: CountedName?) -> Bool { other?.kind == kind }
}

/// A run of the characters of names, or of other characters.
private struct NamePart {
  let bytes: ArraySlice<UInt8>
  let isWord: Bool
  var string: String { String(decoding: bytes, as: UTF8.self) }
}

private func pieces(of bytes: ArraySlice<UInt8>) -> [NamePart] {
  var pieces: [NamePart] = []
  var start = bytes.startIndex
  while start < bytes.endIndex {
    let isWord = isNameCharacter(bytes[start])
    let end = bytes[start...].firstIndex { isNameCharacter($0) != isWord } ?? bytes.endIndex
    pieces.append(NamePart(bytes: bytes[start..<end], isWord: isWord))
    start = end
  }
  return pieces
}

private func isNameCharacter(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
  case UInt8(ascii: "_"), UInt8(ascii: "-"): true
  default: isDigit(byte)
  }
}
