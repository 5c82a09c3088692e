/// Guesses which word somebody meant.
public enum SpellingHint {
  /// The verb nearest to a word, or nil if none is near.
  ///
  /// - Complexity: O(1): the words are compared with those of two short tables.
  package static func verb(nearestTo word: String) -> Verb? {
    let word = plain(word)
    if let verb = Habits.verbs[word] { return verb }
    if let verb = nearest(to: word, among: verbs) { return Verb(rawValue: verb) }
    return nearest(to: word, among: habits).flatMap { Habits.verbs[$0] }
  }

  /// The nearest of some words to another one, or nil if none is near.
  public static func nearest(to word: String, among words: [String]) -> String? {
    nearest(to: word, among: words.map { Candidate($0) })
  }

  /// A word with its bytes.
  struct Candidate {
    let word: String
    let bytes: [UInt8]

    init(_ word: String) {
      self.word = word
      bytes = Array(word.utf8)
    }
  }

  private static let verbs = Verb.allCases.map { Candidate($0.rawValue) }
  /// Short habits are near to too much.
  private static let habits = Habits.verbs.keys.sorted().filter { $0.utf8.count > 4 }
    .map { Candidate($0) }
  /// A word with more bytes is compared with nothing.
  private static let longest = 32

  /// The word without what people write around it: `/move`, `move,`, `insert_section`.
  private static func plain(_ word: String) -> String {
    let word = word.lowercased()
    guard let first = word.utf8.firstIndex(where: { $0.isOfWord && $0 != UInt8(ascii: "-") }) else {
      return word
    }
    let end = word.utf8[first...].firstIndex { !$0.isOfWord } ?? word.utf8.endIndex
    return String(decoding: word.utf8[first..<end].map { $0 == 0x5F ? 0x2D : $0 }, as: UTF8.self)
  }

  static func nearest(to word: String, among words: [Candidate]) -> String? {
    let bytes = Array(word.utf8)
    guard !bytes.isEmpty, bytes.count <= longest else { return nil }
    let most = min(bytes.count - 1, bytes.count > 4 ? 2 : 1)
    var nearest: (word: String, distance: Int)?
    for candidate in words where abs(candidate.bytes.count - bytes.count) <= most {
      let distance = distance(bytes, candidate.bytes)
      if distance <= nearest.map({ $0.distance - 1 }) ?? most {
        nearest = (candidate.word, distance)
      }
    }
    return nearest?.word
  }

  /// The number of bytes to be put in, taken out, changed or exchanged with the next.
  static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    let width = b.count + 1
    // Three rows of the table: the one before the last, the last, and the one being filled.
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * width) { cells in
      for j in 0..<width { cells[j] = j }
      for i in a.indices {
        let (row, last, beforeLast) = ((i + 1) % 3 * width, i % 3 * width, (i + 2) % 3 * width)
        cells[row] = i + 1
        for j in b.indices {
          var best = min(
            cells[last + j + 1] + 1, cells[row + j] + 1, cells[last + j] + (a[i] == b[j] ? 0 : 1))
          if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
            best = min(best, cells[beforeLast + j - 1] + 1)
          }
          cells[row + j + 1] = best
        }
      }
      return cells[a.count % 3 * width + b.count]
    }
  }
}

extension UInt8 {
  /// Whether the byte is one of a verb, or `_`.
  fileprivate var isOfWord: Bool { isLetter || self == 0x2D || self == 0x5F }
}
