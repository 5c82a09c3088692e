import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// The drawing of a board at a revision that is being made or was made last, for all who ask for the same
/// one.
final class DrawingCache {
  /// Up to here the edits that were made while a drawing was composed are composed in one piece.
  private static let missedEdits = 4_096
  /// How often a drawing is begun again for more edits than that.
  private static let restarts = 3

  private struct Drawing {
    weak var live: LiveBoard?
    /// The name that is drawn.
    let name: BoardName
    var builder: PastBoardBuilder
    var restarts = 0
    /// The lines, once they are drawn.
    var lines: [String]?

    init(of live: LiveBoard, at revision: Int) {
      self.live = live
      name = live.name
      builder = PastBoardBuilder(of: revision, in: live.versions.log)
    }

    func isOf(_ live: LiveBoard, at revision: Int) -> Bool {
      self.live === live && name == live.name && builder.revision == revision
    }
  }

  private var last: Drawing?

  /// Whether a drawing is in the cache.
  func holds(_ live: LiveBoard, at revision: Int) -> Bool {
    last?.isOf(live, at: revision) == true && last?.lines != nil
  }

  /// The steps that it takes to draw a board as it was at a revision, unless that was drawn last.
  func steps(toDraw live: LiveBoard, at revision: Int) -> Int {
    if holds(live, at: revision) { return 0 }
    let lines = min(live.versions.contentLines, Limits.listingLines)
    return live.composingSteps(from: revision) + lines * TurnBudget.drawnLine
  }

  /// The drawing of a board at a revision of its log, from the cache or drawn now.
  func lines(of live: LiveBoard, at revision: Int) -> [String] {
    var limit = Int.max
    return advance(live, at: revision, upTo: &limit) ?? lines(of: live, at: revision)
  }

  /// Goes on with a drawing.
  ///
  /// - Parameters:
  ///   - revision: One within the window of the board's log.
  ///   - limit: The maximum number of edits to compose; afterwards, what is left of that.
  /// - Returns: The lines; nil if edits are left to compose.
  /// - Complexity: That of `PastBoardBuilder`, and of `PastBoard.lines` at the end.
  func advance(_ live: LiveBoard, at revision: Int, upTo limit: inout Int) -> [String]? {
    var drawing =
      last.flatMap { $0.isOf(live, at: revision) ? $0 : nil }
      ?? Drawing(of: live, at: revision)
    last = nil
    defer { last = drawing }
    if let lines = drawing.lines { return lines }
    let log = live.versions.log
    if drawing.restarts < Self.restarts, drawing.builder.missedCount(in: log) > Self.missedEdits {
      drawing.builder = PastBoardBuilder(of: revision, in: log)
      drawing.restarts += 1
    }
    guard drawing.builder.compose(upTo: &limit, in: log) else { return nil }
    drawing.lines = drawing.builder.board(in: log, head: live.versions.board).lines(of: live.name)
    return drawing.lines
  }
}

// A board as it was, drawn for people.

extension PastBoard {
  /// The board as a person would write it down, as many lines as a drawing may have.
  ///
  /// - Complexity: That of as many `rows`.
  public func lines(of board: BoardName) -> [String] {
    let head = "\(board) rev=\(revision) sections=\(sectionCount) items=\(itemCount)"
    let lines = [head] + rows(first: Limits.listingLines).map(\.line)
    guard lines.count > Limits.listingLines else { return lines }
    return lines.prefix(Limits.listingLines - 1) + ["and more"]
  }
}

extension PastBoard.Row {
  fileprivate var line: String {
    switch self {
    case .section(let id, let title, let count, let index):
      "\(index) \(id) \(TextEscapes.escaped(title.string)) (\(count))"
    case .item(let item, let path):
      "  \(path) \(item.id) \(item.drawing)"
    }
  }
}

extension Item {
  /// The text, with a box in front if it is a task, and its other fields behind two blanks: `[x] Bread  due=2026-12-01`.
  fileprivate var drawing: String {
    let text = TextEscapes.escaped(text.string)
    if fields.isEmpty { return text }
    let isDone = fields["done"] == "yes"
    let isTask = fields["done"] != nil || fields["due"] != nil
    let others = fields.filter { !isDone || $0.name != "done" }.map {
      "\($0.name)=\(TextEscapes.escaped(word: $0.value.string, isValue: true))"
    }
    let words = others.isEmpty ? [] : [others.joined(separator: " ")]
    return (isDone ? "[x] " : isTask ? "[ ] " : "") + ([text] + words).joined(separator: "  ")
  }
}
