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
    var list: String?
    var name: String?
    var description = ""
    var isArchived = false
    var position: Double?
  }

  private(set) var lists: [List] = []
  private(set) var cards: [Card] = []

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
      switch key {
      case "lists":
        lists = try Self.array(&json, at: key, List()) { list, key, json, path throws(Complaint) in
          try list.read(key, &json, at: path)
        }
      case "cards":
        cards = try Self.array(&json, at: key, Card()) { card, key, json, path throws(Complaint) in
          try card.read(key, &json, at: path)
        }
      default: try json.skip()
      }
      found.insert(key)
    }
    try json.finish()
    for key in ["lists", "cards"] where !found.contains(key) {
      throw Complaint("\(key): this member is missing")
    }
  }

  /// Reads an array of objects.
  ///
  /// - Parameter read: Reads a member of an element: its key, and where its value is.
  private static func array<Element>(
    _ json: inout JSONCursor, at path: String, _ empty: Element,
    _ read: (inout Element, String, inout JSONCursor, String) throws(Complaint) -> Void
  ) throws(Complaint) -> [Element] {
    var elements: [Element] = []
    try json.array(at: path) { json throws(Complaint) in
      var element = empty
      let place = "\(path)[\(elements.count)]"
      try json.object(at: place) { key, json throws(Complaint) in
        try read(&element, key, &json, "\(place).\(key)")
      }
      elements.append(element)
    }
    return elements
  }
}

extension TrelloFile.List {
  fileprivate mutating func read(
    _ key: String, _ json: inout JSONCursor, at path: String
  ) throws(Complaint) {
    switch key {
    case "id": id = try json.string(at: path)
    case "name": name = try json.string(at: path)
    case "closed": isArchived = try json.bool(at: path)
    case "pos": position = try json.number(at: path)
    default: try json.skip()
    }
  }
}

extension TrelloFile.Card {
  fileprivate mutating func read(
    _ key: String, _ json: inout JSONCursor, at path: String
  ) throws(Complaint) {
    switch key {
    case "idList": list = try json.string(at: path)
    case "name": name = try json.string(at: path)
    case "desc": description = try json.string(at: path)
    case "closed": isArchived = try json.bool(at: path)
    case "pos": position = try json.number(at: path)
    default: try json.skip()
    }
  }
}
