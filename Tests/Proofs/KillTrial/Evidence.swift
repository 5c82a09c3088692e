import BoardModel
import BoardWire
import CheckedClients
import Simulation

/// Everything that clients received about the boards, over all lives of the program, checked for
/// contradictions.
final class Evidence {
  /// A violation of the durability contract.
  enum Violation: String, CaseIterable {
    /// An acknowledged change or its reply is missing.
    case lost
    /// A revision that a client received is missing.
    case vanished
    /// A revision has two different contents.
    case twoContents = "two contents"
    /// A command took effect twice, or without a reply.
    case doubled
    /// The epoch changed without a restored backup.
    case otherEpoch = "other epoch"
    /// A line that does not fit the client's replica.
    case misfit
  }

  struct Moment: Hashable {
    let board: String
    let revision: Int
  }

  /// A row of `history`, without its summary, which may differ after a restart.
  struct Note: Equatable {
    let client: String
    let time: String
    let origin: RevisionOrigin
  }

  private(set) var counts: [Violation: Int] = [:]
  /// The epoch of the last greeting.
  private(set) var epoch: Epoch?
  /// Whether the database may lose what it has confirmed: then a new epoch begins.
  var mayLose = false
  /// The epochs that have ended.
  private var formerEpochs: Set<Epoch> = []
  var epochCount: Int { formerEpochs.count }
  /// Whether it is not known yet what the present epoch began with.
  private(set) var isNewEpoch = false
  /// The revisions that clients received in former epochs.
  private var formerRevisionCount = 0
  private(set) var objections: [String] = []
  /// The highest revision of each board that a client received.
  private(set) var heads: [String: Int] = [:]
  /// The history row of each revision.
  private(set) var notes: [Moment: Note] = [:]
  /// The revisions whose rows are new since the last audit.
  private var newNotes: [Moment] = []
  private var contents: [Moment: Int] = [:]
  private var steps: [Moment: Int] = [:]
  /// The tag of the command that created each item.
  private var makers: [String: String] = [:]
  /// The tag of the command that produced each revision of a temporary board.
  private var producers: [Moment: String] = [:]
  /// The number of the present life of the program, from 1.
  private(set) var life = 0
  /// The highest revisions received before this life.
  private var floors: [String: Int] = [:]

  /// The oldest revision in the history of each board in this life.
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

  /// Records the first line of a connection.
  func greeting(_ message: ServerMessage?, _ line: String) -> Greeting? {
    guard case .greeting(let greeting) = message, greeting.version == 1 else {
      object(.misfit, "a greeting: \(line)")
      return nil
    }
    return greeting
  }

  /// Records that a client is in its space.
  func entered(_ epoch: Epoch) {
    guard let former = self.epoch, former != epoch else {
      self.epoch = epoch
      return
    }
    guard mayLose, !formerEpochs.contains(epoch) else {
      return object(.otherEpoch, "it was \(former) and is \(epoch)")
    }
    formerEpochs.insert(former)
    self.epoch = epoch
    beginEpoch()
  }

  /// Revisions are given again, and what was acknowledged last may be missing.
  private func beginEpoch() {
    isNewEpoch = true
    formerRevisionCount += heads.values.reduce(0, +)
    (heads, floors, oldest) = ([:], [:], [:])
    (notes, newNotes, contents, steps) = ([:], [], [:], [:])
    (makers, producers) = ([:], [:])
  }

  /// All that the present epoch began with is known.
  func endNewEpoch() { isNewEpoch = false }

  /// The number of revisions that clients received.
  var revisionCount: Int { formerRevisionCount + heads.values.reduce(0, +) }

  /// Records a replica at a revision.
  func saw(_ board: Mirror.Board, of name: String, by reader: String) {
    let moment = Moment(board: name, revision: board.revision)
    reported(moment)
    let hash = board.sections.hashValue
    if contents.updateValue(hash, forKey: moment) ?? hash != hash {
      object(.twoContents, "\(name) at \(board.revision) is not what it was, says \(reader)")
    }
  }

