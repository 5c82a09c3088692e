import BoardAuthority
import BoardModel

/// How the last drag sessions ended that dropped something, as the journal has them: beside the
/// boards, whose revisions go when a board is removed or continues under a used name (rule 13.3).
struct StoredOutcomes {
  /// `drop/` with the session and its outcome, under the numbers of their slots. Each key stands for
  /// a number that tells which of them is the oldest.
  private var keys: [String] = []
  /// The slot that is used next when all are in use.
  private var oldest = 0
  private var count = 0

  init() {}

  /// Remembers how a session ended, if it dropped something.
  ///
  /// - Parameter store: Gets the numbers to be stored that changed by that, and nil for one that goes.
  mutating func add(
    _ session: SessionID, _ outcome: SessionOutcome, storing store: (String, Int?) -> Void
  ) {
    guard let word = outcome.word else { return }
    let key = "\(Self.prefix)\(session) \(word)"
    count += 1
    store(key, count)
    guard keys.count == Limits.outcomes else { return keys.append(key) }
    store(keys[oldest], nil)
    keys[oldest] = key
    oldest = (oldest + 1) % Limits.outcomes
  }

  /// What was stored of them.
  init(stored numbers: [String: Int]) {
    let stored = numbers.filter { $0.key.hasPrefix(Self.prefix) }.sorted { $0.value < $1.value }
    keys = stored.map(\.key)
    count = stored.last?.value ?? 0
  }

  var bySession: [SessionID: SessionOutcome] {
    let outcomes = keys.compactMap { Self.read($0.dropFirst(Self.prefix.count)) }
    return Dictionary(outcomes) { $1 }
  }

  private static let prefix = "drop/"

  private static func read(_ words: Substring) -> (SessionID, SessionOutcome)? {
    let words = words.split(separator: " ")
    guard let session = words.first.flatMap({ SessionID(word: $0) }),
      let outcome = SessionOutcome(words: words.dropFirst().map(String.init))
    else { return nil }
    return (session, outcome)
  }
}

extension SessionID {
  /// Reads `d7`.
  init?(word: Substring) {
    guard word.first == "d", let number = Int(word.dropFirst()) else { return nil }
    self.init(number)
  }
}

extension SessionOutcome {
  /// How a drag ended that dropped something: `moved 2 1.0`, or `copied 2 1.0 list` if it was dropped
  /// on another board. Nil if it dropped nothing.
  fileprivate var word: String? {
    switch self {
    case .moved(let revision, let path): "moved \(revision) \(path)"
    case .copied(let revision, let board, let path):
      "copied \(revision) \(path)" + (board.map { " \($0)" } ?? "")
    case .unchanged, .cancelled, .forbidden, .expired, .gone, .shutdown: nil
    }
  }

  fileprivate init?(words: [String]) {
    guard words.count >= 3, let revision = Int(words[1]), let path = IndexPath(word: words[2])
    else { return nil }
    switch words[0] {
    case "moved": self = .moved(revision: revision, path: path)
    case "copied":
      let board = words.count > 3 ? BoardName(words[3]) : nil
      self = .copied(revision: revision, board: board, path: path)
    default: return nil
    }
  }
}

extension IndexPath {
  fileprivate init?(word: String) {
    let numbers = word.split(separator: ".").compactMap { Int($0) }
    guard numbers.count == 2 else { return nil }
    self.init(section: numbers[0], item: numbers[1])
  }
}
