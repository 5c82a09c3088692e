import BoardModel

/// A board as Trello exports it in JSON: its lists and cards in the order of `pos`, without archived lists.
///
/// A card becomes an item: its name is the text, with a long description and the checklists on the lines below; its
/// description, due date, labels and whether it is done or archived are fields. Ids are new.
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
    let id = ItemID(unchecked: "i\(itemCount)")
    content[content.count - 1].items.append(Item(id: id, text: card.text, fields: card.fields))
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
        TrelloCardFile(item: item, section: section.id, position: index + 1).object
      }
    }
    return JSONLine(("name", name), ("lists", lists), ("cards", cards)).json + "\n"
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
    let fields: Fields
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

  /// The cards of each list, in their order; of archived lists none.
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
      guard !isListArchived else {
        leftOut.add(.archivedCards)
        continue
      }
      let (text, fields) = try item(
        of: card, card.id.flatMap { checklists[$0] } ?? [], at: path, &leftOut)
      let position = try require(card.position, "\(path).pos")
      cards[list, default: []].append(
        Card(index: index, text: text, fields: fields, position: position))
    }
    return cards.mapValues { cards in
      cards.sorted { ($0.position, $0.index) < ($1.position, $1.index) }
    }
  }

  private static func require<Value>(_ value: Value?, _ path: String) throws(Complaint) -> Value {
    guard let value else { throw Complaint("\(path): this member is missing") }
    return value
  }

  /// The text and the fields that a card becomes, or those that it was made of.
  private static func item(
    of card: TrelloFile.Card, _ checklists: [TrelloFile.Checklist], at path: String,
    _ leftOut: inout LeftOut
  ) throws(Complaint) -> (Text, Fields) {
    leftOut.add(.members, card.members)
    leftOut.add(.comments, card.comments)
    leftOut.add(.attachments, card.attachments)
    leftOut.add(.customFields, card.customFields)
    if let item = card.item {
      let name = try require(item.text, "\(path).item.text")
      return (try read(name, at: "\(path).item.text"), try read(item.fields, at: "\(path).item"))
    }
    let name = try require(card.name, "\(path).name")
    _ = try read(name, at: "\(path).name")
    let text = TrelloCardText(name, card, checklists.sorted { $0.position < $1.position })
    let fields = TrelloCardFields(card)
    leftOut.add(text.leftOut)
    leftOut.add(fields.leftOut)
    return (text.text, fields.fields)
  }

  private static func read(_ text: String, at path: String) throws(Complaint) -> Text {
    guard text.utf8.count <= Limits.textBytes else {
      throw Complaint("\(path): a text has at most \(Limits.textBytes) bytes")
    }
    return Text(text)
  }

  private static func read(
    _ members: [(name: String, value: String)], at path: String
  ) throws(Complaint) -> Fields {
    var fields = Fields()
    for (name, value) in members {
      guard let field = FieldName(name), fields[field] == nil, !value.isEmpty else {
        throw Complaint("\(path).fields.\(name): this is no field, is empty, or is there twice")
      }
      fields.set(field, to: Text(value))
    }
    if let fault = fields.fileFault { throw Complaint("\(path).fields: \(fault)") }
    return fields
  }
}
