import TestSupport

/// Everything that anybody was told of the boards, over all lives of the program.
final class Evidence {
  /// What must never happen.
  enum Crime: String, CaseIterable {
    /// An acknowledged change or its answer is not there.
    case lost
    /// A revision that somebody saw is not there.
    case vanished
    /// A revision is one thing now and was another.
    case twoContents = "two contents"
    /// A command had its effect twice, or an effect that no answer tells of.
    case doubled
    /// A line that does not fit what the client has.
    case misfit
  }

  struct Moment: Hashable {
    let board: String
    let revision: Int
  }

  struct Note {
    let client: String
    let line: String
  }

  private(set) var counts: [Crime: Int] = [:]
  private(set) var objections: [String] = []
  /// The highest revision of each board that anybody was told of.
  private(set) var heads: [String: Int] = [:]
  /// The line of `history` for each revision.
  private(set) var notes: [Moment: Note] = [:]
  /// The revisions whose notes were not there at the last audit.
  private var newNotes: [Moment] = []
  private var contents: [Moment: Int] = [:]
  private var steps: [Moment: Int] = [:]
  /// The tag by which each item was made.
  private var makers: [String: String] = [:]
  /// Which life of the program this is, from 1.
  private(set) var life = 0
  /// Where the boards had been seen before this life began.
  private var floors: [String: Int] = [:]

  /// The oldest revision that the history of each board has told of in this life.
  private var oldest: [String: Int] = [:]

  func beginLife() {
    life += 1
    floors = heads
    oldest = [:]
  }

  func object(_ crime: Crime, _ what: String) {
    counts[crime, default: 0] += 1
    if objections.count < 20 { objections.append("\(crime.rawValue), life \(life): \(what)") }
  }

  func greeted(_ line: String) {
    if !line.hasPrefix("dropline 1 ") { object(.misfit, "a greeting: \(line)") }
  }

  /// A copy of a board came to a revision.
  func saw(_ board: Mirror.Board, of name: String, by reader: String) {
    let moment = Moment(board: name, revision: board.revision)
    told(moment)
    let hash = board.sections.hashValue
    if contents.updateValue(hash, forKey: moment) ?? hash != hash {
      object(.twoContents, "\(name) at \(board.revision) is not what it was, says \(reader)")
    }
  }

  /// A batch came that makes one revision.
  func saw(step lines: [String], to revision: Int, of name: String) {
    let moment = Moment(board: name, revision: revision)
    let hash = lines.hashValue
    if steps.updateValue(hash, forKey: moment) ?? hash != hash {
      object(.twoContents, "the batch of \(name) to \(revision) is another: \(lines)")
    }
  }

  /// Somebody was told that a board is, or was, at a revision.
  func told(_ moment: Moment) {
    heads[moment.board] = max(heads[moment.board] ?? 0, moment.revision)
  }

  /// A board was opened by somebody who holds a revision of it, or none.
  func opened(_ board: String, _ words: [String], by reader: String, holding held: Int?) {
    let line = words.joined(separator: " ")
    guard words.count >= 4, words[0] == "ok", let revision = Int(words[3]) else {
      return object(.vanished, "\(reader) cannot open \(board): \(line)")
    }
    if words.last == "rewound" || revision < held ?? 0 || revision < floors[board] ?? 0 {
      object(
        .vanished,
        "\(board) was at \(floors[board] ?? 0), \(reader) holds \(held ?? 0): \(line)")
    }
    told(Moment(board: board, revision: revision))
  }

  /// A line `| REVISION TIME CLIENT …` of a board's history.
  func tells(_ line: String, of board: String) {
    let words = line.split(separator: " ")
    guard words.count > 4, let revision = Int(words[1]) else { return }
    let moment = Moment(board: board, revision: revision)
    oldest[board] = min(oldest[board] ?? .max, revision)
    // A summary is for people, and may be put in other words when it is made of what was kept.
    let note = Note(client: String(words[3]), line: words[1...4].joined(separator: " "))
    guard let old = notes.updateValue(note, forKey: moment) else { return newNotes.append(moment) }
    if old.line != note.line {
      object(.twoContents, "the history of \(board) was “\(old.line)” and is “\(note.line)”")
    }
  }

  /// Whether history goes back to a revision and knows it as somebody else's, or not at all.
  func denies(_ moment: Moment, by client: String) -> Bool {
    guard let oldest = oldest[moment.board], oldest <= moment.revision else { return false }
    return notes[moment]?.client != client
  }

  /// Gives the revisions that history has told of since the last call.
  func takeNewNotes() -> [Moment] {
    defer { newNotes = [] }
    return newNotes
  }

  /// An item was made by the command with a tag.
  func made(_ item: String, by tag: String) {
    if makers.updateValue(tag, forKey: item) ?? tag != tag {
      object(.twoContents, "\(item) was made twice, by \(tag) as well")
    }
  }

  /// Every text is used by one command only, and no command is carried out twice.
  func search(_ board: Mirror.Board, of name: String) {
    var texts: Set<String> = []
    for section in board.sections {
      for row in [section.row] + section.items where !texts.insert(row.text).inserted {
        object(.doubled, "\(name) has \(row.text.prefix(80)) twice")
      }
    }
  }
}
