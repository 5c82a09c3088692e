import BoardModel

/// A board as Trello exports it in JSON: its lists and cards in the order of `pos`, without archived ones.
///
/// A card becomes an item: its name, and on the lines below its description, due date, labels and checklists. Ids
/// are new.
struct TrelloBoard {
  private(set) var content: Content = []
  private(set) var leftOut = LeftOut()
  /// What Trello calls the board; nil if it has no name.
  private(set) var title: String?
  private var itemCount = 0

  /// Reads a file.
  ///
  /// - Throws: `Complaint` with the path of the value that is wrong: `cards[3].name`.
  init(_ bytes: [UInt8]) throws(Complaint) {
    let file = try TrelloFile(reading: bytes)
    title = file.name.flatMap { $0.isEmpty ? nil : $0 }
    let lists = try Self.lists(of: file)
    let cards = try Self.cards(of: file, lists, &leftOut)
    for list in lists.sorted(by: { ($0.position, $0.index) < ($1.position, $1.index) }) {
      guard !list.isArchived else {
        leftOut.add(.archivedLists)
        continue
      }
      guard content.count < Limits.sections else {
        throw Complaint("lists[\(list.index)]: a board has at most \(Limits.sections) sections")
      }
      content.append(
        Section(id: SectionID(unchecked: "s\(content.count + 1)"), title: Text(list.name)))
      for card in cards[list.id] ?? [] { try add(card) }
    }
  }

  /// Adds a card to the last section.
  private mutating func add(_ card: Card) throws(Complaint) {
    itemCount += 1
    guard itemCount <= Limits.items else {
      throw Complaint("cards[\(card.index)]: a board has at most \(Limits.items) items")
    }
    let item = Item(id: ItemID(unchecked: "i\(itemCount)"), text: card.text)
    content[content.count - 1].items.append(item)
  }

  /// The file of a content.
  static func file(of content: Content, named name: String) -> String {
    let lists = content.enumerated().map { index, section in
      JSONLine(
        ("id", section.id.string), ("name", section.title.string), ("closed", false),
        ("pos", index + 1))
    }
    let cards = content.flatMap { section in
      section.items.enumerated().map { index, item in
        let (name, description) = parts(of: item.text.string)
        return JSONLine(
          ("id", item.id.string), ("idList", section.id.string), ("name", name),
          ("desc", description), ("closed", false), ("pos", index + 1))
      }
    }
    return JSONLine(("name", name), ("lists", lists), ("cards", cards)).json + "\n"
  }

  /// The name and the description that become a text.
  private static func parts(of text: String) -> (name: String, description: String) {
    let scalars = text.unicodeScalars
    guard let end = scalars.firstIndex(of: "\n"), scalars.index(after: end) < scalars.endIndex
    else {
      return (text, "")
    }
    return (String(scalars[..<end]), String(scalars[scalars.index(after: end)...]))
  }
}

extension TrelloBoard {
  private struct List {
    let index: Int
    let id: String
    let name: String
    let isArchived: Bool
    let position: Double
  }

  private struct Card {
    let index: Int
    let text: Text
    let position: Double
  }

  private static func lists(of file: TrelloFile) throws(Complaint) -> [List] {
    var ids: Set<String> = []
    var lists: [List] = []
    for (index, list) in file.lists.enumerated() {
      let path = "lists[\(index)]"
      let id = try require(list.id, "\(path).id")
      guard ids.insert(id).inserted else { throw Complaint("\(path).id: another list has this id") }
      let name = try require(list.name, "\(path).name")
      guard name.utf8.count <= Limits.titleBytes || list.isArchived else {
        throw Complaint("\(path).name: a title has at most \(Limits.titleBytes) bytes")
      }
      lists.append(
        List(
          index: index, id: id, name: name, isArchived: list.isArchived,
          position: try require(list.position, "\(path).pos")))
    }
    return lists
  }

  /// The cards of each list, in their order; of archived lists and cards none.
  private static func cards(
    of file: TrelloFile, _ lists: [List], _ leftOut: inout LeftOut
  ) throws(Complaint) -> [String: [Card]] {
    let isArchived = Dictionary(uniqueKeysWithValues: lists.map { ($0.id, $0.isArchived) })
    let checklists = Dictionary(grouping: file.checklists) { $0.card ?? "" }
    var cards: [String: [Card]] = [:]
    for (index, card) in file.cards.enumerated() {
      let path = "cards[\(index)]"
      let list = try require(card.list, "\(path).idList")
      guard let isListArchived = isArchived[list] else {
        throw Complaint("\(path).idList: no list has this id")
      }
      guard !isListArchived, !card.isArchived else {
        leftOut.add(.archivedCards)
        continue
      }
      let text = try text(of: card, card.id.flatMap { checklists[$0] } ?? [], at: path, &leftOut)
      let position = try require(card.position, "\(path).pos")
      cards[list, default: []].append(Card(index: index, text: text, position: position))
    }
    return cards.mapValues { cards in
      cards.sorted { ($0.position, $0.index) < ($1.position, $1.index) }
    }
  }

  private static func require<Value>(_ value: Value?, _ path: String) throws(Complaint) -> Value {
    guard let value else { throw Complaint("\(path): this member is missing") }
    return value
  }

  private static func text(
    of card: TrelloFile.Card, _ checklists: [TrelloFile.Checklist], at path: String,
    _ leftOut: inout LeftOut
  ) throws(Complaint) -> Text {
    let name = try require(card.name, "\(path).name")
    guard name.utf8.count <= Limits.textBytes else {
      throw Complaint("\(path).name: a text has at most \(Limits.textBytes) bytes")
    }
    let text = TrelloCardText(name, card, checklists.sorted { $0.position < $1.position })
    leftOut.add(text.leftOut)
    leftOut.add(.members, card.members)
    leftOut.add(.comments, card.comments)
    leftOut.add(.attachments, card.attachments)
    leftOut.add(.customFields, card.customFields)
    return text.text
  }
}
