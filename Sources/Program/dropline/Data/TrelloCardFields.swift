import BoardModel

/// The fields of an item for a card: `due`, `done`, `label`, `closed` and `description`.
///
/// A description that is too long for a value is none of them.
struct TrelloCardFields {
  private(set) var fields = Fields()
  private(set) var leftOut = LeftOut()

  init(_ card: TrelloFile.Card) {
    add("due", Self.moment(card.due ?? ""))
    if card.isDone { add("done", "yes") }
    if card.isArchived { add("closed", "yes") }
    add(card.labels)
    if Self.takes(card.description) { add("description", card.description) }
  }

  /// Whether a description is a field.
  static func takes(_ description: String) -> Bool {
    description.utf8.count <= Limits.fieldValueBytes
  }

  private mutating func add(_ name: FieldName, _ value: String) {
    guard !value.isEmpty else { return }
    guard value.utf8.count <= Limits.fieldValueBytes else { return leftOut.add(.longDetails) }
    fields.set(name, to: Text(value))
  }

  /// Adds labels, with commas between them, as far as they fit. A comma in a label becomes a semicolon.
  private mutating func add(_ labels: [TrelloFile.Label]) {
    var value = ""
    for label in labels {
      let name = label.name.isEmpty ? label.colour : label.name
      guard !name.isEmpty else { continue }
      let longer = (value.isEmpty ? "" : "\(value),") + Self.word(name)
      guard longer.utf8.count <= Limits.fieldValueBytes else {
        leftOut.add(.longDetails)
        continue
      }
      value = longer
      leftOut.add(.labelCommas, name.unicodeScalars.count { $0 == "," })
      if name != label.colour, !label.colour.isEmpty { leftOut.add(.labelColours) }
    }
    add("label", value)
  }

  private static func word(_ label: String) -> String {
    String(String.UnicodeScalarView(label.unicodeScalars.map { $0 == "," ? ";" : $0 }))
  }
}

extension TrelloCardFields {
  private static let midnight = "T00:00:00.000Z"
  private static let fullMinute = ":00.000Z"

  /// `2026-12-01T09:00:00.000Z` as `2026-12-01T09:00Z`, midnight as `2026-12-01`; another form as it is.
  private static func moment(_ word: String) -> String {
    guard word.utf8.count == 24 else { return word }
    if word.hasSuffix(midnight) { return String(word.dropLast(midnight.count)) }
    return word.hasSuffix(fullMinute) ? word.dropLast(fullMinute.count) + "Z" : word
  }

  /// The moment as Trello writes it.
  static func written(_ moment: String) -> String {
    switch moment.utf8.count {
    case 10: moment + midnight
    case 17 where moment.hasSuffix("Z"): moment.dropLast() + fullMinute
    default: moment
    }
  }
}

extension TrelloFile.Label {
  private static let colours: Set = [
    "green", "yellow", "orange", "red", "purple", "blue", "sky", "lime", "pink", "black",
  ]

  /// A label of Trello: a colour that Trello has needs no name.
  fileprivate init(_ word: String) {
    let isColour = Self.colours.contains(word)
    self.init(name: isColour ? "" : word, colour: isColour ? word : "")
  }
}

extension TrelloFile.Card {
  /// The card of an item.
  ///
  /// The first line of the text is its name. Its description is that of the item, or the other lines.
  init(of item: Item) {
    let fields = item.fields
    let text = item.text.string.unicodeScalars
    name = item.text.string
    if let field = fields["description"] {
      description = field.string
    } else if let end = text.firstIndex(of: "\n"), text.index(after: end) < text.endIndex {
      (name, description) = (String(text[..<end]), String(text[text.index(after: end)...]))
    }
    due = fields["due"].map { TrelloCardFields.written($0.string) }
    isDone = fields.isDone
    isArchived = fields["closed"] == "yes"
    let words = (fields["label"]?.string ?? "").unicodeScalars.split(separator: ",")
    labels = words.map { .init(String($0)) }
  }
}
