/// Guesses which verb somebody meant.
public enum SpellingHint {
  /// Words that people bring along from elsewhere.
  private static let habits: [String: Verb] = [
    "list": .board(.boards), "ls": .board(.boards), "bye": .connection(.quit),
    "drop": .drag(.perform), "drag": .drag(.begin), "rm": .edit(.delete), "mv": .edit(.move),
    "add-section": .edit(.insertSection), "new": .board(.create), "use": .board(.open),
    "watch": .board(.open), "rename": .edit(.edit), "set": .edit(.edit), "hover": .drag(.propose),
    "get": .board(.show), "search": .board(.find), "grep": .board(.find),
    "rm-board": .board(.removeBoard), "?": .connection(.help), "tap": .selection(.choose),
  ]

  /// The verb nearest to a word, or nil where none is near.
  static func nearest(to word: String) -> Verb? {
    let word = word.lowercased()
    if let verb = habits[word] { return verb }
    return nearest(to: word, among: Verb.allCases.map(\.rawValue)).flatMap { Verb(rawValue: $0) }
  }

  /// The nearest of some words to another one, or nil if none is near.
  public static func nearest(to word: String, among words: [String]) -> String? {
    let ranked = words.map { ($0, distance(Array(word.utf8), Array($0.utf8))) }
    guard let (nearest, distance) = ranked.min(by: { $0.1 < $1.1 }) else { return nil }
    return distance <= 2 && distance < word.utf8.count ? nearest : nil
  }

  /// The number of bytes to be put in, taken out, changed or exchanged with the next.
  static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, beforeLast[j - 1] + 1)
        }
        row.append(best)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
