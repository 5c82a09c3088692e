import BoardAuthority
import BoardModel
import Simulation
import TestKit

/// Clients that change one board at random, and take back what they did.
struct UndoCrowd {
  private(set) var scene: UndoScene
  private(set) var problem: String?
  private(set) var takenBack = 0
  private(set) var conflicts = 0
  private var random: SeededRandom
  private var steps = 0
  private var numbers = 0

  init(seed: Int, limit: Int = Limits.logEdits) {
    random = SeededRandom(seed: seed &+ 7_000_001)
    scene = UndoScene(RandomStream(seed: seed, length: 1).before, limit: limit)
  }

  /// Does the next thing; false when there is enough, or something is wrong.
  mutating func step() throws -> Bool {
    guard steps < 40, problem == nil else { return false }
    steps += 1
    let client = Author(ClientName(unchecked: "u\(random.below(3))"))
    switch random.below(100) {
    case 0..<50: change(by: client)
    case 50..<80: try takeBack(by: client, isUndo: true)
    default: try takeBack(by: client, isUndo: false)
    }
    if scene.board.content != scene.model.content { problem = "board and log differ" }
    if !scene.board.content.isConsistent { problem = "an item is there twice" }
    return true
  }

  private mutating func change(by client: Author) {
    var content = scene.board.content
    var edits: [Edit] = []
    for _ in 0...random.below(3) {
      guard let edit = someEdit(of: content) else { continue }
      content.perform(edit)
      edits.append(edit)
    }
    if content != scene.board.content { scene.commit(edits, by: client) }
  }

  private mutating func takeBack(by client: Author, isUndo: Bool) throws {
    let next = isUndo ? scene.book.nextUndo(of: client) : scene.book.nextRedo(of: client)
    guard let revision = next, scene.log.contains(revision - 1) else { return }
    let expected = scene.model.takingBack(revision, by: client)
    let force = random.percent(20)
    do throws(UndoConflict) {
      if isUndo {
        try scene.undo(by: client, force: force)
      } else {
        try scene.redo(by: client, force: force)
      }
      takenBack += 1
      if scene.board.content != expected.content { problem = "not as the reference does it" }
      if !force, !expected.conflicts.isEmpty { problem = "a conflict is missed" }
    } catch {
      conflicts += 1
      if !expected.conflicts.contains(error.subject) { problem = "\(error) is none" }
    }
  }
}

extension UndoCrowd {
  private mutating func someEdit(of content: Content) -> Edit? {
    guard !content.isEmpty else { return someSectionEdit(of: content) }
    switch random.below(100) {
    case 0..<75: return someItemEdit(of: content)
    default: return someSectionEdit(of: content)
    }
  }

  private mutating func someItemEdit(of content: Content) -> Edit? {
    let section = random.below(content.count)
    let count = content[section].items.count
    let place = random.below(count + 1)
    guard place < count, random.percent(85) else {
      return .insertItem(newItem(), at: [section, place])
    }
    let item = content[section].items[place]
    switch random.below(100) {
    case 0..<60: return move(item, from: [section, place], content)
    case 60..<75: return .deleteItem(item, at: [section, place])
    case 75..<90:
      let changes = item.fields.changes(to: newFields())
      return .reconfigureItem(item.id, at: [section, place], of: item.fields, by: changes)
    default: return .reloadItem(item.id, at: [section, place], from: item.text, to: newText())
    }
  }

  private mutating func move(_ item: Item, from: IndexPath, _ content: Content) -> Edit {
    var rest = content
    rest[from.section].items.remove(at: from.item)
    let section = random.below(rest.count)
    let place = random.below(rest[section].items.count + 1)
    return .moveItem(item.id, from: from, to: [section, place])
  }

  private mutating func someSectionEdit(of content: Content) -> Edit? {
    let index = random.below(content.count + 1)
    guard index < content.count, random.percent(70) else {
      let items = (0..<random.below(3)).map { _ in newItem() }
      let id = SectionID(unchecked: "T\(newNumber())")
      return .insertSection(Section(id: id, title: newText(), items: items), at: index)
    }
    let section = content[index]
    switch random.below(100) {
    case 0..<40: return .moveSection(section.id, from: index, to: random.below(content.count))
    case 40..<70: return .deleteSection(section, at: index)
    default: return .reloadSection(section.id, at: index, from: section.title, to: newText())
    }
  }

  private mutating func newItem() -> Item {
    Item(id: ItemID(unchecked: "k\(newNumber())"), text: newText())
  }

  private mutating func newText() -> Text { Text("t\(newNumber())") }

  /// Of a few fields, so that others often change the same one.
  private mutating func newFields() -> Fields {
    var fields = Fields()
    for name: FieldName in ["done", "due"] where random.percent(60) {
      fields.set(name, to: random.percent(50) ? "yes" : newText())
    }
    return fields
  }

  private mutating func newNumber() -> Int {
    numbers += 1
    return numbers
  }
}
