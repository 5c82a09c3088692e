import BoardModel
import Simulation

/// A random board and a random stream of legal edits on it.
package struct RandomStream {
  package let before: Content
  package private(set) var after: Content
  package private(set) var edits: [Edit] = []
  private var random: SeededRandom
  private var names = 0
  private var graveyard: [Item] = []
  private var removesEmptySections: Bool

  package init(seed: Int, length: Int = 40, sections: Int = 5, items: Int = 6) {
    random = SeededRandom(seed: seed)
    removesEmptySections = random.percent(50)
    var content: Content = []
    for s in 0..<random.below(sections + 1) {
      let count = random.percent(20) ? 0 : random.below(items + 1)
      var section: [Item] = []
      for i in 0..<count {
        let fields = Self.someFields(&random)
        section.append(Item(id: .init(unchecked: "o\(s)_\(i)"), text: "old", fields: fields))
      }
      content.append(Section(id: .init(unchecked: "S\(s)"), title: "old", items: section))
    }
    before = content
    after = content
    let count = 1 + random.below(length)
    while edits.count < count { step() }
  }

  private mutating func perform(_ edit: Edit) {
    if case .deleteItem(let item, _) = edit { graveyard.append(item) }
    if case .deleteSection(let section, _) = edit { graveyard += section.items }
    after.perform(edit)
    edits.append(edit)
  }

  private mutating func step() {
    switch random.below(100) {
    case 0..<45: moveItem()
    case 45..<57: insertItem()
    case 57..<67: deleteItem()
    case 67..<71: reloadItem()
    case 71..<75: reconfigureItem()
    case 75..<80: insertSection()
    case 80..<84: deleteSection()
    case 84..<89: moveSection()
    case 89..<92: reloadSection()
    case 92..<94: replaceSection()
    default: undo()
    }
  }

  private mutating func newName() -> String {
    names += 1
    return "n\(names)"
  }

  private mutating func somePath() -> IndexPath? {
    let full = after.indices.filter { !after[$0].items.isEmpty }
    guard let section = full.randomElement(using: &random) else { return nil }
    return [section, random.below(after[section].items.count)]
  }

  private mutating func someGap(in content: Content) -> IndexPath? {
    guard !content.isEmpty else { return nil }
    let section = random.below(content.count)
    return [section, random.below(content[section].items.count + 1)]
  }

  private mutating func someText() -> Text {
    ["old", "new", "newer"].randomElement(using: &random) ?? "old"
  }

  private mutating func moveItem() {
    guard let from = somePath() else { return insertItem() }
    var rest = after
    let item = rest[from.section].items.remove(at: from.item)
    guard let to = someGap(in: rest) else { return }
    perform(.moveItem(item.id, from: from, to: to))
    sweep(from.section)
  }

  /// Deletes a section that has just lost its last item.
  private mutating func sweep(_ section: Int) {
    guard removesEmptySections, after[section].items.isEmpty, random.percent(80) else { return }
    perform(.deleteSection(after[section], at: section))
  }

  private mutating func newItem() -> Item {
    let ids = Set(after.flatMap { $0.items.map(\.id) })
    let dead = graveyard.filter { !ids.contains($0.id) }
    if random.percent(25), let item = dead.randomElement(using: &random) {
      return random.percent(50)
        ? item : Item(id: item.id, text: someText(), fields: Self.someFields(&random))
    }
    return Item(id: .init(unchecked: newName()), text: someText(), fields: Self.someFields(&random))
  }

  /// Most often none, which no edit changes then but `reconfigureItem`.
  private static func someFields(_ random: inout SeededRandom) -> Fields {
    var fields = Fields()
    for name: FieldName in ["done", "due", "label"] where random.percent(15) {
      fields.set(name, to: random.percent(50) ? "yes" : "two words")
    }
    return fields
  }

  private mutating func insertItem() {
    guard let gap = someGap(in: after) else { return insertSection() }
    perform(.insertItem(newItem(), at: gap))
  }

  private mutating func deleteItem() {
    guard let path = somePath() else { return }
    perform(.deleteItem(after[path.section].items[path.item], at: path))
    sweep(path.section)
  }

  private mutating func reloadItem() {
    guard let path = somePath() else { return }
    let item = after[path.section].items[path.item]
    perform(.reloadItem(item.id, at: path, from: item.text, to: someText()))
  }

  private mutating func reconfigureItem() {
    guard let path = somePath() else { return }
    let item = after[path.section].items[path.item]
    let changes = item.fields.changes(to: Self.someFields(&random))
    perform(.reconfigureItem(item.id, at: path, of: item.fields, by: changes))
  }

  private mutating func insertSection() {
    guard after.count < 7 else { return }
    var section = Section(id: .init(unchecked: "N" + newName()), title: someText())
    while random.percent(40) {
      let item = newItem()
      if !section.items.contains(where: { $0.id == item.id }) { section.items.append(item) }
    }
    perform(.insertSection(section, at: random.below(after.count + 1)))
  }

  private mutating func deleteSection() {
    guard !after.isEmpty else { return }
    let index = random.below(after.count)
    perform(.deleteSection(after[index], at: index))
  }

  private mutating func moveSection() {
    guard !after.isEmpty else { return }
    let from = random.below(after.count)
    perform(.moveSection(after[from].id, from: from, to: random.below(after.count)))
  }

  private mutating func reloadSection() {
    guard !after.isEmpty else { return }
    let index = random.below(after.count)
    let section = after[index]
    perform(.reloadSection(section.id, at: index, from: section.title, to: someText()))
  }

  /// Deletes a section and inserts one of the same id with other items.
  private mutating func replaceSection() {
    guard !after.isEmpty else { return }
    let index = random.below(after.count)
    var section = after[index]
    perform(.deleteSection(section, at: index))
    if random.percent(50) { section.items.shuffle(using: &random) }
    if random.percent(30) { section.items = section.items.dropLast() }
    if random.percent(30) { section.title = someText() }
    perform(.insertSection(section, at: random.below(after.count + 1)))
  }

  /// Takes the last few edits back.
  private mutating func undo() {
    let last = edits.suffix(1 + random.below(4))
    for edit in last.inverse { perform(edit) }
  }
}