  /// Records a batch of one revision.
  func saw(step lines: [String], to revision: Int, of name: String) {
    let moment = Moment(board: name, revision: revision)
    let hash = lines.hashValue
    if steps.updateValue(hash, forKey: moment) ?? hash != hash {
      object(.twoContents, "the batch of \(name) to \(revision) is another: \(lines)")
    }
  }

  /// Records a reported revision.
  func reported(_ moment: Moment) {
    heads[moment.board] = max(heads[moment.board] ?? 0, moment.revision)
  }

  /// Records a revision that a command of the only author of a temporary board produced.
  ///
  /// A command that is executed now must exceed all other revisions of the name, also of boards that
  /// were removed or renamed since. A replayed reply may be older than what is known: commands that
  /// were refused before a kill are not stored, so a retry executes them after later ones. But no
  /// two commands produce the same revision.
  ///
  /// - Parameters:
  ///   - tag: The tag of the command.
  ///   - isReplayed: Whether the command was executed before.
  func produced(_ moment: Moment, by tag: String, isReplayed: Bool) {
    if let head = heads[moment.board], !isReplayed, moment.revision <= head {
      object(.twoContents, "\(moment.board) was at \(head) and came to \(moment.revision) anew")
    }
    if producers.updateValue(tag, forKey: moment) ?? tag != tag {
      object(.twoContents, "\(moment.board) came to \(moment.revision) twice, by \(tag) as well")
    }
    reported(moment)
  }

  /// Records an `open`, with the client's last revision and its epoch or nil.
  ///
  /// - Returns: Whether the board is there. One may be missing in a new epoch.
  func opened(
    _ board: String, _ reply: ServerReply, by reader: String, holding known: Int?, of former: Epoch?
  ) -> Bool {
    guard case .open(let opened) = reply.ok else {
      let isUnknown = reply.failure?.refusal?.wire.code == .unknownBoard
      if isNewEpoch, isUnknown { return false }
      object(.vanished, "\(reader) cannot open \(board): \(reply.shown)")
      return true
    }
    let (floor, known) = (floors[board] ?? 0, known ?? 0)
    let isFormer = former != nil && former != epoch
    let isBehind = opened.revision < max(floor, known)
    if isFormer ? !opened.isRewound : opened.isRewound || isBehind {
      object(
        .vanished, "\(board) was at \(floor), \(reader) holds \(known): \(reply.shown)")
    }
    reported(Moment(board: board, revision: opened.revision))
    return true
  }

  /// Records a history row.
  func lists(_ row: HistoryRow, of board: String) {
    let moment = Moment(board: board, revision: row.revision)
    oldest[board] = min(oldest[board] ?? .max, row.revision)
    let note = Note(client: row.client.string, time: row.time, origin: row.origin)
    guard let old = notes.updateValue(note, forKey: moment) else { return newNotes.append(moment) }
    if old != note {
      object(.twoContents, "the history of \(board) at \(row.revision) was \(old) and is \(note)")
    }
  }

  /// Whether history reaches back to a revision but lacks it, or has it from another client.
  func denies(_ moment: Moment, by client: String) -> Bool {
    guard let oldest = oldest[moment.board], oldest <= moment.revision else { return false }
    return notes[moment]?.client != client
  }

  /// Removes and returns the revisions with new history rows.
  func removeNewNotes() -> [Moment] {
    defer { newNotes = [] }
    return newNotes
  }

  /// Records the command that created an item.
  func made(_ item: String, by tag: String) {
    if makers.updateValue(tag, forKey: item) ?? tag != tag {
      object(.twoContents, "\(item) was made twice, by \(tag) as well")
    }
  }

  /// Checks that every text occurs once, so that no command was executed twice.
  func search(_ board: Mirror.Board, of name: String) {
    var texts: Set<String> = []
    for section in board.sections {
      for row in [section.row] + section.items where !texts.insert(row.text).inserted {
        object(.doubled, "\(name) has \(row.text.prefix(80)) twice")
      }
    }
  }
}
