import BoardModel

/// The members of Trello's export that a board needs. All others are skipped.
struct TrelloFile {
  struct List {
    var id: String?
    var name: String?
    var isArchived = false
    var position: Double?
  }

  struct Card {
    var id: String?
    var list: String?
    var name: String?
    var description = ""
    var isArchived = false
    var position: Double?
    var due: String?
    var isDone = false
    var labels: [Label] = []
    var members = 0
    var comments = 0
    var attachments = 0
    var customFields = 0
    /// The item that the card was made of, if Trello's members do not say it.
    var item: OwnItem?
  }

  /// The member `item` of a card, which `export` writes.
  struct OwnItem {
    var text: String?
    var fields: [(name: String, value: String)] = []
  }

  struct Label {
    var name = ""
    var colour = ""
  }

  struct Checklist {
    var card: String?
    var name = ""
    var position = 0.0
    var items: [CheckItem] = []
  }

  struct CheckItem {
    var name = ""
    var isDone = false
    var position = 0.0
  }

  private(set) var name: String?
  private(set) var lists: [List] = []
  private(set) var cards: [Card] = []
  private(set) var checklists: [Checklist] = []

  /// The most bytes of a file. Besides cards it has all that was done on a board.
  private static let largest = 256 << 20

  /// - Throws: `Complaint` with the line that is not JSON, or the path of the value that is wrong.
  init(reading bytes: [UInt8]) throws(Complaint) {
    guard bytes.count <= Self.largest else {
      throw Complaint("the file has \(bytes.count) bytes, and \(Self.largest) are the most")
    }
    var json = try JSONCursor(bytes)
    var found: Set<String> = []
    try json.object(at: "the file") { key, json throws(Complaint) in
      try readMember(key, &json)
      found.insert(key)
    }
    try json.finish()
    for key in ["lists", "cards"] where !found.contains(key) {
      throw Complaint("\(key): this member is missing")
    }
  }

  private mutating func readMember(
    _ key: String, _ json: inout JSONCursor
  ) throws(Complaint) {
    switch key {
    case "name": name = json.takeNull() ? nil : try json.string(at: key)
    case "lists": lists = try json.array(of: List(), at: key, Self.read)
    case "cards": cards = try json.array(of: Card(), at: key, Self.read)
    case "checklists": checklists = try json.array(of: Checklist(), at: key, Self.read)
    default: try json.skip()
    }
  }
}

extension TrelloFile {
  private static func read(
    _ list: inout List, _ key: String, _ json: inout JSONCursor, at path: String
  ) throws(Complaint) {
    switch key {
    case "id": list.id = try json.string(at: path)
    case "name": list.name = try json.string(at: path)
    case "closed": list.isArchived = try json.bool(at: path)
    case "pos": list.position = try json.number(at: path)
    default: try json.skip()
    }
  }

  /// The members of a card that it may be without.
  private static let details: Set = [
    "due", "dueComplete", "labels", "idMembers", "attachments", "customFieldItems", "badges",
  ]

  private static func read(
    _ card: inout Card, _ key: String, _ json: inout JSONCursor, at path: String
  ) throws(Complaint) {
    if details.contains(key), json.takeNull() { return }
    switch key {
    case "id": card.id = try json.string(at: path)
    case "idList": card.list = try json.string(at: path)
    case "name": card.name = try json.string(at: path)
    case "desc": card.description = try json.string(at: path)
    case "closed": card.isArchived = try json.bool(at: path)
    case "pos": card.position = try json.number(at: path)
    case "due": card.due = try json.string(at: path)
    case "dueComplete": card.isDone = try json.bool(at: path)
    case "labels": card.labels = try json.array(of: Label(), at: path, read)
    case "idMembers": card.members = try json.count(at: path)
    case "attachments": card.attachments = try json.count(at: path)
    case "customFieldItems": card.customFields = try json.count(at: path)
    case "item":
      var item = OwnItem()
      try json.object(at: path) { key, json throws(Complaint) in
        try read(&item, key, &json, at: "\(path).\(key)")
      }
      card.item = item
    case "badges":
      try json.object(at: path) { key, json throws(Complaint) in
        guard key == "comments" else { return try json.skip() }
        card.comments = Int(clamping: try json.number(at: "\(path).comments"))
      }
    default: try json.skip()
    }
  }

  private static func read(
    _ item: inout OwnItem, _ key: String, _ json: inout JSONCursor, at path: String
  ) throws(Complaint) {
    switch key {
    case "text": item.text = try json.string(at: path)
    case "fields":
      try json.object(at: path) { name, json throws(Complaint) in
        item.fields.append((name, try json.string(at: "\(path).\(name)")))
      }
    default: try json.skip()
    }
  }

  private static func read(
    _ label: inout Label, _ key: String, _ json: inout JSONCursor, at path: String
  ) throws(Complaint) {
    switch key {
    case "name": label.name = try json.string(at: path)
    case "color": label.colour = json.takeNull() ? "" : try json.string(at: path)
    default: try json.skip()
    }
  }

  private static func read(
    _ checklist: inout Checklist, _ key: String, _ json: inout JSONCursor, at path: String
  ) throws(Complaint) {
    switch key {
    case "idCard": checklist.card = try json.string(at: path)
    case "name": checklist.name = try json.string(at: path)
    case "pos": checklist.position = try json.number(at: path)
    case "checkItems": checklist.items = try json.array(of: CheckItem(), at: path, read)
    default: try json.skip()
    }
  }

  private static func read(
    _ item: inout CheckItem, _ key: String, _ json: inout JSONCursor, at path: String
  ) throws(Complaint) {
    switch key {
    case "name": item.name = try json.string(at: path)
    case "state": item.isDone = try json.string(at: path) == "complete"
    case "pos": item.position = try json.number(at: path)
    default: try json.skip()
    }
  }
}

extension JSONCursor {
  /// Reads an array of objects.
  ///
  /// - Parameter read: Reads a member of an element: its key, and where its value is.
  fileprivate mutating func array<Element>(
    of empty: Element, at path: String,
    _ read: (inout Element, String, inout JSONCursor, String) throws(Complaint) -> Void
  ) throws(Complaint) -> [Element] {
    var elements: [Element] = []
    try array(at: path) { json throws(Complaint) in
      var element = empty
      let place = "\(path)[\(elements.count)]"
      try json.object(at: place) { key, json throws(Complaint) in
        try read(&element, key, &json, "\(place).\(key)")
      }
      elements.append(element)
    }
    return elements
  }

  /// The number of elements of an array.
  fileprivate mutating func count(at path: String) throws(Complaint) -> Int {
    var count = 0
    try array(at: path) { json throws(Complaint) in
      try json.skip()
      count += 1
    }
    return count
  }
}

extension Int {
  fileprivate init(clamping number: Double) {
    self = Int(Swift.max(0, Swift.min(number, 1e9)))
  }
}
