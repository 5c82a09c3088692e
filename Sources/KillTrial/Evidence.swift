import BoardModel
import BoardWire
import Simulation

/// Everything that anybody was told of the boards, over all lives of the program.
final class Evidence {
  /// What must never happen.
  enum Violation: String, CaseIterable {
    /// An acknowledged change or its answer is not there.
    case lost
    /// A revision that somebody saw is not there.
    case vanished
    /// A revision is one thing now and was another.
    case twoContents = "two contents"
    /// A command had its effect twice, or an effect that no answer tells of.
    case doubled
    /// The epoch of the data directory is another one, although nobody restored a backup.
    case otherEpoch = "other epoch"
    /// A line that does not fit what the client has.
    case misfit
  }

  struct Moment: Hashable {
    let board: String
    let revision: Int
  }

  /// A row of `history`. Its summary is for people, and may be put in other words when it is made of
  /// what was stored.
  struct Note: Equatable {
    let client: String
    let time: String
    let origin: HistoryRow.Origin
  }

  private(set) var counts: [Violation: Int] = [:]
  /// The epoch of the first greeting.
  private(set) var epoch: Epoch?
  private(set) var objections: [String] = []
  /// The highest revision of each board that anybody was told of.
  private(set) var heads: [String: Int] = [:]
  /// What `history` says of each revision.
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

  func object(_ violation: Violation, _ what: String) {
    counts[violation, default: 0] += 1
    if objections.count < 20 { objections.append("\(violation.rawValue), life \(life): \(what)") }
  }

  /// The first line came on a connection.
  func greeted(_ message: ServerMessage?, _ line: String) {
    guard case .greeting(let greeting) = message, greeting.version == 1 else {
      return object(.misfit, "a greeting: \(line)")
    }
    if let epoch, epoch != greeting.epoch {
      object(.otherEpoch, "it was \(epoch) and is \(greeting.epoch)")
    }
    epoch = epoch ?? greeting.epoch
  }

  /// A copy of a board came to a revision.
  func saw(_ board: Mirror.Board, of name: String, by reader: String) {
    let moment = Moment(board: name, revision: board.revision)
    reported(moment)
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
  func reported(_ moment: Moment) {
    heads[moment.board] = max(heads[moment.board] ?? 0, moment.revision)
  }

  /// A revision was made of a board that only one author changes, and that may have been removed
  /// or renamed before. So it is above all others of that name.
  func isNew(_ moment: Moment) {
    guard let head = heads[moment.board], moment.revision <= head else { return }
    object(.twoContents, "\(moment.board) was at \(head) and came to \(moment.revision) anew")
  }

  /// A board was opened by somebody who holds a revision of it, or none.
  func opened(_ board: String, _ reply: ServerReply, by reader: String, holding known: Int?) {
    guard case .open(let opened) = reply.ok else {
      return object(.vanished, "\(reader) cannot open \(board): \(reply.shown)")
    }
    if opened.isRewound || opened.revision < known ?? 0 || opened.revision < floors[board] ?? 0 {
      object(
        .vanished,
        "\(board) was at \(floors[board] ?? 0), \(reader) holds \(known ?? 0): \(reply.shown)")
    }
    reported(Moment(board: board, revision: opened.revision))
  }

  /// A row of a board's history came.
  func lists(_ row: HistoryRow, of board: String) {
    let moment = Moment(board: board, revision: row.revision)
    oldest[board] = min(oldest[board] ?? .max, row.revision)
    let note = Note(client: row.client.string, time: row.time, origin: row.origin)
    guard let old = notes.updateValue(note, forKey: moment) else { return newNotes.append(moment) }
    if old != note {
      object(.twoContents, "the history of \(board) at \(row.revision) was \(old) and is \(note)")
    }
  }

  /// Whether history goes back to a revision and knows it as somebody else's, or not at all.
  func denies(_ moment: Moment, by client: String) -> Bool {
    guard let oldest = oldest[moment.board], oldest <= moment.revision else { return false }
    return notes[moment]?.client != client
  }

  /// Gives the revisions that history has told of since the last call.
  func removeNewNotes() -> [Moment] {
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
