import BoardModel
import BoardReplica
import BoardWire
import Terminal

/// Keys for sections.
extension BoardView {
  /// The section of the cursor.
  var cursorSection: SectionID? {
    snapshot.board.hasSection(at: cursor.path.section)
      ? snapshot.board.sectionID(at: cursor.path.section) : nil
  }

  mutating func pressSection(_ letter: Unicode.Scalar) -> [Action] {
    switch letter {
    case "A": return [addSection()]
    case "R": return renameSection()
    case "<": return moveSection(by: -1)
    case ">": return moveSection(by: 1)
    case "z": toggleSection()
    case "X": return removeSection()
    default: break
    }
    return []
  }

  private func addSection() -> Action {
    let place: SectionPlace = cursorSection.map { .after(.id($0)) } ?? .end
    return .openCommandLine(Request.edit(.insertSection(.init(place, text: ""))).line)
  }

  private func renameSection() -> [Action] {
    guard let section = cursorSection else { return [] }
    let title = snapshot.board.title(at: cursor.path.section)
    return [.openCommandLine(Request.edit(.renameSection(.init(.id(section), text: title))).line)]
  }

  private mutating func moveSection(by step: Int) -> [Action] {
    let other = cursor.path.section + step
    guard let section = cursorSection, snapshot.board.hasSection(at: other) else { return [] }
    followsCursor = true
    let neighbour = snapshot.board.sectionID(at: other)
    return [.make(.moveSection(section, to: step < 0 ? .before(neighbour) : .after(neighbour)))]
  }

  /// Collapses the section, or shows its items again.
  private mutating func toggleSection() {
    guard let section = cursorSection else { return }
    setCollapsed(!collapsed.contains(section), section)
    cursor.move(to: IndexPath(section: cursor.path.section, item: 0), on: snapshot.board)
  }

  /// Shows the items of a section, if it is collapsed.
  mutating func expand(_ section: SectionID) {
    if collapsed.contains(section) { setCollapsed(false, section) }
  }

  private mutating func setCollapsed(_ isCollapsed: Bool, _ section: SectionID) {
    if isCollapsed { collapsed.insert(section) } else { collapsed.remove(section) }
    followsCursor = true
    showParts()
  }

  /// Removes the section; asks before that if it has items.
  private mutating func removeSection() -> [Action] {
    guard let section = cursorSection else { return [] }
    let action = Action.make(.deleteSection(section))
    let count = snapshot.board.whole.itemCount(in: cursor.path.section)
    if count == 0 { return [action] }
    let title = snapshot.board.title(at: cursor.path.section).string
    confirmation = Confirmation(
      question: "remove \(title) with \(counted(count, "item"))?", action: action)
    return []
  }
}

/// What a client that may only view the board can do.
extension BoardView {
  var isViewOnly: Bool { snapshot.role == .viewer }

  mutating func sayViewOnly() -> [Action] {
    remark("you can only view this board")
    return []
  }

  /// Whether a key without a drag changes the board, or begins to.
  func changesBoard(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.enter, _), (.up, .shift), (.down, .shift), (.left, .shift), (.right, .shift): true
    case (.character("r"), .control): true
    case (.character(let letter), []): " mvVsrARX<>uUeaDt.".unicodeScalars.contains(letter)
    case (.character(let letter), .shift): "VARXUD<>".unicodeScalars.contains(letter)
    default: false
    }
  }
}

/// A question before an action: `y` performs it, any other key does not.
struct Confirmation: Hashable {
  var question: String
  var action: BoardView.Action
}

extension BoardView {
  /// - Returns: Nil if there is no question.
  mutating func pressConfirming(_ key: Key) -> [Action]? {
    guard let asked = confirmation else { return nil }
    confirmation = nil
    if key == .character("y") || key == .character("Y") { return [asked.action] }
    remark = Remark(text: "not removed", style: Theme.hint)
    return []
  }

  func draw(_ confirmation: Confirmation, on canvas: inout Canvas) {
    let keys = "  y removes, esc keeps"
    let question = confirmation.question.cut(to: max(width / 2, width - keys.count))
    canvas.put(question + keys, x: 0, y: height - 1, Theme.refusal)
  }
}
