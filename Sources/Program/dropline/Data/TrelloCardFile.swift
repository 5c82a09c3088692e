import BoardModel

/// A card of an item, as a member of Trello's JSON.
///
/// If the card would not be read as the same item, it has a member `item` with the text and the fields, as a server
/// sends them in JSON. Trello has no such member.
struct TrelloCardFile {
  let item: Item
  let section: SectionID
  let position: Int

  var object: JSONLine {
    let card = TrelloFile.Card(of: item)
    var object = JSONLine(
      ("id", item.id.string), ("idList", section.string), ("name", card.name ?? ""),
      ("desc", card.description), ("closed", card.isArchived), ("pos", position))
    if let due = card.due { object.add(("due", due)) }
    if card.isDone { object.add(("dueComplete", true)) }
    if !card.labels.isEmpty { object.add(("labels", card.labels.map(Self.object))) }
    if !isReadBack(card) { object.add(("item", itemObject)) }
    return object
  }

  private static func object(of label: TrelloFile.Label) -> JSONLine {
    var object = JSONLine(("name", label.name))
    if !label.colour.isEmpty { object.add(("color", label.colour)) }
    return object
  }

  private func isReadBack(_ card: TrelloFile.Card) -> Bool {
    TrelloCardText(card.name ?? "", card, []).text == item.text
      && TrelloCardFields(card).fields == item.fields
  }

  private var itemObject: JSONLine {
    var fields = JSONLine()
    for field in item.fields { fields.add((field.name.string, field.value.string)) }
    return JSONLine(("text", item.text.string), ("fields", fields))
  }
}