extension Content {
  /// Applies one edit to plain arrays, and traps if it is not legal.
  package mutating func perform(_ edit: Edit) {
    switch edit {
    case .insertItem(let item, let path):
      self[path.section].items.insert(item, at: path.item)
    case .deleteItem(let item, let path):
      precondition(self[path.section].items.remove(at: path.item) == item)
    case .moveItem(let id, let from, let to):
      let item = self[from.section].items.remove(at: from.item)
      precondition(item.id == id)
      self[to.section].items.insert(item, at: to.item)
    case .reloadItem(let id, let path, let old, let new):
      let item = self[path.section].items[path.item]
      precondition(item.id == id && item.text == old)
      self[path.section].items[path.item].text = new
    case .reconfigureItem(let id, let path, let old, let new):
      let item = self[path.section].items[path.item]
      precondition(item.id == id && old.allSatisfy { item.fields[$0.name] == $0.value })
      self[path.section].items[path.item].fields = item.fields.applying(new)
    case .insertSection(let section, let index): insert(section, at: index)
    case .deleteSection(let section, let index): precondition(remove(at: index) == section)
    case .moveSection(let id, let from, let to):
      let section = remove(at: from)
      precondition(section.id == id)
      insert(section, at: to)
    case .reloadSection(let id, let index, let old, let new):
      precondition(self[index].id == id && self[index].title == old)
      self[index].title = new
    }
  }

  /// The content after some edits.
  package func performing(_ edits: some Sequence<Edit>) -> Content {
    var content = self
    for edit in edits { content.perform(edit) }
    return content
  }
}
